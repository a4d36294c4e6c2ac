"""Pyramids on squares as SVG text, for the drawings of a report: readable without colour and on a small screen.

A stack is drawn as it looks from the side: each piece a pyramid with its pips along the foot and its colour's letter.
"""

from html import escape

CELL = 100

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
    "O": ("#ff9a4d", "#d96a10"),
    "P": ("#a46be0", "#6f35ad"),
    "N": ("#45c9d6", "#13919e"),
    "W": ("#ffffff", "#d5d9de"),
}
INK = {
    "R": "#fff",
    "Y": "#3a2c00",
    "G": "#fff",
    "B": "#fff",
    "K": "#fff",
    "C": "#47505c",
    "O": "#fff",
    "P": "#fff",
    "N": "#053b41",
    "W": "#47505c",
}

Corner = tuple[float, float]


def cell_box(corner: Corner, kind: str) -> str:
    """The square of a cell; `kind` are its classes."""
    x, y = corner
    return f'<rect class="{kind}" x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="9"/>'


def stack_of(corner: Corner, cell: str, stack: str, empty: str) -> str:
    """What stands on a cell; `empty` is how a cell without pieces is called."""
    x, y = corner
    centre, foot = x + CELL / 2, y + CELL - FOOT
    pieces = [stack[i : i + 2] for i in range(0, len(stack), 2)]
    apex = 0.0
    drawn = []
    for level, piece in enumerate(pieces):
        apex = max(apex + RISE, HEIGHT[piece[1]])
        base = foot - apex + HEIGHT[piece[1]]
        top = level + 1 == len(pieces)
        drawn.append(pyramid_at(centre, base, piece))
        if top or level == 0 or pieces[level - 1][0] != piece[0]:
            drawn.append(letter_at(centre, base, piece, top))
    title = f"{cell}: {stack or empty}"
    return f"<g><title>{escape(title)}</title>{''.join(drawn)}</g>"


def pyramid_at(x: float, foot: float, piece: str) -> str:
    """A pyramid whose foot's middle is there."""
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


def letter_at(x: float, foot: float, piece: str, top: bool) -> str:
    """The colour's letter: in the middle of a piece on top, otherwise at the right end of the foot, which shows."""
    colour, size = piece[0], piece[1]
    across, up = (-1.0, {"1": 6, "2": 10, "3": 14}[size]) if top else (HALF_WIDTH[size] * 0.55, 1.0)
    kind = "letter top" if top else "letter"
    return f'<text class="{kind}" x="{x + across:.1f}" y="{foot - up:.1f}" fill="{INK[colour]}">{colour}</text>'


def arrow(start: Corner, end: Corner) -> str:
    """A bent arrow from middle to middle."""
    (x0, y0), (x1, y1) = start, end
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
