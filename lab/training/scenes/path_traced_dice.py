"""Draws dice by tracing light paths: clear plastic shows its lower and side pips by refraction and inner mirroring,
which `lab.drawing.dice` can only hint at. Same looks, same poses, same truth. Needs what `light_paths` needs.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import mitsuba as mi
import numpy as np

from lab.drawing.dice import Canvas, DiceScene, DieLook, Eye, Points, SolidDie, face_value, layout
from lab.training.scenes.dice_looks import Rng, between
from lab.training.scenes.light_paths import Faces, camera, mesh, picture, prepare, room
from lab.training.scenes.tables import random_light

# Below so much of clearness a die counts as opaque; what is between is glass with clouds.
OPAQUE = 0.5
GRID = 25
DISC = 20
LIFT_MM = 0.2
GROUND_MM = 600.0


def straight(eye: Eye) -> Eye:
    """The same camera with its axis through the picture's middle, as tracing wants it."""
    matrix = eye.matrix.copy()
    matrix[:2, 2] = eye.size[0] / 2, eye.size[1] / 2
    return replace(eye, matrix=matrix)


def trace(rng: Rng, scene: DiceScene, tile: Canvas, span_mm: float, samples: int) -> Canvas:
    """Linear RGB, height x width x 3. Of the scene only dice and eye count; the ground is `tile`, `span_mm` wide and
    repeated in mirrors, the light is drawn anew."""
    prepare()
    repeat = 2 * GROUND_MM / span_mm
    pattern = {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(tile)),
        "raw": True,
        "wrap_mode": "mirror",
        "to_uv": mi.ScalarTransform4f().rotate([0, 0, 1], float(rng.uniform(0, 360))).scale([repeat, repeat, 1]),
    }
    parts: dict[str, Any] = {
        "sensor": camera(scene.eye.size, float(scene.eye.matrix[0, 0]), scene.eye.turn, scene.eye.place),
        "sky": room(rng, random_light(rng)),
        "ground": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().scale([GROUND_MM, GROUND_MM, 1]),
            "bsdf": {"type": "diffuse", "reflectance": pattern},
        },
    }
    for k, die in enumerate(scene.dice):
        parts |= _die(rng, die, str(k))
    return picture(parts, int(rng.integers(2**31)), samples)


def _die(rng: Rng, die: SolidDie, name: str) -> dict[str, Any]:
    vertices, normals, faces = _body(die.look)
    plastic, absorption = _plastic(rng, die)
    # Pips are painted on, or lie a little below the surface of clear plastic.
    depth = between(rng, 0.01, 0.08) if die.look.clear >= OPAQUE and rng.random() < 0.5 else -0.004
    discs, sides = _pips(die.look, depth)
    paint = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _rgb(die.look.pip)}}
    return {
        f"body_{name}": mesh(f"b{name}", _placed(die, vertices), faces, plastic, absorption, normals @ die.turn.T),
        f"pips_{name}": mesh(f"p{name}", _placed(die, discs), sides, paint, absorption),
    }


def _placed(die: SolidDie, points: Points) -> Points:
    middle = np.asarray(die.centre) + np.array([0, 0, LIFT_MM])
    return np.asarray(middle + points @ die.turn.T * die.size / 2, np.float64)


def _plastic(rng: Rng, die: SolidDie) -> tuple[dict[str, Any], Sequence[float]]:
    """Surface, and absorption per mm."""
    look = die.look
    if look.clear < OPAQUE:
        alpha = between(rng, 0.03, 0.25)
        return {"type": "roughplastic", "diffuse_reflectance": _rgb(look.body), "alpha": alpha}, (0.0, 0.0, 0.0)
    tint = np.clip(np.asarray(look.body) * 1.6, 0.01, 0.98)
    absorption = [float(a) for a in -np.log(tint) * look.density * 1.2 / die.size]
    index = between(rng, 1.45, 1.6)
    clear: dict[str, Any] = {"type": "dielectric", "int_ior": index}
    if rng.random() < 0.3:
        clear = {"type": "roughdielectric", "int_ior": index, "alpha": between(rng, 0.01, 0.12)}
    cloud = (1 - look.clear) * 0.5
    if cloud < 0.03:
        return clear, absorption
    dull = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _rgb(look.body)}}
    return {"type": "blendbsdf", "weight": float(cloud), "first": clear, "second": dull}, absorption


def _rgb(colour: Sequence[float]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(min(max(c, 0.003), 0.98)) for c in colour]}


def _body(look: DieLook) -> tuple[Points, Points, Faces]:
    """Corners and normals of the rounded cube in half edges, and its triangles, normals outwards."""
    core = 1 - look.rounding
    steps = np.unique(np.concatenate([np.linspace(-1, 1, GRID), [-core, core]]))
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps, indexing="ij"))
    count = len(steps)
    start = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    square = np.column_stack([start, start + count, start + count + 1, start, start + count + 1, start + 1])
    points: list[Points] = []
    normals: list[Points] = []
    faces: list[Faces] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            flat = np.empty((len(u), 3))
            flat[:, axis], flat[:, (axis + 1) % 3], flat[:, (axis + 2) % 3] = sign, u, v
            inner = np.clip(flat, -core, core)
            way = flat - inner
            way /= np.linalg.norm(way, axis=1, keepdims=True)
            spots = inner + look.rounding * way
            radius = np.linalg.norm(spots, axis=1, keepdims=True)
            cut = radius > look.ball
            normals.append(np.where(cut, spots / radius, way))
            points.append(np.where(cut, spots * look.ball / radius, spots))
            ways = square.reshape(-1, 3)
            faces.append((ways if sign > 0 else ways[:, ::-1]) + len(u) * len(faces))
    return np.vstack(points), np.vstack(normals), np.vstack(faces).astype(np.uint32)


def _pips(look: DieLook, depth: float) -> tuple[Points, Faces]:
    """A disc for every pip, `depth` below its face, in half edges."""
    angles = np.arange(DISC) * 2 * np.pi / DISC
    fan = np.array([[0, i, i + 1] for i in range(1, DISC - 1)])
    vertices: list[Points] = []
    faces: list[Faces] = []
    for k in range(6):
        axis, sign = k // 2, 1.0 if k % 2 == 0 else -1.0
        value = face_value(look, axis, sign > 0)
        radius = look.pip_radius * (look.ace if value == 1 else 1)
        for spot in layout(value, look, look.turned[axis]):
            ring = spot + radius * np.column_stack([np.cos(angles), np.sin(angles)])
            disc = np.insert(ring, axis, sign * (1 - depth), axis=1)
            # The other two axes follow in order, which turns the ring round for the y axis.
            outwards = (sign > 0) == (axis != 1)
            faces.append((fan if outwards else fan[:, ::-1]) + DISC * len(vertices))
            vertices.append(disc)
    return np.vstack(vertices), np.vstack(faces).astype(np.uint32)
