"""Drawings of the structure as SVG text, from above: the colour's letter on top of every column, and its height."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from companion.games.blokus3d.rules import LETTERS, Position
from companion.games.blokus3d.rules.structures import BOARD
from companion.games.blokus3d.table.squares import edge_name
from companion.referee.grid import Grid, Place
from companion.referee.pyramids_svg import FACES, INK
from companion.referee.table_parts import ReportDrawing

CELL, MARGIN = 60, 26


class BlokusDrawing(ReportDrawing):
    """The turntable of a report (see `companion.referee.table.ReportDrawing`)."""

    def __init__(self, start: Position) -> None:
        self._mask = frozenset(start.columns)

    def board(
        self, grid: Grid, marked: Collection[Place], moves: Sequence[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        placed = {f"{x},{y}" for move in moves for x, y, _ in move["cells"]}
        shown = {**dict.fromkeys(self._mask, ""), **self.shown(grid)}
        xs, ys = (sorted(map(int, each)) for each in zip(*(place.split(",") for place in shown), strict=True))
        x, y = xs[0] * CELL, (BOARD - 1 - ys[-1]) * CELL
        width, height = ((each[-1] - each[0] + 1) * CELL + 2 * MARGIN for each in (xs, ys))
        parts = [
            f'<svg class="board" viewBox="{x} {y} {width} {height}" role="img" aria-label="{escape(label)}">',
            f'<rect class="wood" x="{x + 2}" y="{y + 2}" width="{width - 4}" height="{height - 4}" rx="16"/>',
        ]
        for n in range(xs[0], xs[-1] + 1):
            middle = MARGIN + (n + 0.5) * CELL
            parts.append(f'<text class="axis" x="{middle}" y="{y + height - 8}">{edge_name(n, n)[:1]}</text>')
        for n in range(ys[0], ys[-1] + 1):
            middle = MARGIN + (BOARD - n - 0.5) * CELL + 5
            parts.append(f'<text class="axis" x="{x + MARGIN / 2}" y="{middle}">{edge_name(n, n)[1:]}</text>')
        for place, column in shown.items():
            parts.append(_square(place, column, place in marked or place in placed, empty))
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
