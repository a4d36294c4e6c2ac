"""Draws the tables of `lab.training.scenes.ball_tables` by tracing light paths.

The same boards, pyramids, things and hands stand where the rasteriser has them, so what is true of the one picture is
true of the other. Needs the `train` extra (see `lab.training.scenes.path_traced`).
"""

from collections.abc import Sequence
from typing import Any

import cv2
import mitsuba as mi
import numpy as np

from lab.drawing.floor import Flat
from lab.training.scenes.ball_tables import RandomBallTable, board_sides, developed
from lab.training.scenes.light_paths import COLOUR, Faces, camera, mesh, picture, prepare, room
from lab.training.scenes.path_traced import FAR_BELOW_MM, Finish, joined, pyramids
from lab.training.scenes.tables import Rng
from vision.drawing.painting import Canvas, Points, Rgb
from vision.drawing.table import Body
from vision.drawing.things import Facet, Facets, Hand, Limb, Prop
from vision.geometry.camera import Camera
from vision.geometry.solids import COLOURS
from vision.image import Image

# A pyramid that lies would share its lowest face with the table.
LIFT_MM = 0.12
SHEET_MM = 0.15
FAR_MM, GROUND_MM = 2500.0, 700.0
AROUND, ALONG = 16, 5
NO_LIMB = Limb((0.0, 0.0, FAR_BELOW_MM), (0.0, 1.0, FAR_BELOW_MM), (1.0, 1.0), (0.5, 0.5, 0.5))
# Scenes that differ in numbers only share what is compiled: parts, sizes of pictures and surfaces are of few kinds.
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
MOST_SHEETS, TEXTURE, WIDER, VARNISH = 3, 1024, 1.1, 0.22
# Ten colours must be told apart, so hardly any plastic is as dark as those of Looney's tables may be.
FULL_MM = (1.6, 11.0)


def trace_ball(table: RandomBallTable, samples: int) -> Image:
    """The table as a cheap camera sees it: height x width x 3. `samples` are the paths a pixel."""
    prepare()
    rng = np.random.default_rng([table.seed, 77])
    seen = table.view.camera
    size, focal = _wide_enough(seen)
    bodies = [_lifted(piece.body) for piece in table.pieces]
    parts: dict[str, Any] = {
        "sensor": camera(size, focal, table.view.matrix, table.view.camera_centre),
        "sky": room(rng, table.light),
        **_ground(rng, table),
        **_things([*table.things, *table.above, board_sides(table)]),
        **pyramids(rng, bodies, table.plastics, table.rise, _finish(rng), COLOURS),
    }
    return developed(table, _through_lens(picture(parts, table.seed, samples), seen, size, focal))


def _lifted(body: Body) -> Body:
    return body._replace(corners=body.corners + np.array([0.0, 0.0, LIFT_MM]))


def _finish(rng: Rng) -> Finish:
    """As `Finish.random`, but surfaces are of a few kinds only: each kind is compiled anew."""
    index = float(rng.choice([1.5, 1.58, 1.3], p=[0.7, 0.2, 0.1]))
    within = float(rng.choice([0, 1, rng.uniform(0.3, 1)], p=[0.05, 0.75, 0.2]))
    surface = str(rng.choice(["clear", "frosted", "cloudy"], p=[0.77, 0.05, 0.18]))
    full_mm = float(np.exp(rng.uniform(*np.log(FULL_MM))))
    return Finish(surface, 0.08, index, within, full_mm, bool(rng.random() < 0.25), clearest=0.0)


def _wide_enough(seen: Camera) -> tuple[tuple[int, int], float]:
    """The size and the focal length of a picture by a pinhole, its axis in the middle, that has all in it that the lens
    shows. All pictures of one size give one size."""
    width, height = seen.size
    across, down = np.linspace(0, width - 1, 20), np.linspace(0, height - 1, 20)
    rim = [[u, v] for u in across for v in (0, height - 1)] + [[u, v] for u in (0, width - 1) for v in down]
    rays = seen.rays(np.array(rim, float))
    reach = np.abs(rays[:, :2] / rays[:, 2:]).max(axis=0)
    size = 2 * round(WIDER * width / 2), 2 * round(WIDER * height / 2)
    return size, float(min(seen.focal, *((np.array(size) / 2 - 2) / reach)))


def _through_lens(drawn: Canvas, seen: Camera, size: tuple[int, int], focal: float) -> Canvas:
    """A pinhole's picture as the lens bends it."""
    width, height = seen.size
    step = 8
    nodes = np.array([[u * step, v * step] for v in range(height // step + 2) for u in range(width // step + 2)], float)
    rays = seen.rays(nodes)
    # Mitsuba counts pixels from the picture's edge.
    spots = rays[:, :2] / rays[:, 2:] * focal + np.array(size) / 2 - 0.5
    coarse = spots.reshape(height // step + 2, width // step + 2, 2).astype(np.float32)
    u, v = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    where = np.asarray(cv2.remap(coarse, u, v, cv2.INTER_LINEAR))
    bent = cv2.remap(drawn, where[..., 0], where[..., 1], cv2.INTER_CUBIC, None, cv2.BORDER_REPLICATE)
    return np.maximum(np.asarray(bent, np.float32), 0)


def _ground(rng: Rng, table: RandomBallTable) -> dict[str, Any]:
    """The table top, what lies on it, and the floor of the room."""
    top, *sheets, board = table.flats
    span = top.size[0]
    wide = (FAR_MM * 2, FAR_MM * 2) if table.edge is None else table.edge.size
    x, y, turn = (top.x, top.y, top.turn) if table.edge is None else (table.edge.x, table.edge.y, table.edge.turn)
    repeats = (wide[0] / span, wide[1] / span)
    varnish = rng.random(2) < 0.5
    made = {"top": _lying(Flat(top.picture, x, y, wide, turn, top.height), top.height, bool(varnish[0]), repeats)}
    plain = np.ones((2, 2, 3), np.float32) * np.array(table.beyond, np.float32)
    nothing = Flat(plain, 0.0, 0.0, (1.0, 1.0), height=FAR_BELOW_MM)
    for k, sheet in enumerate([*sheets, *[nothing] * MOST_SHEETS][:MOST_SHEETS]):
        made[f"sheet{k}"] = _lying(sheet, sheet.height + SHEET_MM * (k + 1))
    made["board"] = _lying(board, max(board.height, top.height + SHEET_MM * (MOST_SHEETS + 1)), bool(varnish[1]))
    made["room_floor"] = _lying(Flat(plain, x, y, (4 * FAR_MM, 4 * FAR_MM)), top.height - GROUND_MM)
    return made


def _lying(flat: Flat, z: float, varnish: bool = False, repeats: tuple[float, float] = (1.0, 1.0)) -> Any:
    # All pictures of one size, see above.
    shown = cv2.resize(flat.picture, (TEXTURE, TEXTURE), interpolation=cv2.INTER_LINEAR)
    bitmap = mi.Bitmap(np.ascontiguousarray(shown))
    colour = {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "mirror"}
    bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": colour}
    if varnish:
        bsdf = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": VARNISH}
    cos, sin = np.cos(flat.turn), np.sin(flat.turn)
    flat_ring = (SQUARE - 0.5) * flat.size @ np.array([[cos, sin], [-sin, cos]]) + (flat.x, flat.y)
    ring = np.column_stack([flat_ring, np.full(4, z)])
    triangles = np.array([[0, 1, 2], [0, 2, 3]], np.uint32)
    return mesh("flat", ring, triangles, {"type": "twosided", "bsdf": bsdf}, places=SQUARE * repeats)


def _things(things: Sequence[Prop]) -> dict[str, Any]:
    """Solids as one mesh, limbs as another."""
    faces = [(_fan(facet), facet.colour) for thing in things if isinstance(thing, Facets) for facet in thing.faces]
    limbs = [limb for thing in things if isinstance(thing, Hand) for limb in thing.limbs] or [NO_LIMB]
    tubes = [_tube(limb) for limb in limbs]
    dull = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": {"type": "mesh_attribute", "name": COLOUR}}}
    corners, triangles = joined([fan for fan, _ in faces])
    made = {"things": mesh("things", corners, triangles, dull, colours=_each([(len(v), c) for (v, _), c in faces]))}
    corners, triangles = joined([(spots, joins) for spots, _, joins in tubes])
    skin = _each([(len(spots), limb.colour) for (spots, _, _), limb in zip(tubes, limbs, strict=True)])
    normals = np.vstack([out for _, out, _ in tubes])
    made["limbs"] = mesh("limbs", corners, triangles, dull, normals=normals, colours=skin)
    return made


def _each(parts: Sequence[tuple[int, Rgb]]) -> Points:
    """The colours of vertices, so many of each."""
    each = np.vstack([np.tile(np.array(colour), (count, 1)) for count, colour in parts])
    return np.asarray(np.clip(each, 0.003, 0.95))


def _fan(facet: Facet) -> tuple[Points, Faces]:
    count = len(facet.corners)
    return facet.corners, np.array([[0, i, i + 1] for i in range(1, count - 1)], np.uint32)


def _tube(limb: Limb) -> tuple[Points, Points, Faces]:
    """Vertices, normals and triangles of a tube with round ends."""
    start, end = np.array(limb.start), np.array(limb.end)
    axis = end - start
    axis = axis / max(float(np.linalg.norm(axis)), 1e-6)
    side = np.cross(axis, [1.0, 0.0, 0.0] if abs(axis[0]) < 0.8 else [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    turns = np.arange(AROUND) * 2 * np.pi / AROUND
    outward = np.outer(np.cos(turns), side) + np.outer(np.sin(turns), other)
    spots, normals = [], []
    for middle, radius, slopes in (
        (start, limb.radii[0], np.linspace(-np.pi / 2, 0, ALONG)),
        (end, limb.radii[1], np.linspace(0, np.pi / 2, ALONG)),
    ):
        for slope in slopes:
            normal = outward * np.cos(slope) + axis * np.sin(slope)
            spots.append(middle + radius * normal)
            normals.append(normal)
    triangles = []
    for ring in range(2 * ALONG - 1):
        for k in range(AROUND):
            a, b = ring * AROUND + k, ring * AROUND + (k + 1) % AROUND
            triangles += [[a, b, b + AROUND], [a, b + AROUND, a + AROUND]]
    return np.vstack(spots), np.vstack(normals), np.array(triangles, np.uint32)
