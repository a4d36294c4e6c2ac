"""Drawings of half a backgammon board and of dice as SVG text."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from companion.games.leistiko_blockade.rules import SIDES
from companion.games.leistiko_blockade.rules.model import ROWS
from companion.games.leistiko_blockade.table.rows import count_of
from companion.referee.grid import Grid, Place
from companion.referee.table_parts import ReportDrawing

POINT, HALF, MARGIN = 56, 190, 26
WIDTH, HEIGHT = 6 * POINT + 2 * MARGIN, 2 * HALF + 2 * MARGIN
FACES = {"first": ("#f4ead7", "#6b4a2b"), "second": ("#3a2618", "#e8c9a0")}
# Beyond so many, checkers overlap.
ROOM = 5


class LeistikoDrawing(ReportDrawing):
    """Board and dice of a report (see `companion.referee.table.ReportDrawing`)."""

    def board(
        self, grid: Grid, marked: Collection[Place], moves: Sequence[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        """The half board from above, the first player near."""
        parts = [
            f'<svg class="board" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">',
            f'<rect class="wood" x="2" y="2" width="{WIDTH - 4}" height="{HEIGHT - 4}" rx="16"/>',
        ]
        for side in SIDES:
            for row in ROWS:
                place = f"{side}.{row}"
                parts.append(_point(side, row, "cell marked" if place in marked else "cell"))
                parts += _checkers(side, row, count_of(grid.get(place, "")))
                middle = MARGIN + (row - 0.5) * POINT
                y = HEIGHT - 8 if side == "first" else MARGIN - 8
                parts.append(f'<text class="axis" x="{middle}" y="{y}">{row}</text>')
        return "".join(parts) + "</svg>"

    def commitment(self, value: Mapping[str, Any]) -> str:
        """The row and the dice."""
        roll = value.get("roll", [])
        dice = roll if isinstance(roll, list | tuple) else [*roll["leap"], "–", *roll["opposed"]]
        said = [f"({value['row']})"] if "row" in value else []
        return "".join(f"<code>{escape(str(each))}</code> " for each in (*said, *dice))

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[str(move["side"])][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {side: FACES[side][:1] for side in SIDES}


def _point(side: str, row: int, kind: str) -> str:
    left = MARGIN + (row - 1) * POINT + 2
    top = MARGIN + (HALF if side == "first" else 0) + 2
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{POINT - 4}" height="{HALF - 4}" rx="6"/>'


def _checkers(side: str, row: int, count: int) -> list[str]:
    face, ring = FACES[side]
    x, radius = MARGIN + (row - 0.5) * POINT, 17
    step = 2 * radius if count <= ROOM else (2 * radius * (ROOM - 1)) / (count - 1)
    up = -1 if side == "first" else 1
    edge = HEIGHT - MARGIN - radius - 4 if side == "first" else MARGIN + radius + 4
    drawn = [
        f'<circle cx="{x}" cy="{edge + up * level * step:.1f}" r="{radius}" fill="{face}" stroke="{ring}"'
        ' stroke-width="2"/>'
        for level in range(count)
    ]
    if count:
        y = edge + up * (count - 1) * step + 5
        drawn.append(f'<text x="{x}" y="{y:.1f}" text-anchor="middle" fill="{ring}">{count}</text>')
    return drawn
