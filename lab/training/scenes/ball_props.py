"""What else is on and over random Pyramid Ball tables: cups, boxes, dice, hourglasses, screens, hands."""

from collections.abc import Sequence

import numpy as np

from lab.drawing.solids import box, cup
from lab.training.scenes.ball_ground import rgb
from lab.training.scenes.ball_pieces import FORWARD, RIGHT, Layout
from lab.training.scenes.tables import Rng
from vision.drawing.hands import hand_at
from vision.drawing.painting import Rgb
from vision.drawing.things import Facets, Hand, Prop, folded_screen

# Room that pyramids need around a prop, mm.
ROOM_MM = 26.0


def any_colour(rng: Rng) -> Rgb:
    return rgb(rng, rng.uniform(), rng.beta(1, 1), float(np.exp(rng.uniform(np.log(0.02), np.log(0.8)))))


def random_props(rng: Rng, layout: Layout, floor: float) -> list[Prop]:
    """Things beside the board, none where pyramids are."""
    made: list[Prop] = []
    taken: list[tuple[float, float, float]] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 5], p=[0.25, 0.25, 0.25, 0.15, 0.1]))):
        kind = str(rng.choice(["box", "cup", "die", "hourglass", "phone", "coin"], p=[0.2, 0.2, 0.2, 0.15, 0.15, 0.1]))
        radius = {"box": 95, "cup": 42, "die": 11, "hourglass": 24, "phone": 80, "coin": 12}[kind]
        spot = _free_spot(rng, layout, taken, radius)
        if spot is not None:
            taken.append((*spot, radius))
            made += prop(rng, kind, spot, floor)
    return made


def _free_spot(
    rng: Rng, layout: Layout, taken: Sequence[tuple[float, float, float]], radius: float
) -> tuple[float, float] | None:
    x0, y0, x1, y1 = layout.board
    for _ in range(20):
        x, y = float(rng.uniform(x0 - 280, x1 + 280)), float(rng.uniform(y0 - 260, y1 + 260))
        off_board = np.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
        if off_board < radius + 4 or any(np.hypot(p.x - x, p.y - y) < radius + ROOM_MM for p in layout.pieces):
            continue
        if all(np.hypot(a - x, b - y) > radius + r for a, b, r in taken):
            return x, y
    return None


def prop(rng: Rng, kind: str, spot: tuple[float, float], floor: float) -> list[Prop]:
    """The parts of one thing that stands at a spot."""
    x, y = spot
    turn = float(rng.uniform(0, np.pi))
    colour = any_colour(rng)
    if kind == "box":
        half = float(rng.uniform(30, 75)), float(rng.uniform(25, 60))
        return [box(x, y, half, floor, floor + float(rng.uniform(15, 60)), turn, (any_colour(rng), colour))]
    if kind == "cup":
        radius, high = float(rng.uniform(28, 42)), float(rng.uniform(50, 105))
        drink = any_colour(rng)
        mug = cup(x, y, (radius * 0.9, radius), floor, floor + high, (colour, colour))
        inside = cup(x, y, (radius * 0.88, radius * 0.88), floor + high - 0.5, floor + high, (drink, colour))
        return [Facets((*mug.faces, inside.faces[-1]), floor)]
    if kind == "die":
        return [_die(rng, x, y, float(rng.uniform(6, 9)), floor, turn, colour)]
    if kind == "hourglass":
        radius, high = float(rng.uniform(10, 18)), float(rng.uniform(40, 90))
        sand = any_colour(rng)
        ends, glass = (colour, colour), (sand, sand)
        middle = floor + high / 2
        faces = [
            *cup(x, y, (radius, radius), floor, floor + 4, ends, 14).faces,
            *cup(x, y, (radius * 0.8, radius * 0.15), floor + 4, middle, glass, 14).faces,
            *cup(x, y, (radius * 0.15, radius * 0.8), middle, floor + high - 4, glass, 14).faces,
            *cup(x, y, (radius, radius), floor + high - 4, floor + high, ends, 14).faces,
        ]
        return [Facets(tuple(faces), floor)]
    if kind == "phone":
        body = box(x, y, (36, 74), floor, floor + 8, turn, ((0.01, 0.01, 0.012), (0.02, 0.02, 0.02)))
        if rng.random() < 0.5:
            glow = box(x, y, (32, 68), floor + 8, floor + 8.2, turn, (any_colour(rng), (0.02, 0.02, 0.02)))
            body = Facets((*body.faces, glow.faces[-1]), floor)
        return [body]
    return [cup(x, y, (10, 10), floor, floor + 2, (colour, colour), 16)]


def _die(rng: Rng, x: float, y: float, half: float, floor: float, turn: float, colour: Rgb) -> Facets:
    body = box(x, y, (half, half), floor, floor + 2 * half, turn, (colour, colour))
    pip = (0.85, 0.85, 0.85) if np.mean(colour) < 0.35 else (0.02, 0.02, 0.02)
    cos, sin = np.cos(turn), np.sin(turn)
    spots = [(0, 0)] if rng.random() < 0.4 else [(-1, -1), (1, 1), (-1, 1), (1, -1)]
    faces = list(body.faces)
    for a, b in spots:
        u, v = a * half * 0.5, b * half * 0.5
        top = floor + 2 * half
        faces.append(
            cup(x + u * cos - v * sin, y + u * sin + v * cos, (1.2, 1.2), top, top + 0.05, (pip, pip), 8).faces[-1]
        )
    return Facets(tuple(faces), floor)


def screen_before(rng: Rng, layout: Layout, end: str, floor: float) -> Facets:
    """A folded cardboard around an end's program, open towards its player."""
    pieces = [p for p in layout.pieces if p.role.startswith(f"{end}.") and p.role[len(end) + 1] in "SML"]
    forward, right = np.array(FORWARD[end]), np.array(RIGHT[end])
    spots = np.array([[p.x, p.y] for p in pieces])
    front = float((spots @ forward).max()) + rng.uniform(20, 38)
    sideways = spots @ right
    middle = forward * front + right * (float(sideways.mean()) + rng.normal(0, 8))
    across = float(np.ptp(sideways)) + rng.uniform(40, 90)
    turn = float(np.arctan2(-right[1], -right[0]) + rng.normal(0, 0.06))
    height, wing = float(rng.uniform(60, 150)), float(rng.uniform(40, 130))
    return folded_screen(float(middle[0]), float(middle[1]), across, wing, height, turn, floor, any_colour(rng))


def random_hand_at(rng: Rng, target: tuple[float, float, float], away: float, floor: float) -> Hand:
    """An arm of anybody, bare, sleeved or gloved; the arguments are those of `hand_at`."""
    tone = float(np.exp(rng.uniform(np.log(0.12), np.log(1.1))))
    shade = np.clip(np.array([0.65, 0.38, 0.28]) * tone * (1 + rng.normal(0, 0.08, 3)), 0.01, 0.9)
    skin = any_colour(rng) if rng.random() < 0.06 else (float(shade[0]), float(shade[1]), float(shade[2]))
    sleeve = any_colour(rng) if rng.random() < 0.7 else skin
    return hand_at(rng, target, away, floor, skin, sleeve)
