"""Draws the tables of `vision.training.scenes.ball_tables` by tracing light paths.

The same boards, pyramids, things and hands stand where the rasteriser has them, so what is true of the one picture is
true of the other. Needs the `train` extra (see `vision.training.scenes.path_traced`).
"""

from collections.abc import Sequence
from typing import Any

import cv2
import mitsuba as mi
import numpy as np

from vision.drawing.floor import Flat
from vision.drawing.painting import Canvas, Points, Rgb
from vision.drawing.table import Body
from vision.drawing.things import Facet, Facets, Hand, Limb, Prop
from vision.geometry.camera import Camera
from vision.image import Image
from vision.training.scenes.ball_tables import RandomBallTable, board_sides, developed
from vision.training.scenes.light_paths import Faces, camera, mesh, picture, prepare, room
from vision.training.scenes.path_traced import joined, pyramids
from vision.training.scenes.tables import Rng

# A pyramid that lies would share its lowest face with the table.
LIFT_MM = 0.12
SHEET_MM = 0.15
FAR_MM, GROUND_MM = 2500.0, 700.0
AROUND, ALONG = 16, 5
# Ten colours must be told apart, so hardly any plastic is as dark as those of Looney's tables may be.
FULL_MM = (1.6, 11.0)


def trace_ball(table: RandomBallTable, samples: int) -> Image:
    """The table as a cheap camera sees it: height x width x 3. `samples` are the paths a pixel."""
    prepare()
    rng = np.random.default_rng([table.seed, 77])
    seen = table.view.camera
    size, focal = _wide_enough(seen)
    parts: dict[str, Any] = {
        "sensor": camera(size, focal, table.view.matrix, table.view.camera_centre),
        "sky": room(rng, table.light),
        **_ground(rng, table),
        **_things([*table.things, *table.above, board_sides(table)]),
        **pyramids(rng, [_lifted(piece.body) for piece in table.pieces], table.plastics, table.rise, FULL_MM),
    }
    return developed(table, _through_lens(picture(parts, table.seed, samples), seen, size, focal))


def _lifted(body: Body) -> Body:
    return body._replace(corners=body.corners + np.array([0.0, 0.0, LIFT_MM]))


def _wide_enough(seen: Camera) -> tuple[tuple[int, int], float]:
    """The size of a picture by a pinhole, its axis in the middle, that has all in it that the lens shows; its focal
    length is the lens's."""
    width, height = seen.size
    across, down = np.linspace(0, width - 1, 20), np.linspace(0, height - 1, 20)
    rim = [[u, v] for u in across for v in (0, height - 1)] + [[u, v] for u in (0, width - 1) for v in down]
    rays = seen.rays(np.array(rim, float))
    reach = np.abs(rays[:, :2] / rays[:, 2:]).max(axis=0) * seen.focal
    return (2 * int(np.ceil(reach[0]) + 2), 2 * int(np.ceil(reach[1]) + 2)), seen.focal


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
    made = {"top": _lying(rng, Flat(top.picture, x, y, wide, turn, top.height), top.height, repeats)}
    for k, sheet in enumerate(sheets):
        made[f"sheet{k}"] = _lying(rng, sheet, sheet.height + SHEET_MM * (k + 1))
    made["board"] = _lying(rng, board, max(board.height, top.height + SHEET_MM * (len(sheets) + 1)))
    if table.edge is not None:
        plain = np.ones((2, 2, 3), np.float32) * np.array(table.beyond, np.float32)
        far = (4 * FAR_MM, 4 * FAR_MM)
        made["room_floor"] = _lying(rng, Flat(plain, x, y, far), top.height - GROUND_MM)
    return made


def _lying(rng: Rng, flat: Flat, z: float, repeats: tuple[float, float] | None = None) -> dict[str, Any]:
    place = mi.ScalarTransform4f().translate([flat.x, flat.y, z]).rotate([0, 0, 1], float(np.degrees(flat.turn)))
    place = place.scale([flat.size[0] / 2, flat.size[1] / 2, 1])
    colour: dict[str, Any] = {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(flat.picture)), "raw": True}
    if repeats is not None:
        colour |= {"wrap_mode": "mirror", "to_uv": mi.ScalarTransform3f().scale([*repeats])}
    bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": colour}
    if rng.random() < 0.5:
        bsdf = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": float(rng.uniform(0.1, 0.45))}
    return {"type": "rectangle", "to_world": place, "bsdf": {"type": "twosided", "bsdf": bsdf}}


def _things(things: Sequence[Prop]) -> dict[str, Any]:
    """Solids and limbs, all of one colour as one mesh."""
    faces: dict[Rgb, list[tuple[Points, Faces]]] = {}
    limbs: dict[Rgb, list[tuple[Points, Points, Faces]]] = {}
    for thing in things:
        if isinstance(thing, Facets):
            for facet in thing.faces:
                faces.setdefault(facet.colour, []).append(_fan(facet))
        elif isinstance(thing, Hand):
            for limb in thing.limbs:
                limbs.setdefault(limb.colour, []).append(_tube(limb))
    made = {
        f"thing{k}": mesh(f"t{k}", *joined(parts), _matt(colour)) for k, (colour, parts) in enumerate(faces.items())
    }
    for k, (colour, tubes) in enumerate(limbs.items()):
        vertices, triangles = joined([(spots, corners) for spots, _, corners in tubes])
        normals = np.vstack([out for _, out, _ in tubes])
        made[f"limb{k}"] = mesh(f"l{k}", vertices, triangles, _matt(colour), normals=normals)
    return made


def _matt(colour: Rgb) -> dict[str, Any]:
    value = {"type": "rgb", "value": [float(np.clip(c, 0.003, 0.95)) for c in colour]}
    return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": value}}


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
