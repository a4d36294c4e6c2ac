"""A table that plays by itself in place of a camera."""

import json
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from companion import cli
from companion.referee.belief import Belief, Reading
from companion.referee.game import Game, JudgedEvent, rejudge
from companion.referee.keeping.journal import JOURNAL_NAME, Journal, read
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Recording
from companion.referee.live.loop import happenings, steps
from companion.referee.live.playing_table import PlayingTable
from companion.referee.session import Session
from companion.referee.table_parts import Happening
from companion.referee.tables import TABLES, open_table
from companion.referee.verdict import Verdict


class Nobody:
    """Nobody types anything."""

    def waiting(self) -> list[str]:
        return []


def playing(folder: Path, session: Session | None = None, seed: int = 3) -> Iterator[tuple[JudgedEvent, Session]]:
    """What is judged at such a table, and the session; begun with another one where that is given."""
    table = open_table("blokus3d", {})
    source = PlayingTable(table, lambda: game.session, seed=seed, pace=0, sleep=lambda _seconds: None)
    game = Game(table, source.practice.tracker)
    if session:
        game.session = session
    recorder = Recorder.begin(Recording(folder, "blokus3d", ()))
    for step in steps(game, recorder, happenings(table, source, Nobody(), print, said=source.waiting), print):
        source.take_verdict(step.verdict, step.event.kind)
        yield step, game.session


def test_it_plays(tmp_path: Path) -> None:
    """It was a motionless set-up: whoever built on what is told had nothing to listen to."""
    judged = [step.verdict.verdict for step, _ in islice(playing(tmp_path / "game"), 12) if step.verdict]
    assert judged[0] == "setup" and judged.count("legal") >= 2 and "hand" in judged


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    *_, (_, left) = islice(playing(tmp_path / "game"), 6)
    grid, turns = left.grid, len(left.movers)
    for step, session in islice(playing(tmp_path / "again", left, seed=4), 8):
        assert step.verdict and step.verdict.verdict != "setup"
        now = session
    assert len(now.movers) > turns
    assert all(now.grid[place].startswith(cube) for place, cube in grid.items()), "what stood there stands there still"


def test_the_command_plays_until_somebody_has_won_or_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr(PlayingTable, "shots", lambda self: islice(SHOTS(self), 20))
    command = ["referee", str(tmp_path / "game"), "--game", "blokus3d", "--camera", "simulated", "--pace", "0"]
    assert cli.main(command) == 0
    assert "places" in capsys.readouterr().out


SHOTS = PlayingTable.shots


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_simulated_game_is_judged_again_from_its_journal_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its pictures were judged by what had been drawn: whoever reads them may see something else."""
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr(PlayingTable, "shots", lambda self: islice(SHOTS(self), 8))
    folder = str(tmp_path / "game")
    assert cli.main(["referee", folder, "--game", name, "--camera", "simulated", "--pace", "0", "--json"]) == 0
    played = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert cli.main(["referee", folder]) == 1
    assert f"companion replay {folder}" in capsys.readouterr().err
    # A verdict that came out differently would be refused.
    assert cli.main(["referee", folder, "--resume", f"{folder}/{JOURNAL_NAME}"]) == 0
    assert sum("verdict" in record for record in read(Path(folder, JOURNAL_NAME)).records) == len(played) > 3


def test_a_game_that_is_over_says_so_when_it_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr(PlayingTable, "shots", lambda self: islice(SHOTS(self), 8))
    command = ["referee", str(tmp_path / "game"), "--game", "leistiko-blockade", "--camera", "simulated", "--pace", "0"]
    assert cli.main(command) == 0
    assert "watching" in capsys.readouterr().err
    journal = tmp_path / "game" / JOURNAL_NAME
    kept, _ = Journal.reopen(journal)
    with kept:
        table = open_table("leistiko-blockade", {})
        game = Game(table, lambda _image: pytest.fail("no picture"), kept)
        for record in read(journal).records:
            rejudge(game.session, record)
        game.correct(Recorder.reopen(tmp_path / "game").add(99.0, "correct", {"agree": "draw"}))
    assert cli.main([*command, "--resume", str(journal)]) == 0
    told = capsys.readouterr().err
    assert "the game ends in a draw" in told and "watching" not in told


@pytest.mark.parametrize("pace", ["-1", "soon", "61", "nan"])
def test_a_pace_that_is_none_is_refused(tmp_path: Path, pace: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["referee", str(tmp_path / "game"), "--camera", "simulated", "--pace", pace])


def test_its_players_go_by_the_newest_verdict(tmp_path: Path) -> None:
    table = open_table("blokus3d", {})
    source = PlayingTable(table, lambda: Session(table), seed=3, pace=1.0, sleep=lambda _seconds: None)
    seen: list[Verdict | None] = []
    source.practice = Listening(seen)  # type: ignore[assignment]
    first, second = Verdict(0.0, None, "unchanged", {}, 1.0), Verdict(0.0, None, "legal", {}, 1.0)
    for told in (None, first, None, second):
        source.take_verdict(told, "frame")
        next(iter(source.shots()))
    assert seen == [None, first, first, second]


class Listening:
    """A practice table at which nothing happens."""

    def __init__(self, seen: list[Verdict | None]) -> None:
        self._seen = seen

    def next(self, verdict: Verdict | None) -> None:
        self._seen.append(verdict)


def test_what_is_said_there_is_told_once_and_in_order() -> None:
    """Its players say which it was after every third pace in doubt, if they are asked."""
    table = open_table("blokus3d", {})
    session = Session(table)
    source = PlayingTable(table, lambda: session, seed=3, pace=0, sleep=lambda _seconds: None)
    source.practice = Scripted(Happening("timer", "end"), Happening("timer", "go"))  # type: ignore[assignment]
    shots = source.shots()
    assert [next(shots), next(shots)] == [None, None]
    assert list(source.waiting()) == [("timer", "end"), ("timer", "go")] and list(source.waiting()) == []
    source.practice = Scripted(*[None] * 7, Happening("timer", "on"))  # type: ignore[assignment]
    shots = source.shots()
    next(shots)
    assert list(source.waiting()) == [("timer", "on")], "nobody is asked anything"
    session.readings = (Reading("unchanged", {}, Belief(1.0, None), 1.0),)
    source.practice = Scripted(*[None] * 6, Happening("timer", "on"))  # type: ignore[assignment]
    shots = source.shots()
    assert [next(shots) for _ in range(3)] == [None] * 3
    answer = ("correct", {"reading": 0})
    assert list(source.waiting()) == [answer, answer, ("timer", "on")]


class Scripted:
    """A practice table at which these things happen."""

    def __init__(self, *happenings: Happening | None) -> None:
        self._happenings = list(happenings)

    def next(self, _verdict: Verdict | None) -> Happening | None:
        return self._happenings.pop(0)
