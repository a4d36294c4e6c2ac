"""Draws a table by tracing light paths (Mitsuba 3, denoised by Open Image Denoise): what refraction does to plastic.

The plain renderer of `vision.drawing.table` is a hundred times quicker, but hollow translucent pyramids owe much of
their look to light that is bent and thrown back inside, which only path tracing shows. Same scenes, same board
frame, same colours as `vision.drawing.table`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import mitsuba as mi
import numpy as np

from lab.training.scenes.light_paths import Faces, camera, mesh, picture, prepare, room
from lab.training.scenes.tables import BoardEye, Rng
from vision.drawing.painting import Canvas, Points
from vision.drawing.table import (
    PIP_ABOVE_EDGE_MM,
    PIP_RADIUS_MM,
    PIP_SPACING_MM,
    BoardStyle,
    Body,
    Placing,
    Plastic,
    Scene,
    standing_bodies,
)
from vision.geometry.grid import VOLCANO
from vision.geometry.lying import lying_corners
from vision.geometry.solids import solids
from vision.networks.trained_for import CELLS

TEXTURE = 512
# Walls are thinner than the stacking rise by a sliver of air, so that nested walls never coincide.
AIR_MM = (0.25, 1.2)
# From dark plastic to so pale that the board shows plainly through every wall, as it does through real ones.
FULL_MM = (1.0, 12.0)
FAR_BELOW_MM = -5000.0


def trace(scene: Scene, eye: BoardEye, seed: int, samples: int) -> Canvas:
    """Linear RGB, height x width x 3. The camera is `eye` without its distortion; `seed` fixes what the scene does not
    say: wall thickness, surface finish, where the lamps are. `samples` are the paths a pixel."""
    prepare()
    rng = np.random.default_rng([seed, 77])
    turn = np.asarray(cv2.Rodrigues(eye.rotation)[0], np.float64)
    parts: dict[str, Any] = {
        "sensor": camera(eye.size, float(eye.matrix[0, 0]), turn, eye.camera_centre),
        "sky": room(rng, scene.light),
        **_ground(rng, scene),
        **pyramids(rng, _standing(scene), scene.plastics, scene.rise),
    }
    return picture(parts, seed, samples)


def _ground(rng: Rng, scene: Scene) -> dict[str, Any]:
    middle, side = 2.5 * scene.pitch, 900.0
    table = _flat(middle, side, -rng.uniform(0.5, 8), _finish(rng, _table_texture(rng)))
    style = scene.board or BoardStyle()
    edge = 2.5 * scene.pitch + style.frame_width
    board = _flat(middle, edge, 0.0, _finish(rng, _board_texture(rng, style, scene.pitch)))
    ground = {"table": table, "board": board}
    if rng.random() < 0.3:
        ground["ribs"] = _ribs(rng, style, scene.pitch)
    return ground


def _flat(middle: float, half: float, z: float, bsdf: dict[str, Any]) -> dict[str, Any]:
    place = mi.ScalarTransform4f().translate([middle, middle, z]).scale([half, half, 1])
    return {"type": "rectangle", "to_world": place, "bsdf": bsdf}


def _finish(rng: Rng, texture: Canvas) -> dict[str, Any]:
    """Matt, or varnished with some gloss."""
    colour = {"type": "bitmap", "bitmap": mi.Bitmap(texture), "raw": True, "wrap_mode": "mirror"}
    if rng.random() < 0.5:
        return {"type": "diffuse", "reflectance": colour}
    return {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": float(rng.uniform(0.08, 0.4))}


def _table_texture(rng: Rng) -> Canvas:
    """Plain, cloth, planks or print; linear RGB."""
    base = rng.uniform(0.02, 0.75) * (1 + rng.normal(0, 0.25, 3))
    texture = np.ones((TEXTURE, TEXTURE, 3), np.float32) * base
    kind = int(rng.integers(4))
    if kind:
        cells = {1: (24, 300), 2: (200, 200), 3: (9, 9)}[kind]
        coarse = rng.normal(0, 1, (*cells, 3 if kind == 3 else 1)) * rng.uniform(0.02, 0.3)
        grain = np.asarray(cv2.resize(coarse.astype(np.float32), (TEXTURE, TEXTURE), interpolation=cv2.INTER_CUBIC))
        texture *= 1 + grain.reshape(TEXTURE, TEXTURE, -1)
        if kind == 1 and rng.random() < 0.5:
            texture[:: int(rng.integers(30, 90))] *= 0.4
    return np.clip(np.rot90(texture, int(rng.integers(4))), 0.005, 0.95).astype(np.float32)


def _board_texture(rng: Rng, style: BoardStyle, pitch: float) -> Canvas:
    """The board from above, its frame included; the first row is the far one (y greatest)."""
    side = 5 * pitch + 2 * style.frame_width
    per_mm = 2 * TEXTURE / side
    texture = np.empty((2 * TEXTURE, 2 * TEXTURE, 3), np.float32)
    texture[:] = style.frame

    def box(x0: float, y0: float, x1: float, y1: float, colour: tuple[float, float, float]) -> None:
        u0, u1 = (round((x + style.frame_width) * per_mm) for x in (x0, x1))
        v0, v1 = (round((5 * pitch + style.frame_width - y) * per_mm) for y in (y1, y0))
        texture[max(v0, 0) : max(v1, 0), max(u0, 0) : max(u1, 0)] = colour

    half = style.line_width / 2
    box(-half, -half, 5 * pitch + half, 5 * pitch + half, style.line)
    for cell in CELLS:
        x, y = (c - pitch / 2 for c in VOLCANO.centre(cell, pitch))
        dark = (int(x / pitch + 0.5) + int(y / pitch + 0.5)) % 2
        box(x + half, y + half, x + pitch - half, y + pitch - half, style.other_cell if dark else style.cell)
    grain = rng.normal(0, rng.uniform(0, 0.1), (int(rng.integers(8, 300)), int(rng.integers(8, 300)), 1))
    texture *= 1 + np.asarray(cv2.resize(grain.astype(np.float32), (2 * TEXTURE, 2 * TEXTURE)))[..., None]
    return np.clip(texture, 0.003, 0.95)


def _ribs(rng: Rng, style: BoardStyle, pitch: float) -> Any:
    """Raised bars on the lines."""
    wide = max(min(style.line_width, 0.5 * (pitch - 26)), 0.8)
    high = float(rng.uniform(0.6, 3.2))
    vertices: list[list[list[float]]] = []
    faces: list[Faces] = []
    middle, long = 2.5 * pitch, 2.5 * pitch + wide / 2
    for k in range(6):
        for along in (0, 1):
            half = (long, wide / 2) if along == 0 else (wide / 2, long)
            x, y = (middle, k * pitch) if along == 0 else (k * pitch, middle)
            faces.append(_BOX_FACES + 8 * len(vertices))
            vertices.append([[x + sx * half[0], y + sy * half[1], z] for z in (-0.4, high) for sx, sy in _SQUARE])
    colour = {"type": "rgb", "value": [float(c) for c in style.line]}
    return mesh("ribs", np.vstack(vertices), np.vstack(faces), {"type": "diffuse", "reflectance": colour})


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_SIDES = [[i, (i + 1) % 4, 4 + (i + 1) % 4] for i in range(4)] + [[i, 4 + (i + 1) % 4, 4 + i] for i in range(4)]
_BOX_FACES = np.array([*_SIDES, [4, 5, 6], [4, 6, 7]], np.uint32)


def pyramids(
    rng: Rng,
    bodies: Sequence[Body],
    plastics: Mapping[str, Plastic],
    rise: float,
    finish: "Finish | None" = None,
    colours: str = "",
) -> dict[str, Any]:
    """All pyramids of one colour as one mesh, and their pips as another; `rise` is the set's stacking rise in mm.

    What `plastics` do not say of how the set was made is drawn from the generator, but for its `finish` if that is
    given. Of those `colours` there are meshes in any case, out of sight if need be: scenes of the same parts need not
    be compiled anew.
    """
    wall = rise - rng.uniform(*AIR_MM)
    tip = float(rng.choice([0.05, rng.uniform(0.05, 2.0)]))
    pip_size, paleness = PIP_RADIUS_MM * rng.uniform(0.75, 1.3), float(rng.uniform())
    shells: dict[str, list[tuple[Points, Faces]]] = {}
    pips: dict[str, list[tuple[Points, Faces]]] = {}
    for body in (*bodies, *(_out_of_sight(colour) for colour in colours)):
        shells.setdefault(body.colour, []).append(_shell(body.corners, wall, tip))
        pips.setdefault(body.colour, []).append(_pips(body, pip_size))
    finish = finish or Finish.random(rng)
    made = {}
    for colour in sorted(shells):
        plastic = plastics[colour]
        made[f"body_{colour}"] = mesh(colour, *joined(shells[colour]), *_plastic(plastic, colour, finish))
        if plastic.pip or colours:
            made[f"pips_{colour}"] = mesh(f"p{colour}", *joined(pips[colour]), _pip_paint(plastic, paleness))
    return made


def _out_of_sight(colour: str) -> Body:
    return Body(colour, 1, lying_corners(1, 0.0, 0.0, FAR_BELOW_MM, 0.0))


def _standing(scene: Scene) -> list[Body]:
    """Every pyramid on the table."""
    found = [body for solid, x, y, twist in scene.strays for body in standing_bodies(x, y, (twist,), (solid,))]
    for cell, stack in scene.grid.items():
        placing = scene.placings.get(cell, Placing())
        x, y = VOLCANO.centre(cell, scene.pitch)
        found += standing_bodies(x + placing.dx, y + placing.dy, placing.twists, solids(stack, scene.rise))
    return found


def _shell(corners: Points, wall: float, tip: float) -> tuple[Points, Faces]:
    """A hollow pyramid with a blunted tip, closed, normals outwards: 16 corners. `corners` are those of its base
    and its apex, 5 x 3."""
    middle = corners[:4].mean(axis=0)
    height = float(np.linalg.norm(corners[4] - middle))
    axis = (corners[4] - middle) / height

    def ring(share: float, along: float) -> Points:
        return np.asarray(middle + (corners[:4] - middle) * share + axis * along)

    foot = 0.05
    inner = 1 - wall / height
    vertices = np.vstack(
        [
            ring(1, foot),
            ring(tip / height, height - tip),
            ring(inner, foot),
            ring(inner * tip / height, height - wall - tip * inner),
        ]
    )
    faces = []
    for i in range(4):
        j = (i + 1) % 4
        faces += [[i, j, 4 + j], [i, 4 + j, 4 + i]]
        faces += [[8 + j, 8 + i, 12 + i], [8 + j, 12 + i, 12 + j]]
        faces += [[j, i, 8 + i], [j, 8 + i, 8 + j]]
    faces += [[4, 5, 6], [4, 6, 7], [14, 13, 12], [15, 14, 12]]
    return vertices, np.array(faces, np.uint32)


def _pips(body: Body, size: float) -> tuple[Points, Faces]:
    """Eight-sided discs a hair above each face, the last in the middle, the others to its left."""
    sides = np.arange(8) * np.pi / 4
    vertices: list[Points] = []
    faces: list[Faces] = []
    for k in range(4):
        a, b, apex = body.corners[k], body.corners[(k + 1) % 4], body.corners[4]
        along = (b - a) / np.linalg.norm(b - a)
        up = apex - (a + b) / 2
        up /= np.linalg.norm(up)
        normal = np.cross(along, up)
        foot = (a + b) / 2 + up * PIP_ABOVE_EDGE_MM + 0.06 * normal
        for n in range(body.pips):
            centre = foot - along * PIP_SPACING_MM * n
            faces.append(np.array([[0, i, i + 1] for i in range(1, 7)], np.uint32) + 8 * len(vertices))
            vertices.append(centre + size * (np.outer(np.cos(sides), along) + np.outer(np.sin(sides), up)))
    return np.vstack(vertices), np.vstack(faces)


def joined(parts: Sequence[tuple[Points, Faces]]) -> tuple[Points, Faces]:
    """Several parts as one mesh."""
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    faces = [f + np.uint32(start) for (_, f), start in zip(parts, starts, strict=False)]
    return np.vstack([vertices for vertices, _ in parts]), np.vstack(faces)


@dataclass(frozen=True)
class Finish:
    """How the pyramids of one set were made: surface, roughness, refractive index, share of their colour that is in
    the plastic and not on its surface, thickness in mm at which that colour is what the scene says, and whether the
    black ones are dark glass too. Plastic less cloudy than `clearest` has no clouds at all."""

    surface: str
    rough: float
    index: float
    within: float
    full_mm: float
    dark_glass: bool
    clearest: float = 0.06

    @staticmethod
    def random(rng: Rng) -> "Finish":
        # Plastics bend light by 1.45 to 1.6; less stands for pictures in which walls hardly bend it.
        index = rng.uniform(1.45, 1.6) if rng.random() < 0.85 else rng.uniform(1.1, 1.45)
        within = float(rng.choice([0, 1, rng.uniform(0.3, 1)], p=[0.05, 0.75, 0.2]))
        surface = str(rng.choice(["clear", "frosted", "cloudy"], p=[0.75, 0.07, 0.18]))
        rough, full = rng.uniform(0.02, 0.16), np.exp(rng.uniform(*np.log(FULL_MM)))
        return Finish(surface, rough, float(index), within, float(full), rng.random() < 0.35)


def _plastic(plastic: Plastic, colour: str, finish: Finish) -> tuple[dict[str, Any], Sequence[float]]:
    """Surface and absorption per mm of a body."""
    tint = np.clip(np.asarray(plastic.tint), 0.003, 0.98)
    if colour == "W" or (colour == "K" and not finish.dark_glass):
        opaque = {
            "type": "roughplastic",
            "diffuse_reflectance": {"type": "rgb", "value": [float(c) for c in tint]},
            "alpha": finish.rough,
        }
        return opaque, (0.0, 0.0, 0.0)
    seen_through = np.clip(1 - plastic.density * (1 - tint), 0.02, 1)
    absorption = [float(c) for c in -np.log(seen_through) * finish.within / finish.full_mm]
    # A wall is two surfaces, and all but grazing light goes through two walls of a pyramid.
    through = [float(c) for c in seen_through ** (0.45 * (1 - finish.within))]
    value = {"type": "rgb", "value": through}
    if finish.surface == "frosted":
        rough = {
            "type": "roughdielectric",
            "int_ior": finish.index,
            "alpha": finish.rough,
            "specular_transmittance": value,
        }
        return rough, absorption
    clear = {"type": "dielectric", "int_ior": finish.index, "specular_transmittance": value}
    cloud = plastic.scatter * (0.5 if finish.surface == "cloudy" else 0.2)
    if cloud < finish.clearest:
        return clear, absorption
    dull = {
        "type": "twosided",
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [float(c) for c in tint]}},
    }
    return {"type": "blendbsdf", "weight": float(cloud), "first": clear, "second": dull}, absorption


def _pip_paint(plastic: Plastic, paleness: float) -> dict[str, Any]:
    """Light pips run from a brighter shade of the body to white, by `paleness`."""
    tint = np.asarray(plastic.tint)
    light = (1 - paleness) * np.clip(tint * 1.2 + 0.25, 0, 0.95) + paleness * 0.9
    shade = light if plastic.pip > 0 else tint * 0.25
    flat = {
        "type": "twosided",
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [float(c) for c in shade]}},
    }
    return {"type": "mask", "opacity": float(np.clip(abs(plastic.pip), 0.05, 1)), "bsdf": flat}
