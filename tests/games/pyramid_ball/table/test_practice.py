"""The practice table plays by itself, in a game with a journal that can be gone on with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import cli
from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.table import practice
from companion.games.pyramid_ball.table.practice import PracticeBallTable
from companion.games.pyramid_ball.table.programs import LETTERS
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.referee.errors import RefereeError
from companion.referee.game import Game, play, rejudge
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Event, Picture, load
from companion.referee.live.typed import understand
from companion.referee.report.page import Report
from companion.referee.session import Session
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from tests.games.pyramid_ball.table.simulation import BallLook, sight_of
from vision.drawing.ball_table import DrawnArray
from vision.image import Image
from vision.tracking.contract import Look


class TruthfulEyes:
    """Eyes that know what the practice table shows."""

    table: PracticeBallTable

    def look(self, image: Image) -> BallLook:
        shown = self.table.shown
        assert shown
        busy = (shown.hands | shown.screens) & {"near", "far"}
        arrays = {
            end: None if end in busy else sight_of(program_of(array, team), team, array.colour)
            for team, (end, array) in enumerate(shown.arrays.items())
        }
        hand = bool(shown.hands - {"near", "far"})
        return BallLook(shown.grid, arrays, busy, shown.screens, hand=hand)

    def weighed(self, look: Look) -> None:
        assert isinstance(look, BallLook)

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        assert isinstance(look, BallLook)


def program_of(array: DrawnArray, team: int) -> Program:
    letters = LETTERS[team]
    words = [
        "".join(letters[array.commands[f"{size}{row}"]] for row in (1, 2, 3, 4) if f"{size}{row}" in array.commands)
        for size in "SML"
    ]
    told: dict[str, Any] = {**dict(zip("SML", words, strict=True)), "quick_pass": array.quick, "blitz": array.blitz}
    if array.marker:
        told["pass"] = {"row": int(array.marker[1]), "to": array.marker[0]}
    return Program.from_json(told)


class Playing:
    """A game before the practice table, its own clock beside it."""

    def __init__(self, path: Path, seed: int, mode: str = "advanced", **chosen: int) -> None:
        self.table = PyramidBallTable({"mode": mode})
        eyes = TruthfulEyes()
        self.practice = PracticeBallTable(seed, self.table.start_game, self.table.options, lambda image: eyes, **chosen)
        eyes.table = self.practice
        header = {"game": "pyramid-ball", "options": {"mode": mode}}
        self.journal = Journal.create(path, header)
        self.game = Game(self.table, self.practice.tracker, self.journal)
        self.verdicts: list[Verdict] = []
        self.t = 0.0

    def step(self) -> Verdict | None:
        happening = self.practice.next(self.verdicts[-1] if self.verdicts else None)
        if happening is None:
            return self._answered() if not self.game.session.winner else None
        return self._happened(happening)

    def _happened(self, happening: Happening) -> Verdict:
        self.t += 0.9
        number = len(self.verdicts)
        if happening.kind != "frame":
            self.game.commit(Event(1000 + int(self.t * 100), self.t, happening.kind, happening.value))
            return self.verdicts[-1]
        verdict, _ = self.game.frame(
            Event(1000 + int(self.t * 100), self.t, "frame", f"{number}.jpg"), Picture(happening.value, "-")
        )
        self.verdicts.append(verdict)
        return verdict

    def _answered(self) -> Verdict:
        """The players say what nobody could see."""
        self.t += 1.0
        told = self.verdicts[-1].more
        choices = [*told["choices"], told["choice"]["options"][0]]
        event = Event(1000 + int(self.t * 100), self.t, "correct", {"choices": choices})
        verdict = self.game.correct(event)
        self.verdicts.append(verdict)
        session = self.game.session
        self.practice.go_on_from(session.position, "first", session.due)
        return verdict


@pytest.mark.slow
@pytest.mark.rule("PB-win", "PB-foul", "PB-program")
def test_a_game_plays_by_itself_and_its_journal_is_judged_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody reads what is drawn.
    monkeypatch.setattr(practice, "ball_picture", lambda _scenery, _view: np.zeros((4, 4, 3), np.uint8))
    playing = Playing(tmp_path / "game.journal", 3, breaches=60, late=50, glares=30)
    while len(playing.verdicts) < 60 and playing.step():
        pass
    playing.journal.close()
    kinds = [verdict.verdict for verdict in playing.verdicts]
    assert kinds[0] == "setup"
    assert {"programming", "programs", "late", "illegal", "legal", "hand"} <= {*kinds}
    # After a turn that went wrong it is put right, and nothing else is ever unclear.
    assert kinds.count("unsure") <= 1
    session = Session(PyramidBallTable({"mode": "advanced"}))
    for record in journals.read(tmp_path / "game.journal").records:
        verdict = rejudge(session, record)
        assert verdict is None or verdict.to_json() == record["verdict"]
    assert session.position == playing.game.session.position


def test_the_practice_table_programs_and_carries_out(tmp_path: Path) -> None:
    playing = Playing(tmp_path / "game.journal", 5, "basic", breaches=0, late=0, glares=0)
    while not any(verdict.verdict in ("legal", "won") for verdict in playing.verdicts):
        assert playing.step() and len(playing.verdicts) < 8
    assert [verdict.verdict for verdict in playing.verdicts][:3] == ["setup", "programming", "programs"]
    playing.journal.close()
    report = Report("a game", playing.table)
    assert report.html()


@pytest.mark.parametrize("timer", [3, "begin", None])
def test_a_recording_with_another_timer_is_refused(tmp_path: Path, timer: object) -> None:
    events = [{"t": 0.0, "timer": timer}]
    (tmp_path / "recording.json").write_text(json.dumps({"game": "pyramid-ball", "events": events}))
    with pytest.raises(RefereeError, match=r"timer|start"):
        recording = load(tmp_path)
        game = Game(PyramidBallTable({}), lambda image: TruthfulEyes())
        list(play(game, recording))


def test_a_recording_of_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    (tmp_path / "recording.json").write_text(
        json.dumps({"game": "pyramid-ball", "options": {"mode": "wild"}, "events": [{"t": 0, "timer": "start"}]})
    )
    with pytest.raises(RefereeError, match="mode"):
        load(tmp_path)


def test_the_timer_and_corrections_are_typed() -> None:
    table = PyramidBallTable({})
    assert understand("timer start", table) == ("timer", "start")
    assert understand('correct {"foul": "second"}', table) == ("correct", {"foul": "second"})
    for nonsense in ("B4 G5", "correct {", "correct 7"):
        with pytest.raises(RefereeError):
            understand(nonsense, table)


@pytest.mark.parametrize("options", ["{", "[]", '{"mode": "wild"}', '{"PB-99": true}'])
def test_options_of_a_live_game_that_make_no_sense_are_refused(tmp_path: Path, options: str) -> None:
    wanted = [
        "referee",
        str(tmp_path / "live"),
        "--camera",
        "simulated",
        "--game",
        "pyramid-ball",
        "--options",
        options,
    ]
    assert cli.main(wanted) != 0
    assert not (tmp_path / "live").exists()
