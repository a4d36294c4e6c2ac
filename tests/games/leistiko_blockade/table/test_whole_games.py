"""Whole games on the practice table before looks that tell the truth: every verdict is right, nothing wrong is
accepted; and a recording of one is judged, kept, broken off and gone on with."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.leistiko_blockade.rules.hints import TurnAdvice
from companion.games.leistiko_blockade.rules.lookahead import Worth
from companion.games.leistiko_blockade.rules.model import Position, Roll, other_side
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.turns import moves
from companion.games.leistiko_blockade.table import practice
from companion.games.leistiko_blockade.table.practice import PracticeLeistikoTable
from companion.games.leistiko_blockade.table.rows import grid_of
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.games.reason import because
from companion.referee.game import Game, first_open, go_on, header, play
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Event, Picture, load
from companion.referee.report.page import Report
from companion.texts.language import english
from tests.games.leistiko_blockade.table.simulation import Board


class Quick(PracticeLeistikoTable):
    """Leaps wherever it can, without thinking; the pictures are not drawn."""

    def choose(self, position: Position) -> tuple[int, bool]:
        own, opposing = position.rows(position.to_move), position.rows(other_side(position.to_move))
        rows = [row for row in range(6) if own[row]]
        best = min(rows, key=lambda row: leap_cost(own[row], opposing[row], 1))
        return best + 1, self._options.variant == "bungie"

    def play(self, position: Position, row: int | None, roll: Roll) -> TurnAdvice | None:
        turns = moves(position, roll, row, self._options)
        turn = min(turns, key=lambda turn: (sum(turn.position.rows(position.to_move)), -turn.moved))
        return TurnAdvice(turn, roll, Worth(0.0, 0.5, 1.0), because("leistiko.position"))


@pytest.mark.parametrize(("variant", "seed", "least"), [("base", 1, 8), ("super-push", 2, 4), ("bungie", 3, 8)])
@pytest.mark.rule("LB-end")
def test_games_are_refereed_without_a_wrong_verdict(
    variant: str, seed: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "half_board_picture", lambda *_: np.zeros((8, 8, 3), np.uint8))
    module = HalfBoardTable({"variant": variant})
    table = Quick(seed, module.options, breaches=35, glares=0)
    game, counts, number = Game(module, table.tracker), Counter[str](), 0
    before, verdict = table.position, None
    while happening := table.next(verdict):
        event, number = Event(number, float(number), happening.kind, happening.value), number + 1
        if happening.kind != "frame":
            assert game.commit(event) == ()
            continue
        verdict, _ = game.frame(event, Picture(happening.value, ""))
        counts[verdict.verdict] += 1
        lies = table.shown.grid
        expected = table.position if lies == grid_of(table.position) else before
        assert game.session.grid == grid_of(expected)
        if lies not in (grid_of(before), grid_of(table.position)):
            assert verdict.verdict == "illegal" and verdict.reason
        if not table.shown.hand:
            before = expected
    assert game.session.winner and counts["won"] == 1 and counts["legal"] >= least
    assert counts["illegal"] and not counts["unsure"]


class Truthful:
    """Eyes for pictures that are known by their brightness."""

    def __init__(self, grids: list[dict[str, str]], board: Board) -> None:
        self._grids, self._board = grids, board

    def look(self, image: Any) -> Any:
        return self._board.look(self._grids[round(float(image.mean()) / 20)])

    def weighed(self, look: Any) -> None:
        pass

    def learn(self, look: Any, grid: Any) -> None:
        pass


def recorded(folder: Path, grids: list[dict[str, str]]) -> None:
    folder.mkdir()
    for number in range(len(grids)):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((12, 12, 3), number * 20, np.uint8))
    events = [
        {"t": 0, "frame": "0.png"},
        {"t": 1, "row": 5},
        {"t": 2, "roll": [4]},
        {"t": 3, "frame": "1.png"},
        {"t": 4, "row": 4},
        {"t": 5, "roll": [3]},
        {"t": 6, "frame": "2.png"},
        {"t": 7, "frame": "1.png"},
        {"t": 8, "frame": "3.png"},
        {"t": 9, "correct": {"row": None}},
    ]
    told = {"game": "leistiko-blockade", "camera": None, "a1": [10, 10], "options": {"variant": "base"}}
    (folder / "recording.json").write_text(json.dumps({**told, "events": events}))


def test_a_recording_is_judged_kept_and_gone_on_with(tmp_path: Path) -> None:
    board = Board()
    tables = (("233332", "233332"), ("233323", "233332"), ("233323", "232332"), ("233323", "244132"))
    grids = [board.grid(*table) for table in tables]
    recorded(tmp_path / "game", grids)
    recording = load(tmp_path / "game")
    journal = Journal.create(tmp_path / "game.journal", header(recording, None))
    game = Game(board.table, lambda _image: Truthful(grids, board), journal)
    report = Report("a game", board.table)
    steps = play(game, recording)
    verdicts = []
    for _ in range(7):
        step = next(steps)
        report.add(step)
        verdicts.append(step.verdict)
    journal.close()
    kinds = [verdict.verdict for verdict in verdicts if verdict]
    assert kinds == ["setup", "legal", "illegal"] and verdicts[-1] and "4" in english(verdicts[-1].reason)  # type: ignore[arg-type]
    again, contents = Journal.reopen(tmp_path / "game.journal")
    game = Game(board.table, lambda _image: Truthful(grids, board), again)
    for step in go_on(game, contents.records, recording):
        report.add(step)
    rest = [step.verdict for step in play(game, recording, first_open(contents.records)) if step.verdict]
    again.close()
    assert [verdict.verdict for verdict in rest] == ["takeback", "legal", "corrected"]
    assert game.session.grid == grids[3] and "row 4" in report.html()
