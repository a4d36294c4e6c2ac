"""Turntables of Blokus 3D and the masks on them: cut out or printed, in any colours."""

from dataclasses import dataclass

import cv2
import numpy as np

from lab.drawing.solids import prism
from lab.training.scenes.ball_ground import cloud, rgb
from lab.training.scenes.column_pieces import SIDE, Heights
from lab.training.scenes.tables import Rng
from vision.drawing.painting import Canvas, Rgb
from vision.drawing.things import Facets

FINE = 4
"""Pixels a millimetre of what is printed."""
WIDEST_MARGIN = 0.3
"""How far (squares) a sheet reaches beyond its grid at most."""
LETTERS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


@dataclass(frozen=True)
class TurntableLook:
    """A turntable `thickness` mm high, round or square, that reaches `reach` mm from its middle, with a mask: a card
    `card_mm` thick, or print, whose edges lie `shrunk` mm within the grid's or `margin` mm beyond. `frames` are edges
    in the turntable around it: how far beyond the grid (mm), how wide (mm), how bright."""

    pitch: float
    round: bool
    reach: float
    thickness: float
    tint: Rgb
    rim: Rgb
    card: Rgb
    ink: Rgb
    cut_out: bool
    print: str
    lines: tuple[float, float]
    border: float
    inset: float
    structure: str
    players: int
    limits: Heights
    edge: float
    card_mm: float
    shrunk: float
    margin: float
    frames: tuple[tuple[float, float, float], ...]

    @property
    def bed(self) -> float:
        """How far (mm) beyond the grid the turntable is sure to reach."""
        half = SIDE / 2 * self.pitch
        return max(min(self.reach / np.sqrt(2) if self.round else self.reach, 2 * half) - half - 0.5, 0.0)

    def body(self) -> Facets:
        """The turntable itself."""
        middle = SIDE / 2 * self.pitch
        if self.round:
            turns = np.arange(48) * np.pi / 24
            ring = np.column_stack([np.cos(turns), np.sin(turns)]) * self.reach
        else:
            ring = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * self.reach
        return prism(ring + middle, ring + middle, -self.thickness, -0.2, (self.tint, self.rim))


def random_board_look(rng: Rng, structure: str, players: int, limits: Heights, pitch: float) -> TurntableLook:
    """A turntable as made or as people make one."""
    dark = rng.random() < 0.75
    value = float(np.exp(rng.uniform(*np.log((0.006, 0.12) if dark else (0.12, 0.75)))))
    tint = rgb(rng, rng.uniform() if rng.random() < 0.5 else 0.6, rng.uniform(0, 0.4), value)
    usual = rng.random() < 0.6
    card = rgb(
        rng,
        rng.uniform(0.04, 0.12) if usual else rng.uniform(),
        rng.uniform(0.15, 0.75) if usual else rng.beta(1, 2),
        float(np.exp(rng.uniform(np.log(0.12 if usual else 0.02), np.log(0.8)))),
    )
    bright = float(np.mean(card)) > 0.15
    ink = rgb(rng, rng.uniform(), 0.4, rng.uniform(0.005, 0.1) if bright else rng.uniform(0.35, 0.8))
    is_round = bool(rng.random() < 0.5)
    half = SIDE / 2 * pitch
    margin = float(rng.uniform(0.0, WIDEST_MARGIN) * pitch) if rng.random() < 0.6 else 0.0
    reach = half * float(rng.uniform(1.43, 1.75)) if is_round else half * float(rng.uniform(1.02, 1.35)) + margin
    inset = margin if rng.random() < 0.5 else float(rng.uniform(0.5, 6))
    factor = rng.uniform(0.4, 1.4)
    return TurntableLook(
        pitch,
        is_round,
        reach,
        float(rng.uniform(3, 18)),
        tint,
        (tint[0] * factor, tint[1] * factor, tint[2] * factor),
        card,
        ink,
        bool(rng.random() < 0.6),
        str(rng.choice(["plain", "lines", "bricks", "numbers"])),
        (float(rng.uniform(0.3, 1.6)), float(rng.uniform(-0.8, 0.9))),
        float(rng.choice([0.0, rng.uniform(0.3, 2.5)], p=[0.3, 0.7])),
        inset,
        structure,
        players,
        limits,
        float(rng.uniform(0.2, 0.9)),
        float(rng.choice([0.0, rng.uniform(0.3, 2.6)], p=[0.15, 0.85])),
        0.0 if margin else float(rng.choice([0.0, rng.uniform(0.0, 0.13) * pitch], p=[0.2, 0.8])),
        margin,
        tuple(
            (float(rng.uniform(0.0, 0.7) * pitch), float(rng.uniform(0.3, 2.0)), float(rng.uniform(0.2, 2.0)))
            for _ in range(int(rng.integers(0, 4)))
        ),
    )


def bed(seed: int, look: TurntableLook) -> tuple[Canvas, float]:
    """The turntable's surface around and under the card, linear RGB, and how many mm wide it is."""
    rng = np.random.default_rng([seed, 43])
    cell = max(round(look.pitch * FINE), 8)
    fine = cell / look.pitch
    room = round(look.bed * fine)
    size = SIDE * cell + 2 * room
    tint = np.array(look.tint, np.float32)
    picture = np.ones((size, size, 3), np.float32) * tint
    picture *= 1 + np.float32(0.06) * cloud(rng, (size, size), (8, 8))
    for off, wide, bright in look.frames:
        a = room - round(off * fine)
        if a >= 0:
            edge = tuple(float(c) for c in np.clip(tint * bright, 0.001, 0.95))
            cv2.rectangle(picture, (a, a), (size - 1 - a, size - 1 - a), edge, max(round(wide * fine), 1))
    if look.cut_out:
        ruled = tint * (1 + look.lines[1]) if look.lines[1] < 0 else tint + look.lines[1] * np.float32(0.3)
        _rule(rng, picture[room : room + SIDE * cell, room : room + SIDE * cell], look, cell, ruled)
    return np.clip(picture, 0.003, 0.95), size / fine


def _rule(rng: Rng, picture: Canvas, look: TurntableLook, cell: int, ruled: Canvas) -> None:
    """Lines around the squares that are open."""
    width = max(round(look.lines[0] * FINE), 1)
    strong = np.float32(rng.uniform(0.4, 1.0))
    for x, y in np.argwhere(look.limits > 0).tolist():
        u, v = x * cell, (SIDE - 1 - y) * cell
        part = picture[v : v + cell, u : u + cell]
        for strip in (np.s_[:width], np.s_[-width:], np.s_[:, :width], np.s_[:, -width:]):
            part[strip] += strong * (ruled - part[strip])


def sheet(seed: int, look: TurntableLook) -> tuple[Canvas, Canvas, float]:
    """The sheet, linear RGB with its first row at the greatest y, where it is, height x width x 1, and how many mm wide
    it is."""
    rng = np.random.default_rng([seed, 41])
    cell = max(round(look.pitch * FINE), 8)
    side, room = SIDE * cell, round(look.margin * cell / look.pitch)
    size = side + 2 * room
    within = np.s_[room : room + side, room : room + side]
    card, ink = (np.array(c, np.float32) for c in (look.card, look.ink))
    picture = np.ones((size, size, 3), np.float32) * card
    picture *= 1 + np.float32(rng.uniform(0, 0.12)) * cloud(rng, (size, size), (int(rng.integers(3, 60)),) * 2)
    faint = np.float32(rng.uniform(0.55, 0.95) if rng.random() < 0.7 else rng.uniform(1.1, 2.5))
    thin = max(round(look.lines[0] * FINE * 0.5), 1)
    if look.print == "bricks":
        _bricks(rng, picture, cell, faint)
    elif look.print in ("lines", "numbers"):
        _lines(picture if rng.random() < 0.4 else picture[within], room, cell, thin, faint)
    _words(rng, picture[within], look, cell, ink)
    lost = round(look.shrunk * FINE)
    if look.border:
        a, w = lost + round(look.inset * FINE), max(round(look.border * FINE), 1)
        cv2.rectangle(picture, (a, a), (size - a, size - a), tuple(float(c) for c in ink), w)
    open_ = np.flip((look.limits > 0).T, axis=0)
    inside = np.repeat(np.repeat(open_, cell, 0), cell, 1)
    there = np.ones((size, size, 1), np.float32)
    if lost:
        there[:lost] = there[-lost:] = there[:, :lost] = there[:, -lost:] = 0
    if look.cut_out:
        there[within][inside] = 0
    else:
        usual = card * np.float32(rng.uniform(0.6, 1.5))
        other = np.array(rgb(rng, rng.uniform(), rng.beta(1, 2), rng.uniform(0.02, 0.8)), np.float32)
        grid = picture[within]
        grid[inside] = usual if rng.random() < 0.7 else other
        turns = int(rng.integers(4))
        _rule(rng, grid, look, cell, ink)
        for x, y in np.argwhere(look.limits > 0).tolist():
            u, v = x * cell, (SIDE - 1 - y) * cell
            if rng.random() < 0.9:
                _write(grid[v : v + cell, u : u + cell], str(look.limits[x, y]), cell / 55, ink, turns)
    return np.clip(picture, 0.003, 0.95), there, size * look.pitch / cell


def _lines(picture: Canvas, room: int, cell: int, thin: int, faint: np.float32) -> None:
    """The grid's lines, on the grid alone or on to the sheet's edges."""
    size = len(picture)
    first = room if size > SIDE * cell else 0
    for k in range(SIDE + 1):
        at = min(first + k * cell, size - thin)
        picture[at : at + thin] *= faint
        picture[:, at : at + thin] *= faint


def _bricks(rng: Rng, picture: Canvas, cell: int, faint: np.float32) -> None:
    high, wide = max(cell // int(rng.integers(1, 4)), 4), max(int(cell * rng.uniform(0.5, 1.6)), 5)
    for row, at in enumerate(range(0, len(picture), high)):
        picture[at : at + 1] *= faint
        for u in range((row % 2) * wide // 2, len(picture), wide):
            picture[at : at + high, u : u + 1] *= faint


def _words(rng: Rng, picture: Canvas, look: TurntableLook, cell: int, ink: Canvas) -> None:
    """The structure's name along one side and the number of players in a corner."""
    size = len(picture)
    if rng.random() < 0.75:
        text = look.structure.upper() if rng.random() < 0.8 else look.structure
        font, scale = LETTERS[int(rng.integers(4))], cell / float(rng.uniform(28, 60))
        (wide, high), _ = cv2.getTextSize(text, font, scale, 2)
        mask = np.zeros((cell, size), np.uint8)
        at = int(rng.choice([(size - wide) // 2, cell]))
        cv2.putText(mask, text, (at, (cell + high) // 2), font, scale, 255, max(round(scale * 2), 1), cv2.LINE_AA)
        turned = np.rot90(picture, int(rng.integers(4)))
        part = turned[-cell:]
        part += (mask[..., None].astype(np.float32) / 255) * (ink - part)
    if rng.random() < 0.6:
        turned = np.rot90(picture, int(rng.integers(4)))
        _write(turned[-cell:, -cell:], f"{look.players}P", cell / 70, ink, 0)


def _write(part: Canvas, text: str, scale: float, ink: Canvas, turns: int) -> None:
    mask = np.zeros(part.shape[:2], np.uint8)
    (wide, high), _ = cv2.getTextSize(text, LETTERS[1], scale, 1)
    at = (part.shape[1] - wide) // 2, (part.shape[0] + high) // 2
    cv2.putText(mask, text, at, LETTERS[1], scale, 255, max(round(scale * 2), 1), cv2.LINE_AA)
    mask = np.ascontiguousarray(np.rot90(mask, turns))
    part += (mask[..., None].astype(np.float32) / 255) * (ink - part)
