"""Puzzles of Leistiko's Blockade: rows to choose, and turns with them."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.app.puzzles.puzzles import ShownPuzzle
from companion.app.views import BoardPicture, ShownDie
from companion.games.leistiko_blockade.rules.model import Position
from companion.games.leistiko_blockade.screen.shown import WHITE, half_board
from companion.games.leistiko_blockade.table.wording import LeistikoWording
from companion.games.reason import Reason, because


def puzzle(kept: Mapping[str, Any]) -> ShownPuzzle:
    """Return a puzzle as it is shown."""
    position = Position.from_json(kept["position"])
    name = kept["task"].removeprefix("leistiko.")
    given = {"row": kept["row"], "dice": tuple(kept["roll"])} if "row" in kept else {}
    task = because(f"leistiko.puzzle.{name}", side=position.to_move, **given)
    dice = tuple(ShownDie(WHITE, value) for value in kept.get("roll", ()))
    pictures = tuple(_picture(position, steps) for steps in kept["choices"])
    choices, right = tuple(map(_words, kept["choices"])), (kept["right"], kept["grade"])
    return ShownPuzzle(half_board(position), because(f"leistiko.theme.{name}"), task, choices, pictures, *right, dice)


def _words(steps: Sequence[Mapping[str, Any]]) -> Reason:
    if "row" in steps[0]:
        return because("leistiko.table.row", row=steps[0]["row"])
    return LeistikoWording().moves(steps)


def _picture(position: Position, steps: Sequence[Mapping[str, Any]]) -> BoardPicture:
    rows = (step.get("row") or step.get("from") or step.get("leap") for step in steps)
    return half_board(position, dict.fromkeys((f"{position.to_move}.{row}" for row in rows), "mark"))
