"""Drawings of the structure as SVG text, from above: the colour's letter on top of every column, and its height."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from companion.games.blokus3d.rules import LETTERS, Position
from companion.games.blokus3d.rules.structures import BOARD
from companion.referee.grid import Grid, Place
from companion.referee.pyramids_svg import FACES, INK
from companion.referee.table_parts import ReportDrawing
from companion.texts.language import square_name

CELL, MARGIN = 60, 26
SIDE = BOARD * CELL + 2 * MARGIN


class BlokusDrawing(ReportDrawing):
    """The turntable of a report (see `companion.referee.table.ReportDrawing`)."""

    def __init__(self, start: Position) -> None:
        self._mask = frozenset(start.columns)

    def board(
        self, grid: Grid, marked: Collection[Place], moves: Sequence[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        placed = {f"{x},{y}" for move in moves for x, y, _ in move["cells"]}
        parts = [
            f'<svg class="board" viewBox="0 0 {SIDE} {SIDE}" role="img" aria-label="{escape(label)}">',
            f'<rect class="wood" x="2" y="2" width="{SIDE - 4}" height="{SIDE - 4}" rx="16"/>',
        ]
        for n in range(BOARD):
            file, rank = square_name(n, n)[:1], square_name(n, n)[1:]
            middle = MARGIN + (n + 0.5) * CELL
            parts.append(f'<text class="axis" x="{middle}" y="{SIDE - 8}">{file}</text>')
            parts.append(f'<text class="axis" x="{MARGIN / 2}" y="{SIDE - middle + 5}">{rank}</text>')
        for place in (*self._mask, *(place for place, column in grid.items() if column and place not in self._mask)):
            parts.append(_square(place, grid.get(place, ""), place in marked or place in placed, empty))
        return "".join(parts) + "</svg>"

    def shown(self, grid: Grid) -> Grid:
        return {place: column for place, column in grid.items() if column or place in self._mask}

    def commitment(self, value: Mapping[str, Any]) -> str:
        return ""

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[LETTERS[str(move["player"])]][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {colour: [FACES[letter][0]] for colour, letter in LETTERS.items()}


def _square(place: Place, column: str, marked: bool, empty: str) -> str:
    x, y = (int(part) for part in place.split(","))
    left, top = MARGIN + x * CELL, MARGIN + (BOARD - 1 - y) * CELL
    box = f'x="{left + 2}" y="{top + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="7"'
    parts = [f'<rect class="{"cell marked" if marked else "cell"}" {box}/>']
    if column:
        light, dark = FACES[column[-1]]
        inner = f'x="{left + 7}" y="{top + 7}" width="{CELL - 14}" height="{CELL - 14}" rx="5"'
        middle = f'x="{left + CELL / 2}" y="{top + CELL / 2 + 7}"'
        parts.append(f'<rect {inner} fill="{light}" stroke="{dark}" stroke-width="2"/>')
        parts.append(f'<text class="letter top" {middle} fill="{INK[column[-1]]}">{column[-1]}{len(column)}</text>')
    return f"<g><title>{escape(f'{place}: {column or empty}')}</title>{''.join(parts)}</g>"
