"""Table tops, boards of 7 x 8 squares and what lies flat beside them: pictures for `lab.drawing.floor`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

import cv2
import numpy as np

from lab.drawing.floor import Flat
from lab.training.scenes.tables import Rng
from lab.training.scenes.tray_grounds import carpet, patterned, printed, stone
from vision.drawing.painting import Canvas, Rgb
from vision.geometry.grid import BoardGrid

TILE = 512
# Picture of the board: so many pixels a mm.
FINE = 3.0
LETTERS = cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX


@dataclass(frozen=True)
class BallBoard:
    """A board: its picture, how far it reaches beyond the squares on each side and how thick it is, mm; `high` is the
    height of raised lines or 0."""

    picture: Canvas
    margin: float
    thickness: float
    side: Rgb


def rgb(rng: Rng, hue: float, saturation: float, value: float, spread: float = 0.06) -> Rgb:
    """A linear colour; hue 0..1."""
    shown = np.array([[[(hue % 1) * 360, np.clip(saturation, 0, 1), 1.0]]], np.float32)
    linear = np.asarray(cv2.cvtColor(shown, cv2.COLOR_HSV2RGB), float)[0, 0] * value * (1 + rng.normal(0, spread, 3))
    red, green, blue = (float(c) for c in np.clip(linear, 0.003, 0.95))
    return red, green, blue


def cloud(rng: Rng, size: tuple[int, int], cells: tuple[int, int]) -> Canvas:
    """Smooth noise of mean 0 and spread 1, height x width x 1, with about so many cells down and across."""
    coarse = rng.normal(0, 1, (max(cells[0], 2), max(cells[1], 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)[..., None]


def grain(rng: Rng, size: tuple[int, int], fine: float) -> Canvas:
    """Wood: streaks along the first axis, with rings that wander, mean 0, spread about 1."""
    width = size[1]
    warp = cloud(rng, size, (3, 4))[..., 0] * rng.uniform(0.5, 4)
    across = np.linspace(0, fine, width, dtype=np.float32)[None] + warp
    rings = np.sin(across * 2 * np.pi) + 0.6 * np.sin(across * 5.1 * np.pi + 1)
    streaks = cloud(rng, size, (6, min(width, 400)))[..., 0]
    return np.asarray(0.5 * rings + 0.7 * streaks, np.float32)[..., None]


def wood_colour(rng: Rng) -> Rgb:
    return rgb(
        rng, rng.uniform(0.03, 0.11), rng.uniform(0.35, 0.9), float(np.exp(rng.uniform(np.log(0.03), np.log(0.6))))
    )


# Kinds of table tops and of boards, and how often each is drawn; boards for checkers are red and black, as in America.
TOPS: Mapping[str, float] = {
    "wood": 0.24,
    "planks": 0.17,
    "cloth": 0.15,
    "plain": 0.12,
    "blotched": 0.1,
    "gingham": 0.13,
    "tartan": 0.09,
}
BOARDS: Mapping[str, float] = {
    "vinyl": 0.2,
    "wood": 0.23,
    "suede": 0.14,
    "plastic": 0.09,
    "paper": 0.12,
    "checkers": 0.13,
    "any": 0.09,
}
# Kinds of table tops under other boards.
PLAINER_TOPS: Mapping[str, float] = {
    "wood": 0.28,
    "planks": 0.2,
    "cloth": 0.2,
    "plain": 0.14,
    "blotched": 0.12,
    "checked": 0.06,
}
# A kind of both, on which clear pyramids hardly show.
PALE = "pale wood"


def pale_wood(rng: Rng) -> Rgb:
    """Birch, maple or beech."""
    return rgb(rng, rng.uniform(0.06, 0.12), rng.uniform(0.15, 0.55), rng.uniform(0.3, 0.8))


def random_kind(rng: Rng, kinds: Mapping[str, float]) -> str:
    """One of `TOPS` or `BOARDS`."""
    return str(rng.choice(list(kinds), p=list(kinds.values())))


def table_top(rng: Rng, kind: str = "") -> Flat:
    """A tile for the whole table, of one of the kinds of `TOPS` or of pale wood; as under other boards without one."""
    kind = kind or random_kind(rng, PLAINER_TOPS)
    size = (TILE, TILE)
    if kind in ("gingham", "tartan"):
        return _checked_cloth(rng, kind)
    value = float(np.exp(rng.uniform(np.log(0.012), np.log(0.75))))
    wooden = kind in ("wood", "planks", PALE)
    if wooden:
        base = np.array(pale_wood(rng) if kind == PALE else wood_colour(rng))
    else:
        base = np.array(rgb(rng, rng.uniform(), rng.beta(1, 2), value))
    picture = np.ones((*size, 3), np.float32) * base
    depth = float(rng.uniform(0.03, 0.35))
    span = float(rng.uniform(250, 900))
    if wooden:
        picture *= np.clip(1 + depth * grain(rng, size, rng.uniform(4, 40)), 0.15, 3)
        if kind != "wood":
            count = int(rng.integers(3, 9))
            for k in range(count):
                a, b = k * TILE // count, (k + 1) * TILE // count
                picture[:, a:b] *= np.float32(1 + rng.normal(0, 0.12))
                picture[:, a : a + int(rng.integers(1, 3))] *= np.float32(rng.uniform(0.2, 0.7))
    elif kind == "cloth":
        weave = np.abs(np.sin(np.arange(TILE) * np.pi / rng.integers(2, 5))).astype(np.float32)
        picture *= 1 + depth * 0.5 * (weave[None, :, None] + weave[:, None, None] - 1)
        picture *= 1 + 0.5 * depth * cloud(rng, size, (TILE, TILE))
        span *= 0.4
    elif kind == "blotched":
        cells = int(rng.integers(4, 40))
        other = np.array(rgb(rng, rng.uniform(), rng.beta(1, 2), value * rng.uniform(0.5, 2)))
        share = np.clip(0.5 + cloud(rng, size, (cells, cells)) * rng.uniform(0.3, 2), 0, 1)
        picture = picture * (1 - share) + share * other.astype(np.float32)
    elif kind == "checked":
        count = int(rng.choice([2, 4, 8]))
        picture[::, :] *= np.where(np.arange(TILE) // (TILE // count) % 2, 1, rng.uniform(0.4, 0.95))[None, :, None]
        picture *= np.where(np.arange(TILE) // (TILE // count) % 2, 1, rng.uniform(0.4, 0.95))[:, None, None]
    if rng.random() < 0.5:
        picture *= 1 + 0.06 * cloud(rng, size, (8, 8))
    return Flat(
        np.clip(picture, 0.002, 0.95).astype(np.float32),
        0.0,
        0.0,
        (span, span),
        float(rng.uniform(0, np.pi)),
        repeat=True,
    )


# Tops with a print of their own, and how often each is drawn where one is; the picture of one covers so much, mm.
PRINTED: Mapping[Callable[[Rng], Canvas], float] = {patterned: 0.65, stone: 0.15, printed: 0.12, carpet: 0.08}
PRINT_MM = (150.0, 700.0)


def printed_top(rng: Rng) -> Flat:
    """A tile of cloth with spots, flowers, rings, leaves or stripes, of stone, of printed paper or of carpet."""
    kinds = list(PRINTED)
    picture = kinds[int(rng.choice(len(kinds), p=list(PRINTED.values())))](rng)
    span = float(np.exp(rng.uniform(*np.log(PRINT_MM))))
    shown = np.clip(picture, 0.002, 0.95).astype(np.float32)
    return Flat(shown, 0.0, 0.0, (span, span), float(rng.uniform(0, np.pi)), repeat=True)


# How wide the checks of a gingham are, and all stripes of a tartan up to where they come again, mm.
CHECK_MM, SETT_MM = (5.0, 45.0), (30.0, 160.0)
# Half of all checked cloths lie along the board, give or take so much (radians).
ALONG = 0.05


def _checked_cloth(rng: Rng, kind: str) -> Flat:
    """Threads of several colours that cross: where two cross, every other point shows the one or the other."""
    if kind == "gingham":
        count = 2 * int(rng.integers(6, 17))
        span = count * float(np.exp(rng.uniform(*np.log(CHECK_MM))))
        # A stripe is halved at either end of the tile, since every other tile is mirrored.
        stripe = np.floor(np.arange(TILE) * count / TILE + 0.5).astype(int) % 2
        one, other = _threads(rng)
        across = np.where(stripe[:, None], one[1], one[0])
        down = np.where(stripe[:, None], other[1], other[0])
    else:
        count = int(rng.integers(2, 6))
        span = count * float(rng.uniform(*SETT_MM))
        sett = _sett(rng)
        there_and_back = np.abs(np.arange(TILE) * count / TILE % 2 - 1)
        across = down = sett[np.minimum(there_and_back * len(sett), len(sett) - 1).astype(int)]
    sharpness = int(rng.integers(2, 5))
    v, u = np.mgrid[:TILE, :TILE]
    twill = ((u + v) // sharpness % 2)[..., None] if rng.random() < 0.5 else np.full((TILE, TILE, 1), 0.5)
    cloth = across[None] * (1 - twill) + down[:, None] * twill
    warp = rng.uniform(0, 3) * np.concatenate([cloud(rng, (TILE, TILE), (5, 5)) for _ in range(2)], axis=2)
    u_from, v_from = (np.asarray(at + by, np.float32) for at, by in zip((u, v), np.moveaxis(warp, 2, 0), strict=True))
    picture = cv2.remap(cloth.astype(np.float32), u_from, v_from, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    threads, folds = (1 + rng.uniform(0, 0.12) * cloud(rng, (TILE, TILE), cells) for cells in ((TILE, TILE), (6, 6)))
    picture = np.asarray(picture * threads * folds)
    turn = rng.normal(np.pi / 2 * rng.integers(4), ALONG) if rng.random() < 0.5 else rng.uniform(0, np.pi)
    return Flat(np.clip(picture, 0.002, 0.95).astype(np.float32), 0.0, 0.0, (span, span), float(turn), repeat=True)


def _threads(rng: Rng) -> tuple[tuple[Rgb, Rgb], tuple[Rgb, Rgb]]:
    """Light and dark stripes of a gingham: across, and down, of the same colour or of another."""
    light = _white(rng) if rng.random() < 0.8 else rgb(rng, rng.uniform(), rng.beta(1, 2), rng.uniform(0.25, 0.8))
    dark = _dye(rng)
    other = dark if rng.random() < 0.6 else _dye(rng)
    return (light, dark), (light, other)


def _white(rng: Rng) -> Rgb:
    return rgb(rng, rng.uniform(0.05, 0.17), rng.uniform(0.0, 0.2), rng.uniform(0.55, 0.9), 0.02)


def _dye(rng: Rng) -> Rgb:
    """A strong colour, more often red, blue, green or black."""
    if rng.random() < 0.15:
        return rgb(rng, rng.uniform(), rng.uniform(0, 0.3), rng.uniform(0.01, 0.15))
    hue = float(rng.choice([0.0, 0.33, 0.62, rng.uniform()]) + rng.normal(0, 0.03))
    return rgb(rng, hue, rng.uniform(0.5, 1.0), float(np.exp(rng.uniform(np.log(0.03), np.log(0.6)))))


def _sett(rng: Rng) -> Canvas:
    """The stripes of a tartan, once: a grounds' colour, others, thin bright lines; N x 3."""
    grounds = [_dye(rng) for _ in range(int(rng.integers(1, 4)))]
    lines = [_white(rng), _dye(rng), rgb(rng, 0.15, 0.8, 0.5)]
    stripes = []
    for _ in range(int(rng.integers(3, 9))):
        thin = bool(rng.random() < 0.45)
        colour = (lines if thin else grounds)[int(rng.integers(3 if thin else len(grounds)))]
        stripes += [colour] * int(rng.integers(2, 6) if thin else rng.integers(8, 40))
    return np.array(stripes, np.float32)


def random_board(rng: Rng, grid: BoardGrid, pitch: float, kind: str) -> BallBoard:
    """A board as shops sell them or people draw them, chequered or lined, of one of the kinds of `BOARDS` or of pale
    wood."""
    chequered = kind == "checkers" or bool(rng.random() < 0.58)
    light, dark = _pair(rng, kind)
    cell = light if rng.random() < 0.7 else dark
    line_width = float(
        rng.uniform(0.3, 2.6) if not chequered else rng.choice([0.0, rng.uniform(0.3, 1.6)], p=[0.75, 0.25])
    )
    line = _ink(rng, cell if not chequered else dark)
    margin = float(rng.choice([0.0, rng.uniform(1, 10), rng.uniform(8, 32)], p=[0.08, 0.35, 0.57]))
    frame = [light, dark, _ink(rng, light), cell][int(rng.choice(4, p=[0.3, 0.35, 0.1, 0.25]))] if chequered else cell
    if not chequered and rng.random() < 0.3:
        frame = _pair(rng, kind)[1]
    width, height = grid.files * pitch + 2 * margin, grid.ranks * pitch + 2 * margin
    size = round(height * FINE), round(width * FINE)
    texture = _material(rng, kind, size)
    picture = np.ones((*size, 3), np.float32) * np.array(frame, np.float32)
    border = float(rng.uniform(0.4, 2.5)) if rng.random() < 0.45 and margin > 3 else 0.0
    edge_ink = np.array(_ink(rng, frame), np.float32)

    def box(x0: float, y0: float, x1: float, y1: float, colour: Canvas) -> None:
        u0, u1 = (max(round((x + margin) * FINE), 0) for x in (x0, x1))
        v0, v1 = (max(round((grid.ranks * pitch + margin - y) * FINE), 0) for y in (y1, y0))
        picture[v0:v1, u0:u1] = colour

    along, up, half = grid.files * pitch, grid.ranks * pitch, line_width / 2
    if border:
        room = border + float(rng.choice([0.0, rng.uniform(0, max(margin - border - 1, 0))]))
        box(-room, -room, along + room, up + room, edge_ink)
        inner = room - border
        box(-inner, -inner, along + inner, up + inner, np.array(frame, np.float32))
    if half:
        box(-half, -half, along + half, up + half, np.array(line, np.float32))
    parity = int(rng.integers(2))
    for name in grid.cells:
        x, y = (c - pitch / 2 for c in grid.centre(name, pitch))
        file, rank = grid.place(name)
        colour = np.array((light if (file + rank + parity) % 2 else dark) if chequered else cell, np.float32)
        colour = colour * np.float32(1 + rng.normal(0, 0.03 if kind in ("wood", PALE, "suede") else 0.004))
        box(x + half, y + half, x + pitch - half, y + pitch - half, colour)
    if margin > 7 and rng.random() < 0.55:
        _coordinates(rng, picture, grid, pitch, margin, edge_ink)
    picture *= texture
    if kind == "suede" or rng.random() < 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 3)))
    wooden = kind in ("wood", PALE)
    thickness = {"vinyl": rng.uniform(0.5, 2), "suede": rng.uniform(0.5, 2.5), "paper": rng.uniform(0.2, 0.4)}.get(
        kind, rng.uniform(3, 14) if wooden else rng.uniform(0.3, 6)
    )
    side = np.array(frame) * rng.uniform(0.5, 1.0)
    return BallBoard(
        np.clip(picture, 0.003, 0.95).astype(np.float32),
        margin,
        float(thickness),
        (float(side[0]), float(side[1]), float(side[2])),
    )


def _pair(rng: Rng, kind: str) -> tuple[Rgb, Rgb]:
    """The colours of light and dark squares."""
    if kind == "vinyl":
        light = rgb(rng, rng.uniform(0.08, 0.16), rng.uniform(0.02, 0.35), rng.uniform(0.5, 0.85))
        hue = float(rng.choice([0.38, 0.62, 0.0, 0.06, 0.75, 0.5]) + rng.normal(0, 0.03))
        dark = rgb(rng, hue, rng.uniform(0.5, 1.0), float(np.exp(rng.uniform(np.log(0.02), np.log(0.2)))))
    elif kind == "wood":
        light = rgb(rng, rng.uniform(0.06, 0.12), rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.7))
        dark = rgb(rng, rng.uniform(0.02, 0.09), rng.uniform(0.5, 0.9), rng.uniform(0.02, 0.2))
    elif kind == PALE:
        light, dark = pale_wood(rng), pale_wood(rng)
    elif kind == "suede":
        light = rgb(rng, rng.uniform(0.06, 0.13), rng.uniform(0.2, 0.6), rng.uniform(0.3, 0.65))
        dark = rgb(rng, rng.uniform(0.0, 0.12), rng.uniform(0.2, 0.7), rng.uniform(0.03, 0.15))
    elif kind == "plastic":
        light = rgb(rng, 0.1, 0.05, rng.uniform(0.55, 0.9))
        dark = rgb(rng, rng.uniform(), 0.2, rng.uniform(0.006, 0.05))
    elif kind == "checkers":
        light = rgb(rng, rng.normal(0.0, 0.015), rng.uniform(0.8, 1.0), rng.uniform(0.12, 0.7))
        dark = rgb(rng, rng.uniform(), 0.2, rng.uniform(0.004, 0.03))
    elif kind == "paper":
        light = rgb(rng, rng.uniform(), 0.05, rng.uniform(0.5, 0.88))
        dark = rgb(rng, rng.uniform(), rng.beta(1, 2), rng.uniform(0.02, 0.45))
    else:
        values = np.sort(np.exp(rng.uniform(np.log(0.01), np.log(0.85), 2)))
        dark, light = (rgb(rng, rng.uniform(), rng.beta(1, 1.5), float(v)) for v in values)
    return light, dark


def _ink(rng: Rng, ground: Rgb) -> Rgb:
    """A colour that shows on a ground, mostly."""
    bright = float(np.mean(ground)) > 0.18
    value = rng.uniform(0.005, 0.1) if bright else rng.uniform(0.35, 0.85)
    return rgb(rng, rng.uniform(), rng.beta(0.8, 2), float(value))


def _material(rng: Rng, kind: str, size: tuple[int, int]) -> Canvas:
    small = size[0] // 2, size[1] // 2
    made = np.ones((*small, 1), np.float32)
    if kind in ("wood", PALE):
        streaks = grain(rng, small, rng.uniform(3, 30))
        if rng.random() < 0.5:
            across = np.ascontiguousarray(streaks[..., 0].T)
            streaks = np.asarray(cv2.resize(across, small[::-1]), np.float32)[..., None]
        made += np.float32(rng.uniform(0.03, 0.22)) * streaks
    elif kind == "suede":
        cells = small[0] // int(rng.integers(6, 30)), small[1] // int(rng.integers(6, 30))
        made += np.float32(rng.uniform(0.05, 0.2)) * cloud(rng, small, cells)
    elif rng.random() < 0.6:
        made += np.float32(rng.uniform(0.0, 0.08)) * cloud(
            rng, small, (int(rng.integers(3, 300)), int(rng.integers(3, 300)))
        )
    made += np.float32(rng.uniform(0, 0.06)) * cloud(rng, small, (4, 4))
    whole = np.asarray(cv2.resize(np.ascontiguousarray(made, np.float32), size[::-1]), np.float32)
    return np.clip(whole, 0.3, 1.8)[..., None]


def _coordinates(rng: Rng, picture: Canvas, grid: BoardGrid, pitch: float, margin: float, ink: Canvas) -> None:
    """Letters along the files and numbers along the ranks."""
    font = LETTERS[int(rng.integers(len(LETTERS)))]
    high = min(margin * rng.uniform(0.35, 0.7), 8.0) * FINE
    scale = high / 22
    upper, both = rng.random() < 0.5, rng.random() < 0.6
    turned = rng.random() < 0.5
    for at_far in (False, True) if both else (False,):
        for file in range(grid.files):
            text = ascii_lowercase[file].upper() if upper else ascii_lowercase[file]
            x = (file + 0.5) * pitch + margin
            y = margin / 2 if at_far else margin * 1.5 + grid.ranks * pitch
            _write(picture, text, x * FINE, y * FINE, font, scale, ink, at_far and turned)
        for rank in range(grid.ranks):
            y = margin + (grid.ranks - rank - 0.5) * pitch
            x = margin * 1.5 + grid.files * pitch if at_far else margin / 2
            _write(picture, str(rank + 1), x * FINE, y * FINE, font, scale, ink, at_far and turned)


def _write(picture: Canvas, text: str, u: float, v: float, font: int, scale: float, ink: Canvas, turned: bool) -> None:
    side = int(60 * scale) + 8
    patch = np.zeros((side, side), np.uint8)
    (wide, high), _ = cv2.getTextSize(text, font, scale, 1)
    cv2.putText(
        patch, text, ((side - wide) // 2, (side + high) // 2), font, scale, 255, max(round(1.5 * scale), 1), cv2.LINE_AA
    )
    if turned:
        patch = np.asarray(cv2.rotate(patch, cv2.ROTATE_180))
    u0, v0 = int(u - side / 2), int(v - side / 2)
    a, b = max(v0, 0), max(u0, 0)
    part = picture[a : v0 + side, b : u0 + side]
    share = patch[a - v0 : a - v0 + part.shape[0], b - u0 : b - u0 + part.shape[1], None].astype(np.float32) / 255
    part += share * (ink - part)


def random_sheet(rng: Rng) -> tuple[Canvas, tuple[float, float]]:
    """A paper with writing and small boards, a playing card, a note or a cloth, and its size in mm."""
    kind = str(rng.choice(["rules", "card", "plain", "photo"], p=[0.4, 0.3, 0.2, 0.1]))
    size = {
        "rules": (148, 210),
        "card": (63, 88),
        "plain": (rng.uniform(40, 200), rng.uniform(40, 250)),
        "photo": (90, 60),
    }[kind]
    wide, high = round(size[0] * 3), round(size[1] * 3)
    sheet = np.ones((high, wide, 3), np.float32) * np.array(
        rgb(rng, rng.uniform(), rng.beta(0.5, 3) if kind != "plain" else rng.beta(1, 1), rng.uniform(0.3, 0.88)),
        np.float32,
    )
    ink = np.array(rgb(rng, rng.uniform(), 0.4, rng.uniform(0.01, 0.2)), np.float32)
    if kind == "rules":
        y = int(rng.integers(20, 50))
        while y < high - 30:
            if rng.random() < 0.12:
                y += _small_boards(rng, sheet, y, ink) + 12
                continue
            for x in range(30, wide - 30 - int(rng.integers(0, 120)), int(rng.integers(9, 14))):
                sheet[y : y + 4, x : x + int(rng.integers(3, 9))] = ink * np.float32(1.5)
            y += 11
    elif kind == "card":
        sheet[8:-8, 8:-8] = rgb(rng, rng.uniform(), rng.uniform(0.2, 1), rng.uniform(0.02, 0.8))
        for _ in range(int(rng.integers(2, 14))):
            at = int(rng.integers(20, wide - 20)), int(rng.integers(20, high - 20))
            cv2.circle(
                sheet, at, int(rng.integers(5, 18)), rgb(rng, rng.uniform(), rng.uniform(0.3, 1), 0.6), -1, cv2.LINE_AA
            )
    elif kind == "photo":
        sheet *= np.clip(1 + 0.6 * cloud(rng, (high, wide), (6, 8)), 0.1, 2)
    return np.clip(sheet, 0.003, 0.95), (float(size[0]), float(size[1]))


def _small_boards(rng: Rng, sheet: Canvas, y: int, ink: Canvas) -> int:
    """One to three chequered boards in a row; says how high they are, pixels."""
    side, files, ranks = int(rng.integers(6, 13)), int(rng.integers(4, 9)), int(rng.integers(4, 9))
    x = int(rng.integers(30, 120))
    for _ in range(int(rng.integers(1, 4))):
        for i in range(files):
            for j in range(ranks):
                tone = ink if (i + j) % 2 else sheet[2, 2] * np.float32(0.95)
                u, v = x + i * side, y + j * side
                if u + side < sheet.shape[1] - 10 and v + side < sheet.shape[0] - 10:
                    sheet[v : v + side, u : u + side] = tone
        x += files * side + int(rng.integers(15, 60))
    return side * ranks
