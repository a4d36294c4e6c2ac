"""Drawings of boards and dice as SVG text, readable without colour and on a small screen.

A stack is drawn as it looks from the side: each piece a pyramid with its pips along the foot and its colour's letter.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

FILES, RANKS = "abcde", "54321"
CELL, MARGIN = 100, 26
SIDE = 5 * CELL + 2 * MARGIN

HALF_WIDTH = {"1": 23.0, "2": 32.0, "3": 41.0}
HEIGHT = {"1": 34.0, "2": 46.0, "3": 58.0}
RISE = 9.5
FOOT = 9.0

FACES = {
    "R": ("#f0605a", "#c9302c"),
    "Y": ("#ffd84d", "#dda90f"),
    "G": ("#46bd74", "#1f8a4c"),
    "B": ("#5a8df0", "#2a56bd"),
    "K": ("#4a4f5a", "#1b1e24"),
    "C": ("#f4f7fb", "#c3cbd6"),
}
INK = {"R": "#fff", "Y": "#3a2c00", "G": "#fff", "B": "#fff", "K": "#fff", "C": "#47505c"}
NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class LooneyDrawing:
    """The board and the dice of a report (see `companion.referee.table.ReportDrawing`)."""

    def board(
        self, grid: Mapping[str, str], marked: Iterable[str], moves: Iterable[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        return board_svg(grid, marked, moves, label, empty)

    def commitment(self, value: Mapping[str, Any]) -> str:
        return "".join(die_svg(colour, n) for colour, n in (value.get("roll") or {}).items())

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[move["piece"][0]][0]


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
        parts += [_cell(f"{file}{rank}", f"{file}{rank}" in marked) for file in FILES]
    parts += [
        f'<text class="axis" x="{MARGIN + i * CELL + CELL / 2}" y="{SIDE - 8}">{file}</text>'
        for i, file in enumerate(FILES)
    ]
    cells = (f"{file}{rank}" for rank in RANKS for file in FILES)
    parts += [_stack(cell, grid.get(cell, ""), empty) for cell in cells]
    parts += [_arrow(move["from"], move["to"]) for move in moves]
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


def _cell(cell: str, marked: bool) -> str:
    x, y = _corner(cell)
    kind = "cell marked" if marked else "cell"
    return f'<rect class="{kind}" x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="9"/>'


def _stack(cell: str, stack: str, empty: str) -> str:
    x, y = _corner(cell)
    centre, foot = x + CELL / 2, y + CELL - FOOT
    pieces = [stack[i : i + 2] for i in range(0, len(stack), 2)]
    apex = 0.0
    drawn = []
    for level, piece in enumerate(pieces):
        apex = max(apex + RISE, HEIGHT[piece[1]])
        base = foot - apex + HEIGHT[piece[1]]
        top = level + 1 == len(pieces)
        drawn.append(_pyramid(centre, base, piece))
        if top or level == 0 or pieces[level - 1][0] != piece[0]:
            drawn.append(_letter(centre, base, piece, top))
    title = f"{cell}: {stack or empty}"
    return f"<g><title>{title}</title>{''.join(drawn)}</g>"


def _pyramid(x: float, foot: float, piece: str) -> str:
    colour, size = piece[0], piece[1]
    half, height = HALF_WIDTH[size], HEIGHT[size]
    light, dark = FACES[colour]
    left, edge, right = f"{x - half:.1f} {foot:.1f}", f"{x + half * 0.35:.1f} {foot:.1f}", f"{x + half:.1f} {foot:.1f}"
    top = f"{x:.1f} {foot - height:.1f}"
    pips = "".join(
        f'<circle cx="{x - half * 0.5 + 7 * i:.1f}" cy="{foot - 3.8:.1f}" r="2" fill="{INK[colour]}"/>'
        for i in range(int(size))
    )
    return (
        f'<path d="M{left}L{top}L{edge}Z" fill="{light}"/><path d="M{edge}L{top}L{right}Z" fill="{dark}"/>'
        f'<path class="edge {colour}" d="M{left}L{top}L{right}Z"/>{pips}'
    )


def _letter(x: float, foot: float, piece: str, top: bool) -> str:
    """The colour's letter: in the middle of a piece on top, otherwise at the right end of the foot, which shows."""
    colour, size = piece[0], piece[1]
    across, up = (-1.0, {"1": 6, "2": 10, "3": 14}[size]) if top else (HALF_WIDTH[size] * 0.55, 1.0)
    kind = "letter top" if top else "letter"
    return f'<text class="{kind}" x="{x + across:.1f}" y="{foot - up:.1f}" fill="{INK[colour]}">{colour}</text>'


def _arrow(start: str, end: str) -> str:
    (x0, y0), (x1, y1) = _centre(start), _centre(end)
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1.0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    x0, y0, x1, y1 = x0 + 16 * ux, y0 + 16 * uy, x1 - 14 * ux, y1 - 14 * uy
    bend_x, bend_y = (x0 + x1) / 2 - uy * length * 0.12, (y0 + y1) / 2 + ux * length * 0.12
    tx, ty = x1 - bend_x, y1 - bend_y
    norm = max((tx * tx + ty * ty) ** 0.5, 1.0)
    tx, ty = tx / norm * 13, ty / norm * 13
    head = "".join(f"M{x1:.1f} {y1:.1f}l{-tx - turn * ty * 0.6:.1f} {-ty + turn * tx * 0.6:.1f}" for turn in (1, -1))
    shaft = f"M{x0:.1f} {y0:.1f}Q{bend_x:.1f} {bend_y:.1f} {x1:.1f} {y1:.1f}"
    return f'<path class="halo" d="{shaft}{head}"/><path class="arrow" d="{shaft}{head}"/>'
