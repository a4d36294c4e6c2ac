"""Random dice on random grounds: makes, lights, lenses and clutter far more varied than any one home has.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.drawing.dice import Canvas, DiceScene, DieLook, Eye, Film, Lamp, Points, Rgb, SolidDie, corners
from vision.drawing.things import Prop

Rng = np.random.Generator

COLOURS = ("red", "yellow", "green", "blue", "white", "black", "other")
COCKED = 0.05
TILE = 512
SIZES = ((640, 480), (640, 480), (640, 640), (640, 400))


@dataclass(frozen=True)
class Thrown:
    """A scene to draw, its dice's colour names, the film to take it on, where other things lie, in pixels, what lies
    over the dice, and how bright the light is at each pixel, if it is uneven."""

    scene: DiceScene
    colours: tuple[str, ...]
    film: Film
    things: tuple[tuple[float, float], ...] = ()
    over: tuple[Prop, ...] = ()
    net: Canvas | None = None


def between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def about(rng: Rng, low: float, high: float) -> float:
    """Evenly spread in its logarithm."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def hsv(hue: float, saturation: float, value: float) -> Rgb:
    """Hue in degrees; the result is taken as linear light."""
    return colorsys.hsv_to_rgb((hue / 360) % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))


# Hue in degrees, saturation and value, each from - to, of plastics that people would call by that name.
TINTS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((-9, 7), (0.82, 1.0), (0.22, 0.8)),
    "yellow": ((32, 58), (0.8, 1.0), (0.4, 0.95)),
    "green": ((112, 158), (0.7, 1.0), (0.09, 0.6)),
    "blue": ((215, 243), (0.75, 1.0), (0.14, 0.8)),
    "purple": ((268, 325), (0.5, 1.0), (0.06, 0.7)),
    "orange": ((10, 21), (0.85, 1.0), (0.6, 0.95)),
    "brown": ((18, 35), (0.5, 0.85), (0.06, 0.3)),
    "teal": ((172, 196), (0.5, 1.0), (0.1, 0.7)),
    "pink": ((-30, 8), (0.3, 0.6), (0.5, 0.95)),
    "grey": ((0, 360), (0.0, 0.1), (0.1, 0.35)),
}
OTHERS, OTHER_SHARES = ("purple", "orange", "brown", "teal", "pink", "grey"), (0.3, 0.2, 0.15, 0.15, 0.1, 0.1)


def body_colour(rng: Rng, name: str) -> Rgb:
    """A plastic that people would call by that name."""
    if name == "white":
        tone = between(rng, 0.62, 0.97)
        return (tone, tone * between(rng, 0.94, 1.02), tone * between(rng, 0.78, 1.03))
    if name == "black":
        tone = about(rng, 0.008, 0.045)
        return (tone, tone * between(rng, 0.9, 1.1), tone * between(rng, 0.9, 1.15))
    hue, saturation, value = TINTS[str(rng.choice(OTHERS, p=OTHER_SHARES)) if name == "other" else name]
    return hsv(between(rng, *hue), between(rng, *saturation), about(rng, *value))


def brightness(colour: Rgb) -> float:
    return float(np.dot(colour, (0.3, 0.59, 0.11)))


def apart(one: Rgb, two: Rgb) -> float:
    """How far two colours lie apart to the eye; 3 from black to white."""
    return float(np.abs(np.sqrt(one) - np.sqrt(two)).sum())


def dim_pips(rng: Rng, body: Rgb, least: float) -> Rgb | None:
    """Painted pips about as dark as the body, mostly red; None where they would be less than `least` apart from it."""
    light = brightness(body)
    tone = max(light, 0.02) * about(rng, 0.8, 3)
    hue = between(rng, -16, 12) if rng.random() < 0.6 else between(rng, 0, 360)
    colour = hsv(hue, between(rng, 0.75, 1), 1)
    r, g, b = (min(c * tone / brightness(colour), 1.0) for c in colour)
    return (r, g, b) if apart((r, g, b), body) > least else None


def pip_colour(rng: Rng, body: Rgb) -> Rgb:
    """Pips that show on the body: mostly white or black, sometimes painted, at times (often on dark) as dim."""
    light = brightness(body)
    if rng.random() < (0.35 if light < 0.06 else 0.08) and (dim := dim_pips(rng, body, 0.35)):
        return dim
    for _ in range(30):
        pick = rng.random()
        if pick < 0.36:
            tone = between(rng, 0.6, 1.0)
            colour = (tone, tone, tone * between(rng, 0.85, 1.0))
        elif pick < 0.56:
            tone = about(rng, 0.005, 0.05)
            colour = (tone, tone, tone)
        else:
            colour = hsv(between(rng, 0, 360), between(rng, 0.6, 1.0), about(rng, 0.12, 1.0))
        if abs(np.cbrt(brightness(colour)) - np.cbrt(light)) + 0.6 * apart(colour, body) > between(rng, 0.35, 0.8):
            return colour
    return (0.9, 0.9, 0.9) if light < 0.3 else (0.01, 0.01, 0.01)


def plain(rng: Rng) -> tuple[DieLook, str]:
    """Any plastic, opaque to clear, with pips of any colour."""
    name = str(rng.choice(COLOURS, p=(0.15, 0.14, 0.14, 0.14, 0.17, 0.09, 0.17)))
    body = body_colour(rng, name)
    second, swirl = body, 0.0
    if name == "other" and rng.random() < 0.55:
        second, swirl = body_colour(rng, str(rng.choice(COLOURS))), between(rng, 0.6, 1.0)
    elif rng.random() < 0.3:
        fade = about(rng, 0.4, 4.5 if name == "black" else 2.2)
        r, g, b = (min(c * fade, 1.0) for c in body)
        second, swirl = (r, g, b), between(rng, 0.3, 1.0)
    clear = 0.0
    if name not in ("white", "black") and rng.random() < 0.42:
        clear = between(rng, 0.75, 1.0) if rng.random() < 0.6 else between(rng, 0.35, 0.8)
    return DieLook(body, pip_colour(rng, body), second, swirl, clear=clear), name


def smoky(rng: Rng) -> tuple[DieLook, str]:
    """Nearly black plastic that lets a little light through, its pips hardly lighter."""
    tone = about(rng, 0.012, 0.09)
    tint = 1 + rng.normal(0, 0.12, 3)
    body = (tone * float(tint[0]), tone * float(tint[1]), tone * float(tint[2]))
    clear = between(rng, 0.2, 0.9) if rng.random() < 0.6 else 0.0
    pip = dim_pips(rng, body, 0.22) or pip_colour(rng, body)
    return DieLook(body, pip, body, clear=clear), "black" if tone < 0.045 else "other"


def marbled(rng: Rng) -> tuple[DieLook, str]:
    """Clouds of two colours, one often black, with pips that stand out from neither by much."""
    names = [str(rng.choice(COLOURS)), "black" if rng.random() < 0.5 else str(rng.choice(COLOURS))]
    first, second = (body_colour(rng, name) for name in rng.permutation(names))
    pip = (dim_pips(rng, second, 0.35) if rng.random() < 0.5 else None) or pip_colour(rng, first)
    clear = between(rng, 0.2, 0.7) if rng.random() < 0.3 else 0.0
    return DieLook(first, pip, second, between(rng, 0.5, 1.0), clear=clear), "other"


def glassy(rng: Rng) -> tuple[DieLook, str]:
    """Coloured glass through which the pips of the lower face shine as brightly as the upper ones, mostly white."""
    name = str(rng.choice(COLOURS[:4])) if rng.random() < 0.85 else "other"
    body = body_colour(rng, name)
    tone = between(rng, 0.7, 1.0)
    pip = (tone, tone, tone) if rng.random() < 0.75 else pip_colour(rng, body)
    return DieLook(body, pip, body, clear=between(rng, 0.8, 1.0)), name


def halved(rng: Rng) -> tuple[DieLook, str]:
    """Two colours that flow into each other in the middle of the die, often black and a bright one, or a pearly one lit
    and in shade; the pips are as dim as they like on one of them.
    """
    bright = body_colour(rng, str(rng.choice(COLOURS)))
    if rng.random() < 0.6:
        dark = body_colour(rng, "black" if rng.random() < 0.7 else str(rng.choice(COLOURS)))
    else:
        fade = about(rng, 0.15, 0.6)
        dark = (bright[0] * fade, bright[1] * fade, bright[2] * fade)
    pip = (dim_pips(rng, bright, 0.4) if rng.random() < 0.5 else None) or pip_colour(rng, bright)
    return DieLook(dark, pip, bright, 1.0), "other"


Make = Callable[[Rng], tuple[DieLook, str]]
MAKES: tuple[Make, ...] = (plain, smoky, marbled, glassy, halved)
MAKE_SHARES = (0.46, 0.18, 0.12, 0.12, 0.12)


def random_ball(rng: Rng) -> float:
    """The radius of the ball that cuts a die's corners, in half edges: it cuts nothing, corners, or faces round."""
    pick = rng.random()
    if pick < 0.5:
        return 1.75
    return between(rng, 1.4, 1.6) if pick < 0.72 else between(rng, 1.28, 1.4)


def random_look(rng: Rng, shares: Sequence[float] = MAKE_SHARES) -> tuple[DieLook, str]:
    make = MAKES[int(rng.choice(len(MAKES), p=shares))]
    look, name = make(rng)
    rounding = float(np.clip(about(rng, 0.05, 0.5), 0.05, 0.45))
    radius = between(rng, 0.13, 0.25)
    look = replace(
        look,
        grain=about(rng, 0.25, 0.8) if make is halved else about(rng, 0.4, 4),
        density=about(rng, 0.12, 1.0),
        lit=about(rng, 0.6 if make is glassy else 0.25, 1.0),
        wall=about(rng, 0.03, 0.5),
        sparkle=between(rng, 0.2, 1.2) if make is glassy and rng.random() < 0.6 else 0.0,
        glitter=between(rng, 0.1, 0.8) if rng.random() < 0.2 else 0.0,
        gloss=about(rng, 0.15, 2.2),
        dish=float(rng.normal(0, 0.35)) if rng.random() < 0.4 else 0.0,
        rounding=rounding,
        ball=random_ball(rng),
        bevel=about(rng, 0.01, 0.15),
        pip_radius=radius,
        ace=between(rng, 1.1, 1.8) if rng.random() < 0.3 else between(rng, 0.9, 1.1),
        spread=float(np.clip(between(rng, 0.42, 0.62), radius + 0.12, 0.86 - radius)),
        crowding=between(rng, 0.85, 1.0) if rng.random() < 0.5 else 1.0,
        depth=between(rng, 0.0, 0.9),
        turned=(bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))),
        mirrored=bool(rng.integers(2)),
    )
    return look, name


def spin(axis: tuple[float, float, float], angle: float) -> Points:
    return np.asarray(cv2.Rodrigues(np.array(axis, float) * angle)[0], float)


def random_eye(rng: Rng, size: tuple[int, int], edge_mm: float, edge_px: float | None = None) -> Eye:
    """A camera from straight above to 50 degrees off, so near that a die's edge takes so many pixels, or else 17 to
    200."""
    width, height = size
    focal = width / 2 / np.tan(np.radians(between(rng, 35, 78)) / 2)
    if edge_px is None:
        edge_px = about(rng, 17, 75) if rng.random() < 0.72 else about(rng, 50, 190)
    reach = focal * edge_mm / edge_px
    steep = rng.random() < 0.45
    lean = abs(rng.normal(0, np.radians(7))) if steep else np.radians(between(rng, 5, 52))
    roll = between(rng, -np.pi, np.pi) if lean < np.radians(14) else float(rng.normal(0, np.radians(7)))
    # The picture's up is away from the camera when it leans.
    place = np.array([0.0, -np.sin(lean), np.cos(lean)]) * reach
    down = np.diag([1.0, -1.0, -1.0])
    turn = spin((0, 0, 1), roll) @ spin((1, 0, 0), -lean) @ down
    matrix = np.array([[focal, 0, width / 2 + rng.normal(0, 8)], [0, focal, height / 2 + rng.normal(0, 8)], [0, 0, 1]])
    return Eye(matrix, turn, place, size)


def on_ground(eye: Eye, pixel: tuple[float, float]) -> Points | None:
    """Where the sight line of a pixel meets the ground, mm; None if it looks too far off."""
    ray = np.linalg.inv(eye.matrix) @ [pixel[0], pixel[1], 1.0] @ eye.turn
    if ray[2] > -0.25 * float(np.linalg.norm(ray)):
        return None
    return np.asarray((eye.place - ray * eye.place[2] / ray[2])[:2])


def square(die: SolidDie) -> Points:
    """A die's shadow from straight above, N x 2."""
    return np.asarray(cv2.convexHull(corners(die)[:, :2].astype(np.float32))[:, 0], float)


def overlap(one: Points, two: Points) -> bool:
    for ring in (one, two):
        edges = np.roll(ring, -1, axis=0) - ring
        across = np.column_stack([-edges[:, 1], edges[:, 0]])
        a, b = one @ across.T, two @ across.T
        if ((a.max(axis=0) <= b.min(axis=0)) | (b.max(axis=0) <= a.min(axis=0))).any():
            return False
    return True


QUARTERS = [
    np.asarray(np.column_stack([a, b, np.cross(a, b)]), float)
    for a in np.vstack([np.eye(3), -np.eye(3)])
    for b in np.vstack([np.eye(3), -np.eye(3)])
    if abs(a @ b) < 0.5
]


def random_dice(
    rng: Rng, eye: Eye, edge_mm: float, make: Make = random_look, most: int = 14
) -> tuple[list[SolidDie], list[str]]:
    """Up to `most` dice that do not cut into each other, often close together; `make` makes their looks."""
    width, height = eye.size
    room = width * height / (eye.matrix[0, 0] * edge_mm / float(np.linalg.norm(eye.place))) ** 2
    most = int(np.clip(room / 6, 1, most))
    wanted = 0 if rng.random() < 0.03 else int(rng.integers(1, most + 1))
    crowd = rng.random() < 0.5
    like = make(rng) if rng.random() < 0.3 else None
    mixed_sizes = rng.random() < 0.4
    dice: list[SolidDie] = []
    names: list[str] = []
    rings: list[Points] = []
    for _ in range(wanted):
        look, name = like or make(rng)
        size = edge_mm * (between(rng, 0.75, 1.3) if mixed_sizes else 1.0)
        for _ in range(12):
            if crowd and dice and rng.random() < 0.75:
                friend = dice[int(rng.integers(len(dice)))]
                angle = between(rng, 0, 2 * np.pi)
                reach = size * between(rng, 0.98, 1.6)
                spot = np.asarray(friend.centre[:2]) + reach * np.array([np.cos(angle), np.sin(angle)])
                yaw = float(np.arctan2(friend.turn[1, 0], friend.turn[0, 0])) if rng.random() < 0.3 else None
            else:
                margin = -0.02 * width if rng.random() < 0.3 else 0.04 * width
                found = on_ground(eye, (between(rng, margin, width - margin), between(rng, margin, height - margin)))
                if found is None:
                    continue
                spot, yaw = found, None
            die = laid(rng, look, size, spot, between(rng, 0, 2 * np.pi) if yaw is None else yaw)
            ring = square(die)
            if not any(overlap(ring, other) for other in rings):
                dice.append(die)
                names.append(name)
                rings.append(ring)
                break
    return dice, names


def laid(rng: Rng, look: DieLook, size: float, spot: Points, yaw: float) -> SolidDie:
    """A die at rest at a spot of the ground, any face up, now and then cocked."""
    turn = spin((0, 0, 1), yaw) @ QUARTERS[int(rng.integers(24))]
    if rng.random() < COCKED:
        lean, way = np.radians(between(rng, 14, 44)), between(rng, 0, 2 * np.pi)
        turn = spin((float(np.cos(way)), float(np.sin(way)), 0), lean) @ turn
    lift = float(np.abs(turn[2]).sum()) * size / 2
    return SolidDie(look, size, (float(spot[0]), float(spot[1]), lift), turn)


def noise(rng: Rng, cells: tuple[int, int], size: int = TILE) -> Canvas:
    """Smooth noise about zero with a given number of cells across and down, size x size."""
    field = rng.standard_normal((cells[1], cells[0]), np.float32)
    return np.asarray(cv2.resize(field, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def texture(rng: Rng) -> Canvas:
    """The look of a piece of ground, TILE x TILE x 3, linear."""
    paper = rng.random() < 0.2
    tone = between(rng, 0.45, 0.9) if paper else about(rng, 0.02, 0.9)
    tint = np.array(hsv(between(rng, 0, 360), rng.beta(1.2, 25 if paper else 2.5), 1.0), np.float32)
    base = tint / max(float(tint.max()), 1e-3) * tone
    kind = rng.choice(["plain", "felt", "wood", "cloth", "blotch", "print"], p=(0.26, 0.18, 0.22, 0.1, 0.14, 0.1))
    field = noise(rng, (4, 4)) * np.float32(between(rng, 0, 0.06))
    if kind == "felt":
        field = field + noise(rng, (TILE, TILE)) * np.float32(between(rng, 0.05, 0.22))
        field = field + noise(rng, (160, 160)) * np.float32(between(rng, 0.03, 0.12))
    elif kind == "wood":
        across = int(rng.integers(40, 160))
        field = field + noise(rng, (int(rng.integers(2, 6)), across)) * np.float32(between(rng, 0.04, 0.2))
        field = field + noise(rng, (int(rng.integers(4, 20)), TILE)) * np.float32(between(rng, 0.01, 0.08))
        bend = np.linspace(0, between(rng, 8, 60), TILE, dtype=np.float32)[:, None] + 3 * noise(rng, (2, 4))
        field = field + np.sin(bend) * np.float32(between(rng, 0, 0.12))
        base = np.array(hsv(between(rng, 14, 40), between(rng, 0.15, 0.8), about(rng, 0.06, 0.85)), np.float32)
        if rng.random() < 0.4:
            for row in range(0, TILE, int(rng.integers(60, 200))):
                field[row : row + 2] -= between(rng, 0.2, 0.6)
    elif kind == "cloth":
        steps = np.arange(TILE, dtype=np.float32) * np.float32(between(rng, 0.4, 1.6))
        field = field + (np.sin(steps)[:, None] + np.sin(steps)[None]) * np.float32(between(rng, 0.04, 0.15))
        field = field + noise(rng, (200, 200)) * np.float32(between(rng, 0.02, 0.1))
    elif kind == "blotch":
        for cells in (5, 12, 40, 120):
            field = field + noise(rng, (cells, cells)) * np.float32(between(rng, 0.02, 0.18))
    ground = base * np.clip(1 + field, 0.1, 3)[..., None]
    if kind in ("print", "blotch") and rng.random() < 0.8:
        other = np.array(rng.uniform(0.02, 0.9, 3), np.float32)
        mask = np.clip(noise(rng, (int(rng.integers(3, 60)), int(rng.integers(3, 60)))) * 6, 0, 1)[..., None]
        ground = ground * (1 - mask) + other * mask * np.clip(1 + field, 0.2, 2)[..., None]
    return np.asarray(ground, np.float32)


def spread_out(rng: Rng, eye: Eye, tile: Canvas, span_mm: float) -> Canvas:
    """A texture laid on the ground plane as the eye sees it."""
    scale = span_mm / TILE
    angle = between(rng, 0, 2 * np.pi)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    middle = rng.uniform(-0.3, 0.3, 2) * span_mm
    to_ground = np.array([[c, -s, middle[0]], [s, c, middle[1]], [0, 0, 1]]) @ np.array(
        [[1, 0, -TILE / 2], [0, 1, -TILE / 2], [0, 0, 1]]
    )
    lens = eye.matrix @ eye.turn
    to_picture = np.column_stack([lens[:, 0], lens[:, 1], -lens @ eye.place]) @ to_ground
    seen = cv2.warpPerspective(tile, to_picture, eye.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(np.maximum(seen, 0.002), np.float32)


def ring_on_ground(rng: Rng, eye: Eye, half: tuple[float, float], spot: Points, yaw: float) -> Points:
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, s], [-s, c]]) + spot
    return eye.project(np.column_stack([flat, np.zeros(4)]))


def filled(size: tuple[int, int], ring: Points) -> Canvas:
    mask = np.zeros(size[::-1], np.float32)
    if np.abs(ring).max() < 3e4:
        cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return mask[..., None]


def mat_or_tray(rng: Rng, eye: Eye, ground: Canvas, edge_mm: float) -> Canvas:
    """A mat or a walled tray somewhere under the dice."""
    half = (edge_mm * between(rng, 2.5, 9), edge_mm * between(rng, 2.5, 9))
    spot, yaw = rng.normal(0, 1.5 * edge_mm, 2), between(rng, 0, np.pi)
    inside = spread_out(rng, eye, texture(rng), edge_mm * between(rng, 4, 30))
    mask = filled(eye.size, ring_on_ground(rng, eye, half, spot, yaw))
    if rng.random() < 0.5:
        wall = edge_mm * between(rng, 0.2, 0.7)
        rim = filled(eye.size, ring_on_ground(rng, eye, (half[0] + wall, half[1] + wall), spot, yaw))
        frame = spread_out(rng, eye, texture(rng), edge_mm * between(rng, 2, 15)) * np.float32(between(rng, 0.2, 1))
        ground = ground * (1 - rim) + frame * rim
        shade = np.asarray(cv2.GaussianBlur(mask[..., 0], (0, 0), between(rng, 2, 12)), np.float32)[..., None]
        inside = inside * np.clip(1 - between(rng, 0.2, 0.9) * (1 - shade) * 1.6, 0.1, 1)
    return np.asarray(ground * (1 - mask) + inside * mask, np.float32)


@dataclass(frozen=True)
class Thing:
    """A thing that is no die: its place, size and colours, and the edge of a die; lengths in pixels."""

    at: Points
    scale: float
    tone: Rgb
    other: Rgb
    edge_px: float

    @property
    def pixel(self) -> tuple[int, int]:
        return int(self.at[0]), int(self.at[1])


def cable(rng: Rng, ground: Canvas, thing: Thing) -> None:
    t = np.linspace(0, 1, 24)[:, None]
    bends = np.sin(t * np.pi * [1, 2]) @ rng.normal(0, 0.25, (2, 2))
    way = thing.at + (t * rng.normal(0, 1, 2) + bends) * ground.shape[1] * 0.7
    width = max(int(thing.edge_px * between(rng, 0.08, 0.35)), 1)
    cv2.polylines(ground, [way.astype(np.int32)], False, thing.tone, width, cv2.LINE_AA)


def disc(rng: Rng, ground: Canvas, thing: Thing) -> None:
    cv2.circle(ground, thing.pixel, max(int(thing.scale * 0.5), 2), thing.tone, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(ground, thing.pixel, max(int(thing.scale * between(rng, 0.1, 0.45)), 1), thing.other, -1)


def keys(rng: Rng, ground: Canvas, thing: Thing) -> None:
    side, gap = max(int(thing.scale * 0.5), 4), max(int(thing.scale * 0.1), 2)
    for i in range(int(rng.integers(1, 6))):
        for j in range(int(rng.integers(1, 4))):
            u, v = thing.pixel[0] + i * (side + gap), thing.pixel[1] + j * (side + gap)
            cv2.rectangle(ground, (u, v), (u + side, v + side), thing.tone, -1)
            if rng.random() < 0.5:
                put(ground, letters(rng, 1), (u + 2, v + side - 3), side / 40, thing.other)


def card(rng: Rng, ground: Canvas, thing: Thing) -> None:
    size = (thing.scale * 2, thing.scale * between(rng, 1, 3))
    ring = cv2.boxPoints(((float(thing.at[0]), float(thing.at[1])), size, between(rng, 0, 90))).astype(np.int32)
    cv2.fillPoly(ground, [ring], thing.tone, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.polylines(ground, [ring], True, thing.other, int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < 0.4:
        put(ground, letters(rng, 6), thing.pixel, thing.scale / 40, thing.other)


def writing(rng: Rng, ground: Canvas, thing: Thing) -> None:
    put(ground, letters(rng, int(rng.integers(1, 9))), thing.pixel, thing.scale / 30, thing.tone)


def label(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A rounded plate with marks on it, as on labels, memory sticks and rulers."""
    across, up = max(thing.scale * between(rng, 0.5, 1.2), 8), max(thing.scale * between(rng, 0.4, 0.8), 6)
    patch = np.zeros((int(2 * up) + 1, int(2 * across) + 1), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        u, v = between(rng, 0, 2 * across), between(rng, 0, 2 * up)
        pick = rng.random()
        if pick < 0.35:
            half = up * between(rng, 0.15, 0.5)
            cv2.rectangle(patch, (int(u - half), int(v - half)), (int(u + half), int(v + half)), 1.0, -1)
        elif pick < 0.6:
            gap = max(int(up * between(rng, 0.1, 0.3)), 2)
            for k in range(int(rng.integers(3, 12))):
                cv2.line(
                    patch, (int(u) + k * gap, int(v)), (int(u) + k * gap, int(v + up * 0.5)), 1.0, max(gap // 3, 1)
                )
        elif pick < 0.85:
            mask = np.zeros(patch.shape, np.uint8)
            text = letters(rng, int(rng.integers(1, 6)))
            size = up / between(rng, 14, 40)
            cv2.putText(
                mask, text, (int(u * 0.6), int(v)), cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(int(2.5 * size), 1)
            )
            patch = np.maximum(patch, mask / np.float32(255))
        else:
            cv2.circle(patch, (int(u), int(v)), max(int(up * between(rng, 0.05, 0.2)), 1), 1.0, -1)
    angle = between(rng, 0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    spin = np.array([[c, -s], [s, c]])
    move = np.column_stack([spin, thing.at - spin @ [across, up]])
    sheet = cv2.warpAffine(np.ones_like(patch), move, ground.shape[1::-1])[..., None]
    marks = cv2.warpAffine(patch, move, ground.shape[1::-1])[..., None]
    ground += sheet * (np.array(thing.tone, np.float32) - ground)
    ground += marks * (np.array(thing.other, np.float32) - ground)


def shard(rng: Rng, ground: Canvas, thing: Thing) -> None:
    ring = thing.at + rng.normal(0, thing.scale * between(rng, 0.5, 2), (int(rng.integers(3, 6)), 2))
    cv2.fillPoly(ground, [ring.astype(np.int32)], thing.tone, cv2.LINE_AA)


def pyramid(rng: Rng, ground: Canvas, thing: Thing) -> None:
    """A pyramid from above: four faces of differing light about a tip."""
    middle = (float(thing.at[0]), float(thing.at[1]))
    box = cv2.boxPoints((middle, (thing.scale, thing.scale), between(rng, 0, 90)))
    tip = thing.at + rng.normal(0, thing.scale * 0.15, 2)
    for k in range(4):
        shade = tuple(c * between(rng, 0.4, 1.2) for c in thing.tone)
        cv2.fillPoly(ground, [np.array([box[k], box[(k + 1) % 4], tip]).astype(np.int32)], shade, cv2.LINE_AA)


def crumbs(rng: Rng, ground: Canvas, thing: Thing) -> None:
    for _ in range(int(rng.integers(2, 30))):
        u, v = thing.at + rng.normal(0, thing.scale * 2, 2)
        radius = max(int(thing.edge_px * between(rng, 0.02, 0.1)), 1)
        cv2.circle(ground, (int(u), int(v)), radius, thing.tone, -1)


THINGS = (cable, disc, keys, keys, card, label, label, writing, shard, pyramid, crumbs)


def clutter(rng: Rng, ground: Canvas, edge_px: float) -> list[tuple[float, float]]:
    """Draws up to five things that are no dice; returns where."""
    height, width = ground.shape[:2]
    places: list[tuple[float, float]] = []
    for _ in range(int(rng.integers(0, 6))):
        tones = [np.clip(about(rng, 0.01, 0.9) * (1 + rng.normal(0, 0.25, 3)), 0, 1).tolist() for _ in range(2)]
        at = np.array([between(rng, 0, width), between(rng, 0, height)])
        thing = Thing(at, edge_px * about(rng, 0.3, 3), tuple(tones[0]), tuple(tones[1]), edge_px)
        THINGS[int(rng.integers(len(THINGS)))](rng, ground, thing)
        places.append((float(at[0]), float(at[1])))
    return places


def letters(rng: Rng, count: int) -> str:
    return "".join(chr(int(c)) for c in rng.integers(48, 122, count))


def put(ground: Canvas, text: str, where: tuple[int, int], size: float, tone: tuple[float, ...]) -> None:
    # OpenCV writes on 8-bit pictures only.
    mask = np.zeros(ground.shape[:2], np.uint8)
    cv2.putText(mask, text, where, cv2.FONT_HERSHEY_SIMPLEX, max(size, 0.2), 255, max(int(2 * size), 1), cv2.LINE_AA)
    share = (mask / np.float32(255))[..., None]
    ground += share * (np.array(tone, np.float32) - ground)


def random_lamps(rng: Rng) -> tuple[list[Lamp], Rgb]:
    """One to six lamps and a sky whose light on level ground adds up to about one."""
    lamps = []
    sky = about(rng, 0.15, 0.95)
    count = int(rng.integers(1, 4)) if rng.random() < 0.6 else int(rng.integers(3, 7))
    for share in rng.dirichlet(np.ones(count)) * (1 - sky):
        climb, way = np.radians(between(rng, 25, 88)), between(rng, 0, 2 * np.pi)
        level = np.cos(climb)
        direction = (float(level * np.cos(way)), float(level * np.sin(way)), float(np.sin(climb)))
        tint = 1 + rng.normal(0, 0.08, 3)
        glow = share / direction[2] * tint
        size = about(rng, 0.06, 0.5)
        lamps.append(
            Lamp(
                direction,
                (float(glow[0]), float(glow[1]), float(glow[2])),
                (size, size * about(rng, 0.3, 1)),
                about(rng, 0.05, 1.0),
                about(rng, 1.5, 30) * 0.06 / (size * size + 0.02),
                between(rng, 0.5, 1.0),
                about(rng, 0.4, 8),
            )
        )
    tint = sky * (1 + rng.normal(0, 0.05, 3))
    return lamps, (float(tint[0]), float(tint[1]), float(tint[2]))


def random_film(rng: Rng, ground: Canvas, edge_px: float) -> Film:
    warmth = rng.normal(0, 0.14)
    balance = np.array([1 + warmth, 1.0, 1 - warmth]) * (1 + rng.normal(0, 0.04, 3))
    bright = float(np.percentile(ground[::8, ::8], 70))
    # A camera exposes for what it sees, though not fully.
    exposure = (0.42 / max(bright, 0.02)) ** between(rng, 0.2, 0.75) * about(rng, 0.7, 1.5)
    exposure = float(np.clip(exposure, 0.45, 2.2))
    soft = min(edge_px / 25, 3.5)
    moved = rng.random() < 0.12
    return Film(
        exposure=exposure,
        balance=(float(balance[0]), float(balance[1]), float(balance[2])),
        gamma=between(rng, 1.8, 2.6),
        contrast=between(rng, -0.3, 0.7),
        saturation=between(rng, 0.75, 1.3),
        blur=between(rng, 0.2, 0.4 + 0.5 * soft) if rng.random() < 0.7 else between(rng, 0.3, 0.9),
        motion=(float(rng.normal(0, soft)), float(rng.normal(0, soft))) if moved else (0.0, 0.0),
        sharpen=between(rng, 0.2, 1.8) if rng.random() < 0.45 else 0.0,
        hue_blur=about(rng, 0.5, 2.5) if rng.random() < 0.4 else 0.0,
        noise=about(rng, 0.002, 0.03),
        grain=between(rng, 0, 1.2),
        quality=int(rng.integers(45, 98)),
    )


def random_throw(rng: Rng, size: tuple[int, int] | None = None) -> Thrown:
    size = size or SIZES[int(rng.integers(len(SIZES)))]
    edge_mm = between(rng, 12, 25)
    eye = random_eye(rng, size, edge_mm)
    edge_px = float(eye.matrix[0, 0] * edge_mm / np.linalg.norm(eye.place))
    span = float(np.linalg.norm(eye.place)) * between(rng, 0.4, 1.6)
    ground = spread_out(rng, eye, texture(rng), span)
    if rng.random() < 0.45:
        ground = mat_or_tray(rng, eye, ground, edge_mm)
    things = clutter(rng, ground, edge_px) if rng.random() < 0.6 else []
    falloff = np.asarray(cv2.resize(noise(rng, (3, 3), 16), size, interpolation=cv2.INTER_CUBIC), np.float32)
    ground *= np.clip(1 + falloff * np.float32(between(rng, 0, 0.15)), 0.4, 1.8)[..., None]
    dice, names = random_dice(rng, eye, edge_mm)
    lamps, sky = random_lamps(rng)
    light = np.array(sky) + sum(np.array(lamp.glow) * lamp.direction[2] for lamp in lamps)
    ground *= np.asarray(light, np.float32)
    film = random_film(rng, ground, edge_px)
    scene = DiceScene(dice, np.ascontiguousarray(ground), eye, lamps, sky)
    return Thrown(scene, tuple(names), film, tuple(things))
