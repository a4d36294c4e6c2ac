"""Checkers, stand-ins and dice on half a backgammon board."""

from dataclasses import dataclass, replace

import numpy as np

from lab.drawing.solids import box, cup
from lab.training.scenes.ball_ground import rgb
from lab.training.scenes.tables import Rng
from vision.drawing.painting import Canvas, Light, Points, Projection, Rgb, blend, in_reach, paint
from vision.drawing.things import Facets, fallen, hull_of
from vision.image import Floats

SIDES = "first", "second"
_TURNS = np.arange(24) * np.pi / 12
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
# Where the pips of a die's upper face are, by value.
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class CheckerMake:
    """A side's checkers: radius and thickness (mm), colours of top and side, and rings on top as shares of the radius
    with how bright each disc within is."""

    radius: float
    thick: float
    top: Rgb
    side: Rgb
    rings: tuple[tuple[float, float], ...]
    gloss: float


@dataclass(frozen=True)
class Checker:
    """A disc whose foot's middle is at (x, y, z) mm, leaning by a slope along x and y; `side`, `row` (1..6) and `layer`
    say where it belongs, row 0 for none."""

    make: CheckerMake
    x: float
    y: float
    z: float
    side: str
    row: int
    layer: int
    slope: tuple[float, float] = (0.0, 0.0)
    standin: bool = False

    def ring(self, share: float, up: float) -> Points:
        """24 x 3 mm: a circle of so much of the radius, so high above the foot."""
        flat = _ROUND * self.make.radius * share
        tilt = flat @ np.array(self.slope) + self.make.radius * float(np.hypot(*self.slope))
        return np.column_stack([flat + np.array([self.x, self.y]), self.z + up + tilt])

    @property
    def middle(self) -> Points:
        """The middle of its upper side, (3,) mm."""
        return np.asarray(self.ring(1.0, self.make.thick).mean(axis=0), float)

    def outline(self, project: Projection) -> Points:
        return hull_of(project(np.vstack([self.ring(1, 0), self.ring(1, self.make.thick)])))

    def shade(self, canvas: Canvas, project: Projection, light: Light) -> None:
        if light.shadow > 0:
            through = np.full(3, 1 - light.shadow)
            hull = fallen(np.vstack([self.ring(1, 0), self.ring(1, self.make.thick)]), light, self.z, project)
            blend(canvas, hull, through, np.zeros(3), blur=2)

    def draw(self, canvas: Canvas, project: Projection, eye: Points, light: Light) -> None:
        make = self.make
        outline = self.outline(project)
        if not in_reach(outline):
            return
        lit = light.sky + light.key * light.direction[2]
        towards = (eye - self.middle)[:2]
        towards = towards / max(float(np.linalg.norm(towards)), 1.0)
        slant = max(0.0, float(towards @ np.array(light.direction[:2])))
        paint(canvas, outline, make.side, 0.6 * light.sky + light.key * (0.15 + 0.85 * slant) * 0.8)
        # The rim's edge catches the light, or lies in the dark.
        paint(canvas, project(self.ring(1, make.thick)), make.top, lit * 0.92)
        for share, bright in make.rings:
            paint(canvas, project(self.ring(share, make.thick)), make.top, lit * bright)
        if make.gloss > 0:
            spot = self.ring(0.4, make.thick) + np.array([*(-np.array(light.direction[:2]) * make.radius * 0.35), 0])
            blend(canvas, project(spot), np.ones(3), np.full(3, make.gloss), blur=3)


def random_rings(rng: Rng) -> tuple[tuple[float, float], ...]:
    """Tops without any ring, plain ones, dished ones, ribbed ones."""
    kind = rng.random()
    if kind < 0.12:
        return ()
    if kind < 0.35:
        return ((float(rng.uniform(0.88, 0.97)), 1.0),)
    if kind < 0.6:
        out = float(rng.uniform(0.6, 0.9))
        deep = float(rng.uniform(0.75, 0.95))
        return (0.96, 1.0), (out, deep * 0.85), (out - 0.06, deep), (out - 0.3, deep * 1.06)
    rings: list[tuple[float, float]] = [(0.95, 1.0)]
    for share in np.linspace(0.85, 0.25, int(rng.integers(2, 6))):
        dark = float(rng.uniform(0.6, 0.92))
        rings += [(float(share), dark), (float(share) - 0.06, float(rng.uniform(0.95, 1.1)))]
    return tuple(rings)


USUAL = (
    (0.1, 0.1, 0.75), (0.1, 0.4, 0.6), (0.0, 0.0, 0.02), (0.04, 0.8, 0.06), (0.0, 0.9, 0.3), (0.62, 0.85, 0.15),
    (0.4, 0.8, 0.08), (0.08, 0.85, 0.35), (0.13, 0.9, 0.6), (0.75, 0.6, 0.1), (0.0, 0.95, 0.12), (0.55, 0.5, 0.4),
)  # fmt: skip


# A share of makes have a colour much like that of the points.
CAMOUFLAGED = 0.12


def random_makes(rng: Rng, pitch: float, inks: tuple[Rgb, ...] = ()) -> tuple[CheckerMake, CheckerMake]:
    """The checkers of both sides, alike but for their colours, which at times are much like a board's `inks`."""
    radius = pitch * float(rng.uniform(0.80, 0.985)) / 2
    thick = radius * 2 * float(rng.uniform(0.14, 0.34))
    rings, gloss = random_rings(rng), float(rng.choice([0.0, rng.uniform(0.02, 0.35)]))
    while True:
        tones = []
        for _ in SIDES:
            hue, grey, value = USUAL[int(rng.integers(len(USUAL)))]
            tone = rgb(rng, hue + rng.normal(0, 0.02), grey, value * float(np.exp(rng.normal(0, 0.25))))
            if rng.random() < 0.2:
                tone = rgb(rng, rng.uniform(), rng.beta(1, 1), float(np.exp(rng.uniform(-4.2, -0.2))))
            elif inks and rng.random() < CAMOUFLAGED:
                red, green, blue = np.clip(np.array(inks[int(rng.integers(len(inks)))]) * _like(rng), 0.003, 0.95)
                tone = float(red), float(green), float(blue)
            tones.append(tone)
        if np.abs(np.diff(np.log(np.array(tones)), axis=0)).max() > 0.9:
            break
    made = []
    for tone in tones:
        side = np.array(tone) * rng.uniform(0.8, 1.05)
        made.append(CheckerMake(radius, thick, tone, (float(side[0]), float(side[1]), float(side[2])), rings, gloss))
    return made[0], made[1]


def _like(rng: Rng) -> Floats:
    """By what a colour differs from another that is much like it, (3,)."""
    return np.asarray(np.exp(rng.choice([-1, 1]) * rng.uniform(0.15, 0.5) + rng.normal(0, 0.12, 3)), float)


def standin(rng: Rng, make: CheckerMake) -> CheckerMake:
    """A coin, a button, another game's piece; many are much smaller than the checkers."""
    radius = make.radius * float(rng.uniform(0.5, 0.7) if rng.random() < 0.5 else rng.uniform(0.7, 0.95))
    metal = rgb(rng, rng.uniform(0.05, 0.13), rng.uniform(0, 0.6), rng.uniform(0.15, 0.6))
    tone = metal if rng.random() < 0.5 else rgb(rng, rng.uniform(), rng.beta(1, 1), rng.uniform(0.02, 0.8))
    return CheckerMake(radius, float(rng.uniform(1.5, 5)), tone, tone, random_rings(rng), 0.1)


def random_counts(rng: Rng) -> tuple[list[int], list[int]]:
    """How many checkers lie on each point, by side: games at their start, in their middle, and anything."""
    found = []
    mode = rng.random()
    for _ in SIDES:
        counts = [2, 3, 3, 3, 3, 2]
        if mode < 0.2:
            for _ in range(int(rng.integers(0, 4))):
                _shift(rng, counts)
        elif mode < 0.65:
            for _ in range(int(rng.integers(3, 30))):
                _shift(rng, counts)
            for _ in range(int(rng.integers(0, 14))):
                row = int(rng.integers(6))
                counts[row] = max(counts[row] - 1, 0)
        elif mode < 0.85:
            weights = rng.dirichlet(np.full(6, 0.5))
            counts = rng.multinomial(int(rng.integers(4, 17)), weights).tolist()
        else:
            counts = [int(c) for c in rng.integers(0, 9, 6)]
        found.append([int(c) for c in counts])
    return found[0], found[1]


def _shift(rng: Rng, counts: list[int]) -> None:
    row = int(rng.integers(6))
    to = row + int(rng.choice([-1, 1]))
    if counts[row] and 0 <= to < 6:
        counts[row], counts[to] = counts[row] - 1, counts[to] + 1


# So many of the rows with checkers have some on top of others.
RAISED = 1 / 3
MOST_RAISED = 3


def random_layers(rng: Rng, counts: tuple[list[int], list[int]], room: int) -> tuple[list[list[int]], list[list[int]]]:
    """How many checkers of each row lie in each layer: at least those for which the board has no `room`, and in a third
    of the rows one to three besides, which come on top or were moved there."""
    made: list[list[list[int]]] = []
    for side in counts:
        first = min(int(rng.choice([4, 5])), room)
        rows = []
        for count in side:
            layers = [min(first, count - at) for at in range(0, count, first)] or [0]
            if len(layers) == 1 and layers[0] and rng.random() < RAISED:
                low, high = layers[0], int(rng.integers(1, MOST_RAISED + 1))
                if low > 1 and rng.random() < 0.5:
                    high = min(high, low // 2)
                    low -= high
                layers = [low, min(high, low)]
            elif len(layers) == 1 and layers[0] == first and first < room and rng.random() < 0.5:
                # As many in one layer as others have in two.
                layers = [min(layers[0] + int(rng.integers(0, 3)), room)]
            rows.append(layers)
        made.append(rows)
    return made[0], made[1]


def place_checkers(
    rng: Rng,
    makes: tuple[CheckerMake, CheckerMake],
    counts: tuple[list[int], list[int]],
    pitch: float,
    depth: float,
) -> tuple[list[Checker], tuple[list[int], list[int]]]:
    """All checkers on their points, rows from the rim inwards, and how many now lie on each: some rows get more."""
    placed: list[Checker] = []
    room = max(int((depth / 2 + makes[0].radius * 0.3) // (2 * makes[0].radius)), 3)
    ragged, loose = float(rng.choice([0.01, 0.04, 0.09])), float(rng.choice([0.02, 0.06, 0.25]))
    piled = float(rng.choice([0.03, 0.1, 0.25]))
    layers = random_layers(rng, counts, room)
    for end, (side, make) in enumerate(zip(SIDES, makes, strict=True)):
        special = int(rng.integers(6)) if rng.random() < 0.45 else -1
        for row in range(6):
            start = make.radius * (1 + abs(rng.normal(0, loose)))
            below: list[Checker] = []
            for layer, count in enumerate(layers[end][row]):
                alone = int(rng.integers(count)) if row == special and layer == 0 and count else -1
                # Most piles begin at the rim, some anywhere.
                skip = int(rng.integers(0, max(len(below) - count, 0) + 1)) if layer and rng.random() < 0.3 else 0
                own: list[Checker] = []
                for k in range(count):
                    kind = standin(rng, make) if k == alone else make
                    if layer == 0:
                        x = (row + 0.5) * pitch + float(np.clip(rng.normal(0, ragged), -0.16, 0.16)) * pitch
                        y, z = start - make.radius + kind.radius, 0.0
                        if k == alone:
                            y += float(rng.uniform(0, 1.2)) * (make.radius - kind.radius)
                        start = y + kind.radius + make.radius * (1.01 + abs(rng.normal(0, loose)))
                    else:
                        under = below[skip + k]
                        aside = rng.normal(0, piled, 2) * make.radius
                        x, y, z = under.x + aside[0], under.y + aside[1], under.z + under.make.thick
                    slope = (0.0, 0.0)
                    if rng.random() < 0.02:
                        slope = float(rng.normal(0, 0.15)), float(rng.normal(0, 0.15))
                    own.append(Checker(kind, float(x), float(y), float(z), side, row + 1, layer, slope, k == alone))
                placed += [replace(one, y=depth - one.y) for one in own] if end else own
                below = own
    first, second = ([sum(row) for row in side] for side in layers)
    return placed, (first, second)


def die(rng: Rng, x: float, y: float, floor: float, half: float, value: int) -> Facets:
    """A pipped die of half an edge `half` mm that shows a value."""
    turn = float(rng.uniform(0, np.pi))
    colour = rgb(rng, rng.uniform(), rng.beta(0.7, 1), float(np.exp(rng.uniform(-4.2, -0.15))))
    body = box(x, y, (half, half), floor, floor + 2 * half, turn, (colour, colour))
    pip = (0.85, 0.85, 0.85) if np.mean(colour) < 0.3 else (0.02, 0.02, 0.02)
    cos, sin, top = np.cos(turn), np.sin(turn), floor + 2 * half
    faces = list(body.faces)
    for a, b in PIPS[value]:
        u, v = a * half * 0.52, b * half * 0.52
        spot = x + u * cos - v * sin, y + u * sin + v * cos
        faces.append(cup(*spot, (half * 0.19, half * 0.19), top, top + 0.05, (pip, pip), 8).faces[-1])
    return Facets(tuple(faces), floor)
