"""Puzzles of Looney Blockade: turns of one colour."""

from collections.abc import Mapping
from typing import Any

from companion.app.puzzles.puzzles import ShownPuzzle
from companion.app.views import BoardPicture, ShownDie, Tone
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import because

ARROWS: Tone = "accent"


def puzzle(kept: Mapping[str, Any]) -> ShownPuzzle:
    """Return a puzzle as it is shown."""
    position, name, colour = kept["position"], kept["task"].removeprefix("looney."), kept["colour"]
    asked = {"side": position["to_move"], "colour": colour, "points": kept["roll"][colour]}
    arrows = (tuple((move["from"], move["to"], ARROWS) for move in moves) for moves in kept["choices"])
    return ShownPuzzle(
        BoardPicture(position["grid"]),
        because(f"looney.theme.{name}"),
        because(f"looney.puzzle.{name}", **asked),
        tuple(map(LooneyWording().moves, kept["choices"])),
        tuple(BoardPicture(position["grid"], arrows=each) for each in arrows),
        kept["right"],
        kept["grade"],
        tuple(ShownDie(colour, value) for colour, value in kept["roll"].items()),
    )
