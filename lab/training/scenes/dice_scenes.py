"""Random dice on random grounds: makes, lights, lenses and clutter far more varied than any one home has.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from lab.drawing.dice import Canvas, DiceScene, DieLook, Eye, Film, Lamp, Points, Rgb, SolidDie, corners
from lab.training.scenes.dice_grounds import clutter, mat_or_tray, noise, spin, spread_out, texture
from lab.training.scenes.dice_looks import Make, Rng, about, between, random_look
from vision.drawing.things import Prop

COCKED = 0.05
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
