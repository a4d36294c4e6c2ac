"""Random Blokus 3D tables: turntables, masks, cubes, lights, lenses and hands more varied than any home has.

Every draw comes from the seed, so a seed gives the same table again. Board frame: millimetres, origin at the outer
corner of square "0,0", x and y along the board's sides, z up, the mask's surface at 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.drawing.floor import Flat, FloorMap, lay
from lab.drawing.solids import box, cup
from lab.training.scenes.ball_ground import TOPS, cloud, random_kind, rgb, table_top
from lab.training.scenes.ball_props import any_colour, random_hand_at
from lab.training.scenes.camera_stand import stand
from lab.training.scenes.column_ground import TurntableLook, bed, random_board_look, sheet
from lab.training.scenes.column_pieces import LETTERS, SIDE, BuiltColumns, Heights, random_building, random_mask
from lab.training.scenes.column_rays import NONE, SIDE_X, TOP, Hits, Singles, met
from lab.training.scenes.tables import Rng, SceneFilm, exposed, random_film, random_light
from vision.drawing.painting import Canvas, Light, Rgb
from vision.drawing.things import Facets, Prop
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import TURNTABLE
from vision.image import Image

SIZES = ((640, 480), (640, 480), (640, 480), (560, 420), (640, 360))
SHARPENED = 0.35
TALL = 0.35
"""The share of tables with buildings so tall that, seen aslant, they hide a far corner or most of the far edges."""
STEEP = 14.0
"""Tables seen from nearly above are seen from so many degrees off the plumb line at most,"""
NARROW = 0.8
"""and such a share of them have sheets with narrow margins."""
SHOWS = 0.3
"""Of a square that is told this share of its top shows at least."""
SAMPLES = 5
"""Places along a top's side where it is looked whether it shows."""
TINTS: Mapping[str, tuple[float, float, tuple[float, float], tuple[float, float]]] = {
    "R": (0.995, 0.025, (0.75, 1.0), (0.18, 0.75)),
    "Y": (0.135, 0.02, (0.75, 1.0), (0.4, 0.9)),
    "G": (0.36, 0.035, (0.6, 1.0), (0.06, 0.4)),
    "B": (0.605, 0.03, (0.65, 1.0), (0.08, 0.6)),
}
"""Hue and its spread, saturation, value of each colour's plastic."""


@dataclass(frozen=True)
class CubeLook:
    """How cubes look: `cube` mm high and wide, colours by letter's number; `seams` says that the cubes of one piece
    show; edges are rounded or bevelled over `bevel` of a cube, so strongly; gaps are `gap` of a cube."""

    cube: float
    tints: tuple[Rgb, ...]
    seams: bool
    bevel: float
    bend: float
    gap: float
    dark: float
    gloss: float
    shine: float
    mottle: float


@dataclass(frozen=True)
class RandomColumnTable:
    """A table with everything on it."""

    view: BoardView
    structure: str
    players: int
    limits: Heights
    built: BuiltColumns
    cubes: CubeLook
    board: TurntableLook
    top: Flat
    things: tuple[Prop, ...]
    above: tuple[Prop, ...]
    light: Light
    uneven: Canvas
    film: SceneFilm
    exposure: float
    oblique: float
    seed: int
    grain: int = 0
    """Which picture of a game it is: each has noise of its own."""


def random_column_table(
    seed: int, size: tuple[int, int] | None = None, *, steep: float | None = None, begun: bool = False
) -> RandomColumnTable:
    """A table of everything at random; `size` (width, height) where it is given. A share `steep` of tables besides are
    seen from nearly above, with usual buildings, most of them on sheets with narrow margins. `begun`: few pieces or
    none stand on the board, as at the beginning of every game, and gingham and tartan may lie under it."""
    rng = np.random.default_rng([seed, 3303])
    apart = np.random.default_rng([seed, 3304])
    above_it = steep is not None and bool(apart.random() < steep)
    pitch = float(rng.uniform(13, 20))
    tall = bool(rng.random() < TALL) and not (above_it or begun)
    structure, players, limits = random_mask(rng, tall)
    built = random_building(rng, limits, players, tall=tall, begun=begun)
    board = random_board_look(rng, structure, players, limits, pitch)
    oblique = float(rng.uniform(0, 60) if rng.random() < 0.8 else rng.uniform(0, 12))
    if tall:
        oblique = float(rng.uniform(25, 64))
    if above_it:
        oblique = float(apart.uniform(0, STEEP))
        board = replace(board, margin=board.margin * float(apart.uniform(0, 0.3) if apart.random() < NARROW else 1))
    size = size or SIZES[int(rng.integers(len(SIZES)))]
    tallest = float(built.heights.max()) * pitch
    view = _random_view(rng, size, pitch, oblique, tallest, board.reach)
    above: list[Prop] = []
    if rng.random() < 0.2:
        x, y = rng.uniform(-1, SIDE + 1, 2) * pitch
        if rng.random() < 0.4:
            x, y = rng.choice([0, SIDE], 2) * pitch + rng.normal(0, 0.7, 2) * pitch
        above.append(
            random_hand_at(rng, (float(x), float(y), float(rng.uniform(5, 90))), float(rng.uniform(-3.2, 3.2)), 0.0)
        )
    if rng.random() < 0.15:
        above.append(_before_corner(rng, board, view))
    cubes = random_cubes(rng, pitch)
    return RandomColumnTable(
        view,
        structure,
        players,
        limits,
        built,
        cubes,
        board,
        replace(table_top(rng, random_kind(apart, TOPS) if begun else ""), height=-board.thickness),
        _beside(rng, board, cubes),
        tuple(above),
        replace(random_light(rng), shadow=float(rng.uniform(0.2, 0.95))),
        np.asarray(np.clip(1 + rng.uniform(0, 0.3) * cloud(rng, (48, 64), (3, 3)), 0.3, 3), np.float32),
        _film(rng, size),
        float(np.exp(rng.uniform(np.log(0.1), np.log(0.42)))),
        oblique,
        seed,
    )


def _film(rng: Rng, size: tuple[int, int]) -> SceneFilm:
    film = random_film(rng)
    return replace(film, blur=max(film.blur, 0.35) * min(0.9, size[0] / 1000))


def random_cubes(rng: Rng, pitch: float) -> CubeLook:
    """One maker's cubes in four colours."""
    tints = []
    for hue, spread, saturation, value in (TINTS[letter] for letter in LETTERS):
        bright = float(np.exp(rng.uniform(*np.log(value))))
        tints.append(rgb(rng, rng.normal(hue, spread), rng.uniform(*saturation), bright, 0.03))
    kind = rng.random()
    return CubeLook(
        pitch * float(rng.uniform(0.965, 0.998)),
        tuple(tints),
        bool(rng.random() < 0.6),
        float(rng.uniform(0.03, 0.14)),
        float(rng.uniform(0.1, 0.9)) * float(kind < 0.85),
        float(rng.uniform(0.01, 0.045)),
        float(rng.uniform(0.1, 0.75)),
        float(rng.choice([0.0, rng.uniform(0.05, 0.8)], p=[0.3, 0.7])),
        float(np.exp(rng.uniform(np.log(6), np.log(90)))),
        float(rng.uniform(0.0, 0.12)),
    )


def _beside(rng: Rng, board: TurntableLook, cubes: CubeLook) -> tuple[Prop, ...]:
    """Unused pieces in heaps beside the turntable, and a cup or a box."""
    made: list[Prop] = []
    middle = SIDE / 2 * board.pitch
    for _ in range(int(rng.integers(0, 14))):
        turn, out = float(rng.uniform(-np.pi, np.pi)), board.reach + float(rng.uniform(1.2, 7)) * board.pitch
        x, y = middle + out * np.cos(turn), middle + out * np.sin(turn)
        tint = cubes.tints[int(rng.integers(4))]
        floor, way = -board.thickness, float(rng.uniform(-np.pi, np.pi))
        for long, high in ((int(rng.integers(1, 4)), 1), (1, int(rng.integers(1, 3))))[: int(rng.integers(1, 3))]:
            half = long * cubes.cube / 2, cubes.cube / 2
            made.append(box(float(x), float(y), half, floor, floor + high * cubes.cube, way, (tint, tint)))
    if rng.random() < 0.2:
        turn, out = float(rng.uniform(-np.pi, np.pi)), board.reach + float(rng.uniform(50, 130))
        x, y = (float(middle + out * f(turn)) for f in (np.cos, np.sin))
        floor = -board.thickness
        made.append(cup(x, y, (35, 38), floor, floor + float(rng.uniform(5, 90)), (any_colour(rng), any_colour(rng))))
    return tuple(made)


def _before_corner(rng: Rng, board: TurntableLook, view: BoardView) -> Prop:
    """A mug or a box on the table between the camera and a corner, mostly the nearest, which it may hide."""
    eye, corners = view.camera_centre[:2], view.ring[:, :2]
    far = np.linalg.norm(corners - eye, axis=1)
    corner = corners[int(far.argmin())] if rng.random() < 0.7 else corners[int(rng.integers(4))]
    way = (eye - corner) / max(float(np.linalg.norm(eye - corner)), 1.0)
    radius, middle = float(rng.uniform(28, 44)), np.full(2, SIDE / 2 * board.pitch)
    spot = corner + way * radius + np.array([-way[1], way[0]]) * rng.normal(0, 0.4) * radius
    for _ in range(200):
        off = np.abs(spot - middle)
        if (float(np.hypot(*off)) if board.round else float(off.max())) > board.reach + radius:
            break
        spot = spot + 2 * way
    floor, high = -board.thickness, float(rng.uniform(40, 115))
    x, y = float(spot[0]), float(spot[1])
    if rng.random() < 0.6:
        return cup(x, y, (radius * 0.9, radius), floor, floor + high, (any_colour(rng), any_colour(rng)))
    half = radius, float(rng.uniform(0.4, 1.0)) * radius
    return box(x, y, half, floor, floor + high, float(rng.uniform(0, np.pi)), (any_colour(rng), any_colour(rng)))


def _random_view(
    rng: Rng, size: tuple[int, int], pitch: float, oblique: float, tallest: float, reach: float
) -> BoardView:
    """A camera that has the whole board and what is built on it in the picture."""
    width, height = size
    focal = float(width * np.exp(rng.uniform(np.log(0.72), np.log(1.5))))
    k1 = float(np.clip(rng.normal(0, 0.05), -0.12, 0.08))
    centre = (width / 2 + rng.normal(0, 0.008) * width, height / 2 + rng.normal(0, 0.008) * width)
    matrix = ((focal, 0.0, centre[0]), (0.0, focal, centre[1]), (0.0, 0.0, 1.0))
    camera = Camera(matrix, (k1, float(0.3 * k1 * k1), 0.0, 0.0, 0.0), size)
    azimuth = rng.uniform(0, 2 * np.pi)
    side = SIDE * pitch
    ring = [(0, 0, 0), (side, 0, 0), (side, side, 0), (0, side, 0)]
    wide = reach if rng.random() < 0.6 else 0.0
    ring += [(side / 2 + wide * np.cos(a), side / 2 + wide * np.sin(a), 0) for a in np.arange(12) * np.pi / 6]
    points = np.array([*ring, (side / 2, side / 2, tallest)], float)
    target = np.array([side / 2, side / 2, tallest / 4])
    roll = rng.normal(0, 0.06) if rng.random() < 0.85 else rng.uniform(-0.5, 0.5)
    away, turn = stand(oblique, azimuth, roll)
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(turn)[0]).ravel())
    fill = float(rng.uniform(0.7, 0.99))
    shift = rng.normal(0, 0.02, 2) + rng.uniform(-1, 1, 2) * (1 - fill) * 0.3
    near, far = 60.0, 6000.0
    found = None
    for _ in range(30):
        distance = (near + far) / 2
        moved = np.array([*shift, 0]) * distance * 0.5 * width / focal
        tx, ty, tz = (float(t) for t in -turn @ (target + away * distance) + moved)
        found = BoardView(camera, (rx, ry, rz), (tx, ty, tz), pitch, grid=TURNTABLE)
        depth = points @ turn.T[:, 2] + tz
        inside = np.abs(found.project(points) / np.array(size) - 0.5) <= fill / 2
        fits = bool((depth > 60).all()) and bool(inside.all())
        near, far = (near, distance) if fits else (distance, far)
    assert found is not None
    return found


def draw(table: RandomColumnTable) -> Image:
    """The table as a cheap camera sees it: height x width x 3."""
    return _developed(table, _linear(table)[0])


def drawn(
    seed: int, size: tuple[int, int] | None = None, *, steep: float | None = None, begun: bool = False
) -> tuple[Image, dict[str, Any]]:
    """A table of a seed and the truth about it; `random_column_table` tells of `steep` and `begun`."""
    return pictured(random_column_table(seed, size, steep=steep, begun=begun))


def pictured(table: RandomColumnTable) -> tuple[Image, dict[str, Any]]:
    """Return the picture of a table, and the truth about it."""
    linear, tops = _linear(table)
    return _developed(table, linear), truth(table, tops)


def _developed(table: RandomColumnTable, linear: Canvas) -> Image:
    # One camera sharpens all pictures of a game alike.
    sharpened = 0.0 if table.grain else SHARPENED
    return exposed(linear, table.film, table.exposure, table.seed + table.grain, sharpened)


def _linear(table: RandomColumnTable) -> tuple[Canvas, NDArray[np.int32]]:
    """The picture in linear light, and which square's top each pixel shows (x * 10 + y; -1 none)."""
    view, light = table.view, table.light
    width, height = view.camera.size
    floor = FloorMap(view)
    canvas = np.zeros((height, width, 3), np.float32)
    lay(canvas, floor, [table.top])
    canvas *= np.float32(light.sky + light.key * light.direction[2])
    for thing in table.things:
        thing.shade(canvas, view.project, light)
    for thing in table.things:
        thing.draw(canvas, view.project, view.camera_centre, light)
    body = table.board.body()
    body.shade(canvas, view.project, light)
    Facets(body.faces, body.floor).draw(canvas, view.project, view.camera_centre, light)
    _lay_board(table, floor, canvas)
    tops = _columns(table, floor, canvas)
    scale = np.asarray(cv2.resize(table.uneven, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    canvas *= scale[..., None]
    over = canvas.copy()
    for thing in table.above:
        thing.shade(over, view.project, light)
        thing.draw(over, view.project, view.camera_centre, light)
    for thing in table.above:
        for outline in thing.outlines(view.project):
            if np.isfinite(outline).all() and np.abs(outline).max() < 1e5:
                cv2.fillPoly(tops, [np.round(outline).astype(np.int32)], -1)
    return over * np.asarray(light.colour, np.float32), tops


def _lay_board(table: RandomColumnTable, floor: FloorMap, canvas: Canvas) -> None:
    """Put the turntable's surface and the card on it into a canvas."""
    board, light = table.board, table.light
    half = SIDE / 2 * board.pitch
    lit = np.float32(light.sky + light.key * light.direction[2])
    surface, wide = bed(table.seed, board)
    card, there, across = sheet(table.seed, board)
    edge = np.ones_like(card) * np.array(board.card, np.float32) * np.float32(board.edge)
    layers = [(surface, np.ones_like(surface), wide, 0.0)]
    for share in (0.0, 0.35, 0.7, 1.0):
        layers.append((card if share == 1 else edge, there, across, share * board.card_mm))
    for picture, cover, side, height in layers:
        seen, over = np.zeros_like(canvas), np.zeros_like(canvas)
        covered = np.ascontiguousarray(np.broadcast_to(cover, picture.shape))
        lay(seen, floor, [Flat(picture * covered * lit, half, half, (side, side), height=height)])
        lay(over, floor, [Flat(covered, half, half, (side, side), height=height)])
        canvas *= 1 - over
        canvas += seen


def _columns(table: RandomColumnTable, floor: FloorMap, canvas: Canvas) -> NDArray[np.int32]:
    """Put the columns and their shadows into a canvas; which square's top each pixel shows."""
    view, pitch = table.view, table.view.pitch
    heights, cube = table.built.heights, table.cubes.cube / pitch
    spots, there = floor.at(0.0)
    ground = spots / np.float32(pitch)
    margin = 2.5 + 0.4 * float(heights.max())
    near = there & (ground > -margin).all(axis=2) & (ground < SIDE + margin).all(axis=2)
    hull = np.zeros(near.shape, np.uint8)
    high = float(heights.max()) * table.cubes.cube
    wide = SIDE * pitch
    corners = np.array([[x, y, z] for x in (0, wide) for y in (0, wide) for z in (0.0, high)])
    cv2.fillConvexPoly(hull, cv2.convexHull(np.round(view.project(corners)).astype(np.int32)), 1)
    chosen = near | (hull > 0) & there
    on_ground = np.column_stack([ground[chosen], np.zeros(int(chosen.sum()), np.float32)]).astype(np.float32)
    eye = np.asarray(view.camera_centre / pitch, np.float32)
    way = on_ground - eye
    seen = met(eye, way, heights, cube)
    blocked = (seen.face != NONE) & (seen.reach < 1)
    spot = np.where(blocked[:, None], eye + np.minimum(seen.reach, 1)[:, None] * way, on_ground).astype(np.float32)
    sun = np.asarray(table.light.direction, np.float32)
    lifted = spot + np.float32(2e-3) * (sun - way / np.linalg.norm(way, axis=1, keepdims=True))
    lifted[:, 2] = np.maximum(lifted[:, 2], 1e-3)
    shade = np.zeros(near.shape, np.float32)
    shade[chosen] = met(lifted, np.broadcast_to(sun, way.shape), heights, cube).face != NONE
    soft = float(np.random.default_rng([table.seed, 7]).uniform(0.3, 2.5)) * view.camera.size[0] / 960
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), soft), np.float32)
    key, sky = table.light.key * table.light.direction[2], table.light.sky
    pixels = canvas[chosen]
    dark = 1 - shade[chosen] * np.float32(table.light.shadow * key / (key + sky) * 0.9)
    tops = np.full(near.shape, -1, np.int32)
    square = np.floor(on_ground[:, :2]).astype(np.int32)
    bare = ~blocked & (square >= 0).all(axis=1) & (square < SIDE).all(axis=1)
    free = np.where(bare, square[:, 0] * SIDE + square[:, 1], -1)
    tops[chosen] = np.where(blocked, np.where(seen.face == TOP, seen.x * SIDE + seen.y, -1), free)
    pixels *= np.where(blocked, np.float32(1), dark)[:, None].astype(np.float32)
    if blocked.any():
        picked = Hits(*(part[blocked] for part in (seen.reach, seen.face, seen.x, seen.y)))
        pixels[blocked] = _shaded(table, picked, spot[blocked], way[blocked], shade[chosen][blocked], cube)
    canvas[chosen] = pixels
    return tops


def _shaded(
    table: RandomColumnTable, hits: Hits, spot: Singles, way: Singles, shade: Singles, cube: float
) -> NDArray[np.float32]:
    """The light from places on columns' faces (N x 3)."""
    look, built, light = table.cubes, table.built, table.light
    level = np.clip(np.floor((spot[:, 2] - 1e-4) / cube), 0, built.heights[hits.x, hits.y] - 1).astype(np.int32)
    colour, piece = built.colours[hits.x, hits.y, level], built.pieces[hits.x, hits.y, level]
    within = np.column_stack([spot[:, 0] - hits.x, spot[:, 1] - hits.y, spot[:, 2] / cube - level])
    axis = np.where(hits.face == TOP, 2, np.where(hits.face == SIDE_X, 0, 1))
    rows = np.arange(len(spot))
    normal = np.zeros((len(spot), 3), np.float32)
    normal[rows, axis] = np.where(axis == 2, 1.0, -np.sign(way[rows, axis]))
    out = normal.copy()
    pieces = np.pad(built.pieces, 2, constant_values=-1)
    bend, gaps = np.zeros_like(normal), np.ones(len(spot), np.float32)
    for edge in range(3):
        for sign in (-1, 1):
            far = within[:, edge] if sign < 0 else 1 - within[:, edge]
            step = np.zeros(3, np.int32)
            step[edge] = sign
            beside = pieces[hits.x + 2 + step[0], hits.y + 2 + step[1], level + 2 + step[2]]
            before = np.round(out).astype(np.int32)
            covered = pieces[
                hits.x + 2 + step[0] + before[:, 0],
                hits.y + 2 + step[1] + before[:, 1],
                level + 2 + step[2] + before[:, 2],
            ]
            along = axis != edge
            own = (beside == piece) & (beside >= 0) & (not look.seams)
            edged = along & ~own & ((beside < 0) | (covered < 0))
            share = np.clip(1 - far / look.bevel, 0, 1) * edged
            bend[:, edge] += sign * look.bend * share
            flush = edged & (beside >= 0) & (far < look.gap)
            gaps[flush] = np.minimum(gaps[flush], 1 - look.dark)
            # What stands before a face darkens its foot.
            inner = along & (covered >= 0)
            gaps *= np.where(inner, 1 - 0.25 * np.clip(1 - far / 0.45, 0, 1), 1).astype(np.float32)
    normal = normal + bend
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    sun = np.asarray(light.direction, np.float32)
    facing = np.maximum(normal @ sun, 0) * np.where(out @ sun > 0, 1.0, 0.0)
    facing *= 1 - shade * light.shadow
    rng = np.random.default_rng([table.seed, 17])
    fresh = 1 + look.mottle * (rng.random(64)[piece % 64] - 0.5)
    lit = light.sky * (0.62 + 0.38 * normal[:, 2]) + light.key * facing
    glow = np.asarray(look.tints, np.float32)[colour] * (lit * gaps * fresh)[:, None]
    halfway = sun - way / np.linalg.norm(way, axis=1, keepdims=True)
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    shine = look.gloss * np.maximum((normal * halfway).sum(axis=1), 0) ** look.shine * light.key
    # The sky is mirrored in what is seen slantwise.
    slant = 1 - np.abs((normal * way).sum(axis=1)) / np.linalg.norm(way, axis=1)
    shine = shine * (1 - shade) + 0.25 * look.gloss * slant**4 * light.sky
    return np.asarray(glow + shine[:, None], np.float32)


def shows(table: RandomColumnTable, tops: NDArray[np.int32]) -> dict[str, float]:
    """How much of every square's top is seen, 0..1."""
    height, width = tops.shape
    step = (np.arange(SAMPLES) + 0.5) / SAMPLES
    found = {}
    for x in range(SIDE):
        for y in range(SIDE):
            z = float(table.built.heights[x, y]) * table.cubes.cube
            flat = np.array([[(x + a) * table.view.pitch, (y + b) * table.view.pitch, z] for a in step for b in step])
            spots = np.round(table.view.project(flat)).astype(int)
            inside = (spots >= 0).all(axis=1) & (spots < (width, height)).all(axis=1)
            told = tops[spots[inside, 1], spots[inside, 0]] == x * SIDE + y
            found[f"{x},{y}"] = float(told.sum()) / len(spots)
    return found


def truth(table: RandomColumnTable, tops: NDArray[np.int32]) -> dict[str, Any]:
    """What is true of the picture, in the form of the practice tables."""
    seen = shows(table, tops)
    names = ("0,0", f"{SIDE},0", f"{SIDE},{SIDE}", f"0,{SIDE}")
    corners = table.view.project(table.view.ring)
    return {
        "board": "blokus3d",
        "seed": table.seed,
        "camera": table.view.camera.to_json(),
        "corners": {
            name: [round(float(u), 2), round(float(v), 2)] for name, (u, v) in zip(names, corners, strict=True)
        },
        "structure": table.structure,
        "players": table.players,
        "columns": table.built.columns(),
        "hidden": sorted(cell for cell, share in seen.items() if share < SHOWS),
        "top_shown": {cell: round(share, 2) for cell, share in seen.items()},
        "more": {
            "view": table.view.to_json(),
            "cube": table.cubes.cube,
            "oblique": table.oblique,
            "limits": table.limits.tolist(),
        },
    }
