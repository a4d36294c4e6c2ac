"""Drawings of boards and dice as SVG text, readable without colour and on a small screen.

A stack is drawn as it looks from the side: each piece a pyramid with its pips along the foot and its colour's letter.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any

from companion.games.looney_blockade.rules.model import SIDES
from companion.referee.pyramids_svg import CELL, FACES, INK, arrow, cell_box, stack_of
from companion.referee.table_parts import ReportDrawing

FILES, RANKS = "abcde", "54321"
MARGIN = 26
SIDE = 5 * CELL + 2 * MARGIN

NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class LooneyDrawing(ReportDrawing):
    """The board and the dice of a report (see `companion.referee.table.ReportDrawing`); `colours` are letters of pieces
    with those that stand in for them."""

    def __init__(self, colours: Mapping[str, str] = MappingProxyType({})) -> None:
        self._instead = str.maketrans(dict(colours))

    def board(
        self, grid: Mapping[str, str], marked: Iterable[str], moves: Iterable[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        looks = {cell: stack.translate(self._instead) for cell, stack in grid.items()}
        return board_svg(looks, marked, moves, label, empty)

    def commitment(self, value: Mapping[str, Any]) -> str:
        return "".join(die_svg(colour, n) for colour, n in (value.get("roll") or {}).items())

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[move["piece"][0].translate(self._instead)][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {
            side: [FACES[letter.translate(self._instead)][0] for letter in letters] for side, letters in SIDES.items()
        }


def board_svg(
    grid: Mapping[str, str],
    marked: Iterable[str] = (),
    moves: Iterable[Mapping[str, Any]] = (),
    label: str = "board",
    empty: str = "empty",
) -> str:
    """The whole board from above and in front, row 1 nearest: `marked` cells framed, `moves` as arrows; `empty` is how
    a cell without pieces is called.
    """
    marked = set(marked)
    parts = [
        f'<svg class="board" viewBox="0 0 {SIDE} {SIDE}" role="img" aria-label="{escape(label)}">',
        f'<rect class="wood" x="2" y="2" width="{SIDE - 4}" height="{SIDE - 4}" rx="16"/>',
    ]
    for row, rank in enumerate(RANKS):
        middle = MARGIN + row * CELL + CELL / 2 + 5
        parts.append(f'<text class="axis" x="{MARGIN / 2}" y="{middle}">{rank}</text>')
        parts += [cell_box(_corner(file + rank), "cell marked" if file + rank in marked else "cell") for file in FILES]
    parts += [
        f'<text class="axis" x="{MARGIN + i * CELL + CELL / 2}" y="{SIDE - 8}">{file}</text>'
        for i, file in enumerate(FILES)
    ]
    cells = (f"{file}{rank}" for rank in RANKS for file in FILES)
    parts += [stack_of(_corner(cell), cell, grid.get(cell, ""), empty) for cell in cells]
    parts += [arrow(_centre(move["from"]), _centre(move["to"])) for move in moves]
    return "".join(parts) + "</svg>"


def die_svg(colour: str, value: int) -> str:
    """One die showing its value."""
    light, dark = FACES[colour]
    pips = "".join(
        f'<circle cx="{20 + 9.5 * x}" cy="{20 + 9.5 * y}" r="3.9" fill="{INK[colour]}"/>' for x, y in _PIPS[value]
    )
    body = f'<rect x="1.5" y="1.5" width="37" height="37" rx="8" fill="{light}" stroke="{dark}" stroke-width="2"/>'
    label = f"{NAMES[colour]} {value}"
    return f'<svg class="die" viewBox="0 0 40 40" role="img" aria-label="{label}">{body}{pips}</svg>'


def _corner(cell: str) -> tuple[float, float]:
    return MARGIN + FILES.index(cell[0]) * CELL, MARGIN + RANKS.index(cell[1]) * CELL


def _centre(cell: str) -> tuple[float, float]:
    x, y = _corner(cell)
    return x + CELL / 2, y + CELL / 2
