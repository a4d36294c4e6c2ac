"""The Volcano board and the dice as shapes."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from companion.games.looney_blockade.rules.model import SIDES
from companion.referee.drawing.board import DrawnBoard
from companion.referee.drawing.shapes import DIE_PIPS, FACE_INK, FACES, Box, Circle
from companion.referee.drawing.squares import volcano
from companion.referee.drawing.svg import paint
from companion.referee.grid import Grid, Place
from companion.referee.table_parts import TableDrawing

VOLCANO: Final = volcano()
NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


class LooneyDrawing(TableDrawing):
    """Board and dice; `colours` maps letters of pieces to those that replace them."""

    def __init__(self, colours: Mapping[str, str] = MappingProxyType({})) -> None:
        self._instead = str.maketrans(dict(colours))

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        return VOLCANO

    def looks(self, grid: Grid) -> Grid:
        return {cell: stack.translate(self._instead) for cell, stack in grid.items()}

    def commitment(self, value: Mapping[str, Any]) -> str:
        return "".join(die_svg(colour, n) for colour, n in (value.get("roll") or {}).items())

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[move["piece"][0].translate(self._instead)][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {
            side: [FACES[letter.translate(self._instead)][0] for letter in letters] for side, letters in SIDES.items()
        }


def die_svg(colour: str, value: int) -> str:
    """Draw one die showing its value."""
    light, dark = FACES[colour]
    pips = (Circle(20 + 9.5 * x, 20 + 9.5 * y, 3.9, FACE_INK[colour]) for x, y in DIE_PIPS[value])
    shapes = paint([Box(1.5, 1.5, 37, 37, 8, light, dark, 2), *pips])
    return f'<svg class="die" viewBox="0 0 40 40" role="img" aria-label="{NAMES[colour]} {value}">{shapes}</svg>'
