"""Random Pyramid Ball tables: boards, lights, lenses, programs and hands more varied than any home has.

Every draw comes from the seed, so a seed gives the same table again. Board frame: millimetres, origin at a1's outer
corner, x along the files, y along the ranks, z up, the board's surface at 0 and the table top below it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.drawing.floor import Flat, FloorMap, lay
from lab.training.scenes.ball_ground import (
    BOARDS,
    PALE,
    TOPS,
    BallBoard,
    cloud,
    printed_top,
    random_board,
    random_kind,
    random_sheet,
    rgb,
    table_top,
)
from lab.training.scenes.ball_neighbours import crowd
from lab.training.scenes.ball_pieces import (
    ENDS,
    FORWARD,
    TEAMS,
    ArraySpec,
    Layout,
    TablePiece,
    letter,
    place_array,
    place_stock,
    place_teams,
    random_colours,
    wrapped,
)
from lab.training.scenes.ball_props import random_hand_at, random_props, screen_before
from lab.training.scenes.camera_stand import stand
from lab.training.scenes.tables import (
    Rng,
    SceneFilm,
    between_colours,
    exposed,
    random_film,
    random_light,
    random_plastics,
)
from vision.drawing.painting import Canvas, Light, Points, Rgb
from vision.drawing.table import Body, Plastic, Scene, middle, nearness, render_linear
from vision.drawing.things import Facet, Facets, Prop, hull_of
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD
from vision.geometry.solids import USUAL_RISE_MM
from vision.image import Image

__all__ = ["RandomBallTable", "TablePiece", "draw", "random_ball_table", "scene", "truth", "view"]

SIZES = ((640, 480), (640, 480), (800, 600), (960, 720), (1280, 960), (1280, 720), (720, 960))
MORE_TINTS: Mapping[str, tuple[Rgb, Rgb]] = {
    "O": ((0.65, 0.11, 0.0), (1.0, 0.40, 0.06)),
    "P": ((0.09, 0.0, 0.14), (0.42, 0.10, 0.62)),
    "N": ((0.0, 0.22, 0.30), (0.15, 0.68, 0.80)),
    "W": ((0.60, 0.60, 0.56), (0.92, 0.92, 0.92)),
}
# So many sets are of deep colours, so many pictures sharpened, as telephones do.
DEEP, SHARPENED = 0.75, 0.4
# So many tables stand under a warm lamp, where red, orange and yellow are hardly told apart; and boards and table tops
# are of pale wood so often, and so often where some pyramids are clear.
WARM, OFTEN_PALE, UNDER_CLEAR = 0.2, 0.05, 0.3
# So many table tops have a print.
PRINTED = 0.3
# A place is hidden where less of it shows than this.
PIECE_SHOWS, CELL_SHOWS = 0.3, 0.4
# Masks for telling what shows are so many pixels wide.
MASK_WIDTH = 320


@dataclass(frozen=True)
class RandomBallTable:
    """A table with everything on it. `colours` are those of the teams (by "first", "second") and `programs` those of
    the ends' programs (by "near", "far"; an end with none is absent), which lie as `specs` say; `screened` are the ends
    with a screen up."""

    view: BoardView
    pieces: tuple[TablePiece, ...]
    colours: Mapping[str, str]
    ball: str
    programs: Mapping[str, str]
    specs: Mapping[str, ArraySpec]
    screened: frozenset[str]
    board: BallBoard
    flats: tuple[Flat, ...]
    beyond: Rgb
    edge: Flat | None
    light: Light
    uneven: Canvas
    plastics: Mapping[str, Plastic]
    rise: float
    things: tuple[Prop, ...]
    above: tuple[Prop, ...]
    film: SceneFilm
    exposure: float
    oblique: float
    looks: Mapping[str, str]
    seed: int


def random_ball_table(
    seed: int, size: tuple[int, int] | None = None, oblique: float | None = None, *, crowded: bool = False
) -> RandomBallTable:
    """A table of everything at random; `size` (width, height) and `oblique` (degrees from straight above) where they
    are given; `crowded` puts pyramids of other colours beside many commands."""
    rng = np.random.default_rng([seed, 4711])
    pitch = float(rng.uniform(30, 45))
    rise = float(np.clip(rng.normal(USUAL_RISE_MM, 1.0), 6.5, 10.8))
    warm = bool(rng.random() < WARM)
    colours, ball, programs = random_colours(rng, warm=warm)
    clear = "C" in (*colours.values(), ball, *programs.values())
    top, kind = random_kind(rng, TOPS), random_kind(rng, BOARDS)
    if rng.random() < (UNDER_CLEAR if clear else OFTEN_PALE):
        top, kind = PALE if rng.random() < 0.7 else top, PALE
    board = random_board(rng, FIELD, pitch, kind)
    floor = -board.thickness
    along, up = (float(side) * pitch for side in FIELD.size)
    layout = Layout((-board.margin, -board.margin, along + board.margin, up + board.margin))
    advanced = bool(rng.random() < 0.45)
    place_teams(rng, layout, colours, ball, pitch, rise)
    specs: dict[str, ArraySpec] = {}
    for end in ENDS:
        absent, team = rng.random() < 0.03, colours[TEAMS[end]]
        spec = None if absent else place_array(rng, layout, end, programs[end], team, ball, rise, floor, advanced)
        if spec is None:
            del programs[end]
        else:
            specs[end] = spec
    place_stock(rng, layout, colours, floor, rise, advanced)
    if crowded:
        crowd(np.random.default_rng([seed, 38]), layout, colours, ball, programs, rise)
    things = random_props(rng, layout, floor)
    screened = {end for end in programs if rng.random() < 0.08}
    if screened and rng.random() < 0.6:
        screened = set(programs)
    things += [screen_before(rng, layout, end, floor) for end in sorted(screened)]
    oblique = float(rng.uniform(0, 55) if rng.random() < 0.75 else rng.uniform(0, 12)) if oblique is None else oblique
    size = size or SIZES[int(rng.integers(len(SIZES)))]
    seen = _random_view(rng, size, pitch, oblique, layout, floor)
    above = _random_hands(rng, layout, screened, floor)
    flats, edge = _random_flats(rng, layout, floor, board, top)
    apart = np.random.default_rng([seed, 59])
    if apart.random() < PRINTED:
        top, flats = "printed", (replace(printed_top(apart), height=floor), *flats[1:])
    light = random_light(rng)
    if warm:
        light = replace(light, colour=lamp(rng))
    return RandomBallTable(
        seen,
        tuple(layout.pieces),
        colours,
        ball,
        programs,
        specs,
        frozenset(screened),
        board,
        flats,
        rgb(rng, rng.uniform(), rng.beta(1, 3), float(np.exp(rng.uniform(np.log(0.02), np.log(0.6))))),
        edge,
        replace(light, shadow=float(rng.uniform(0.1, 0.7))),
        _uneven(rng),
        ball_plastics(np.random.default_rng([seed, 5])),
        rise,
        tuple(things),
        above,
        _film(rng, size),
        float(np.exp(rng.uniform(np.log(0.1), np.log(0.42)))),
        oblique,
        {"table": top, "board": kind},
        seed,
    )


def ball_plastics(rng: Rng) -> dict[str, Plastic]:
    """One maker's plastic in ten colours."""
    made = random_plastics(rng)
    for colour, (low, high) in MORE_TINTS.items():
        made[colour] = replace(made["K" if colour == "W" else "R"], tint=between_colours(rng, low, high))
    if rng.random() < DEEP:
        for colour in "RYGBOPN":
            made[colour] = replace(made[colour], density=float(rng.uniform(0.88, 1.0)))
    made["W"] = replace(made["W"], density=1.0, scatter=float(rng.uniform(0.7, 1.1)), mottle=0.05)
    return made


def _film(rng: Rng, size: tuple[int, int]) -> SceneFilm:
    """A film as sharp for what is in the picture whatever its size."""
    film = random_film(rng)
    return replace(film, blur=film.blur * min(0.9, size[0] / 1000))


def _random_view(
    rng: Rng, size: tuple[int, int], pitch: float, oblique: float, layout: Layout, floor: float
) -> BoardView:
    """A camera from which the board and both programs are in the picture, or mostly."""
    width, height = size
    focal = float(width * np.exp(rng.uniform(np.log(0.78), np.log(1.6))))
    k1 = float(np.clip(rng.normal(0, 0.04), -0.12, 0.06))
    k2 = float(0.3 * k1 * k1)
    around = (width / 2 + rng.normal(0, 0.01) * width, height / 2 + rng.normal(0, 0.01) * width)
    camera = Camera(((focal, 0.0, around[0]), (0.0, focal, around[1]), (0.0, 0.0, 1.0)), (k1, k2, 0.0, 0.0, 0.0), size)
    azimuth = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.5:
        azimuth = np.pi / 2 * rng.integers(4) + rng.normal(0, 0.12)
    # The board and the programs make a long table: people mostly hold the camera so that it fits.
    lies_across = abs(np.cos(azimuth)) > np.sqrt(0.5)
    if lies_across != (width > height) and rng.random() < (0.3 if width > height else 0.8):
        azimuth += np.pi / 2
    x0, y0, x1, y1 = layout.board
    spots = [[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)]
    spots += [[*p.corners[4, :2], floor] for p in layout.pieces if p.role[-1] in "123" and p.role[-2] in "SML"]
    points = np.array(spots)
    target = np.array([*(points[:, :2].min(axis=0) + points[:, :2].max(axis=0)) / 2, 0.0])
    roll = rng.normal(0, 0.05) if rng.random() < 0.8 else rng.uniform(-0.4, 0.4)
    away, turn = stand(oblique, azimuth, roll)
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(turn)[0]).ravel())
    fill = float(rng.uniform(0.82, 1.0) if rng.random() < 0.85 else rng.uniform(1.0, 1.12))
    shift = rng.normal(0, 0.02, 2) + rng.uniform(-1, 1, 2) * max(0.0, 1 - fill) * 0.5
    near, far = 150.0, 6000.0
    found = None
    for _ in range(40):
        distance = (near + far) / 2
        tx, ty, tz = (
            float(t)
            for t in -turn @ (target + away * distance) + np.array([*shift, 0]) * distance * 0.5 * width / focal
        )
        found = BoardView(camera, (rx, ry, rz), (tx, ty, tz), pitch, grid=FIELD)
        depth = points @ turn.T[:, 2] + tz
        pixels = found.project(points)
        fits = bool((depth > 60).all()) and bool((np.abs(pixels / np.array(size) - 0.5) <= fill / 2).all())
        near, far = (near, distance) if fits else (distance, far)
    assert found is not None
    return found


def _random_hands(rng: Rng, layout: Layout, screened: set[str], floor: float) -> tuple[Prop, ...]:
    hands: list[Prop] = []
    for end in sorted(screened):
        for _ in range(int(rng.choice([0, 1, 2], p=[0.3, 0.35, 0.35]))):
            hands.append(hand_at_array(rng, layout, end, floor))
    if rng.random() < 0.22:
        if rng.random() < 0.65:
            hands.append(hand_over_board(rng, layout))
        else:
            ends = [end for end in ENDS if any(p.role.startswith(f"{end}.S") for p in layout.pieces)]
            if ends:
                hands.append(hand_at_array(rng, layout, str(rng.choice(ends)), floor))
    return tuple(hands)


def hand_over_board(rng: Rng, layout: Layout) -> Prop:
    """A hand somewhere over the board, from any side."""
    x0, y0, x1, y1 = layout.board
    x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
    from_ = float(rng.choice([-np.pi / 2, np.pi / 2, 0, np.pi], p=[0.35, 0.35, 0.15, 0.15]) + rng.normal(0, 0.4))
    return random_hand_at(rng, (x, y, float(rng.uniform(5, 60))), from_, 0.0)


def hand_at_array(rng: Rng, layout: Layout, end: str, floor: float) -> Prop:
    """A player's hand at the own program."""
    pieces = [p for p in layout.pieces if p.role.startswith(f"{end}.")]
    piece = pieces[int(rng.integers(len(pieces)))]
    x, y = piece.x + rng.normal(0, 15), piece.y + rng.normal(0, 15)
    back = float(np.arctan2(-FORWARD[end][1], -FORWARD[end][0]) + rng.normal(0, 0.45))
    return random_hand_at(rng, (float(x), float(y), floor + float(rng.uniform(10, 45))), back, floor)


def lamp(rng: Rng) -> Rgb:
    """The light of a warm lamp, as a camera shows it that balances little of it."""
    warmth = float(rng.uniform(0.12, 0.45))
    return 1 + warmth, float(1 + rng.normal(0, 0.03)), 1 - warmth


def _random_flats(
    rng: Rng, layout: Layout, floor: float, board: BallBoard, top: str
) -> tuple[tuple[Flat, ...], Flat | None]:
    """The table top, sheets on it and the board; and, of a table whose edge may be seen, its shape."""
    flats = [replace(table_top(rng, top), height=floor)]
    x0, y0, x1, y1 = layout.board
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.45, 0.3, 0.15, 0.1]))):
        picture, size = random_sheet(rng)
        turn = float(rng.uniform(-np.pi, np.pi))
        reach = float(np.hypot(*size)) / 2
        for _ in range(8):
            x, y = float(rng.uniform(x0 - 260, x1 + 260)), float(rng.uniform(y0 - 260, y1 + 260))
            clear = max(x0 - x, x - x1, y0 - y, y - y1) > reach
            if clear and not any(
                np.hypot(p.x - x, p.y - y) < reach for p in layout.pieces if p.role[:4] in ("near", "far.")
            ):
                flats.append(Flat(picture, x, y, size, turn, floor))
                break
    flats.append(Flat(board.picture, (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0, y1 - y0)))
    if rng.random() < 0.5:
        return tuple(flats), None
    one = np.ones((4, 4, 3), np.float32)
    wide, deep = x1 - x0 + float(rng.uniform(180, 900)), y1 - y0 + float(rng.uniform(460, 1200))
    x, y = (x0 + x1) / 2 + float(rng.normal(0, 40)), (y0 + y1) / 2 + float(rng.normal(0, 30))
    return tuple(flats), Flat(one, x, y, (wide, deep), float(rng.normal(0, 0.06)), floor)


def board_sides(table: RandomBallTable) -> Facets:
    """The four sides of the board, down to the table top."""
    m, low = table.board.margin, -table.board.thickness
    along, up = (float(side) * table.view.pitch for side in FIELD.size)
    ring = [(-m, -m), (along + m, -m), (along + m, up + m), (-m, up + m)]
    sides = [
        Facet(np.array([[*a, low], [*b, low], [*b, 0.0], [*a, 0.0]]), table.board.side)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
    ]
    return Facets(tuple(sides), low)


def _uneven(rng: Rng) -> Canvas:
    """How light falls on the table, 48 x 64 x 1 over the picture: falling off, and at times a lamp's reflection."""
    field = np.asarray(1 + rng.uniform(0.0, 0.3) * cloud(rng, (48, 64), (3, 3)), np.float32)
    if rng.random() < 0.25:
        v, u = np.mgrid[0:48, 0:64]
        spot, wide = rng.uniform(0, 1, 2) * (48, 64), rng.uniform(2, 9)
        blob = np.exp(-(((v - spot[0]) ** 2 + (u - spot[1]) ** 2) / (2 * wide * wide)))
        field += np.asarray(rng.uniform(0.3, 2.0) * blob[..., None], np.float32)
    return np.asarray(np.clip(field, 0.25, 4), np.float32)


def view(table: RandomBallTable) -> BoardView:
    """Where the board truly lies before the camera."""
    return table.view


def scene(table: RandomBallTable) -> Scene:
    """The table as the rasteriser takes it."""
    size = table.view.camera.size
    return Scene(
        table.view.project,
        table.view.camera_centre,
        size,
        table.view.pitch,
        {},
        table.rise,
        None,
        table.light,
        table.plastics,
        {},
        _ground(table),
        (),
        stacks_of(table.pieces),
        table.things,
        table.above,
        board_grid=FIELD,
    )


def stacks_of(pieces: Sequence[TablePiece]) -> list[tuple[Body, ...]]:
    """The pyramids in stacks, each from the bottom up."""
    stacks: dict[tuple[float, float], list[TablePiece]] = {}
    for piece in pieces:
        stacks.setdefault((piece.x, piece.y), []).append(piece)
    return [tuple(p.body for p in sorted(stack, key=lambda p: p.z)) for stack in stacks.values()]


def _ground(table: RandomBallTable) -> Canvas:
    """The lit table top with the board on it, the room beyond its edge."""
    width, height = table.view.camera.size
    floor = FloorMap(table.view)
    canvas = np.zeros((height, width, 3), np.float32)
    lay(canvas, floor, table.flats)
    light = table.light
    canvas *= np.float32(light.sky + light.key * light.direction[2])
    canvas *= np.asarray(cv2.resize(table.uneven, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)[
        ..., None
    ]
    beyond = np.zeros((height, width, 3), np.float32) + np.array(table.beyond, np.float32)
    _, there = floor.at(0.0)
    on_table = there.astype(np.float32)[..., None]
    if table.edge is not None:
        inside = np.zeros((height, width, 3), np.float32)
        lay(inside, floor, [table.edge])
        on_table = on_table * inside[..., :1]
    ground = np.asarray(beyond + on_table * (canvas - beyond), np.float32)
    board_sides(table).draw(ground, table.view.project, table.view.camera_centre, light)
    return ground


def draw(table: RandomBallTable, later: int | None = None) -> Image:
    """The table as a cheap camera sees it, rasterised: height x width x 3. Of one camera's pictures each is so much
    `later` than the first: their noise differs, and it sharpens none."""
    linear = render_linear(scene(table), table.seed) * np.asarray(table.light.colour, np.float32)
    if later is None:
        return developed(table, linear)
    return exposed(linear, table.film, table.exposure, table.seed + later)


def developed(table: RandomBallTable, linear: Canvas) -> Image:
    """The photograph of a table drawn in linear light: exposed for its brightness, with the film's blur and noise."""
    return exposed(linear, table.film, table.exposure, table.seed, SHARPENED)


def shows(table: RandomBallTable) -> tuple[dict[str, float], dict[str, float]]:
    """How much of every pyramid (by role) and of every square of the board is seen past what is nearer, 0..1; what is
    out of the picture counts as unseen. Of squares only hands and things hide something, not pyramids."""
    width, height = table.view.camera.size
    scale = MASK_WIDTH / width
    # A margin around the picture, so that what is out of it is counted.
    room = MASK_WIDTH // 4
    shape = round(height * scale) + 2 * room, MASK_WIDTH + 2 * room
    outside = np.ones(shape, np.uint8)
    outside[room:-room, room:-room] = 0

    def mask(polygons: Sequence[Points]) -> NDArray[np.uint8]:
        made = np.zeros(shape, np.uint8)
        for polygon in polygons:
            if np.isfinite(polygon).all() and np.abs(polygon).max() < 1e5:
                cv2.fillPoly(made, [np.round(polygon * scale + room).astype(np.int32)], 1)
        return made

    project, eye = table.view.project, table.view.camera_centre
    order: list[tuple[float, str, NDArray[np.uint8]]] = []
    for piece in table.pieces:
        outline = mask([hull_of(project(piece.corners))])
        order.append((nearness(middle([piece.body]), eye), piece.role, outline))
    hiding = [(nearness(thing.where, eye), mask(thing.outlines(project))) for thing in table.things]
    over = mask([outline for thing in table.above for outline in thing.outlines(project)]) | outside
    covers = over.copy()
    for _, hides in hiding:
        covers |= hides
    seen: dict[str, float] = {}
    for depth, role, outline in order:
        left, top, wide, high = cv2.boundingRect(outline)
        part = np.s_[top : top + high, left : left + wide]
        hidden = over[part].copy()
        for nearer, cover in (*((d, m) for d, _, m in order), *hiding):
            if nearer > depth:
                hidden |= cover[part]
        area = int(np.count_nonzero(outline[part]))
        seen[role] = 1.0 - int(np.count_nonzero(outline[part] & hidden)) / area if area else 0.0
    pitch = table.view.pitch
    squares: dict[str, float] = {}
    for cell in FIELD.cells:
        x, y = FIELD.centre(cell, pitch)
        half = pitch / 2
        ring = np.array(
            [[x - half, y - half, 0], [x + half, y - half, 0], [x + half, y + half, 0], [x - half, y + half, 0]]
        )
        outline = mask([project(ring)])
        squares[cell] = 1.0 - int(np.count_nonzero(outline & covers)) / max(int(np.count_nonzero(outline)), 1)
    return seen, squares


def truth(table: RandomBallTable) -> dict[str, Any]:
    """What is true of the picture, in the form of the practice tables: corners and places in pixels, what stands in the
    cells, the programs in their players' letters (null where none lies or a screen stands), what is hidden."""
    seen, squares = shows(table)
    cells: dict[str, str] = {}
    for piece in sorted(table.pieces, key=lambda p: p.z):
        cell = piece.role.partition(".")[0]
        if cell in squares:
            cells[cell] = cells.get(cell, "") + f"{piece.colour}{piece.pips}"
    hidden = [
        cell
        for cell in FIELD.cells
        if squares[cell] < CELL_SHOWS or min((seen.get(cell, 1.0), seen.get(f"{cell}.ball", 1.0))) < PIECE_SHOWS
    ]
    programs = {TEAMS[end]: _program(table, end) for end in ENDS}
    hidden_commands = {
        TEAMS[end]: sorted(
            role.partition(".")[2]
            for role, share in seen.items()
            if role.startswith(f"{end}.") and role[-1] in "1234" and role[len(end) + 1] in "SML" and share < PIECE_SHOWS
        )
        for end in ENDS
    }
    return {
        "board": "pyramid-ball",
        "seed": table.seed,
        "camera": table.view.camera.to_json(),
        "cell": table.view.pitch,
        "corners": {name: [round(u, 2), round(v, 2)] for name, (u, v) in table.view.corners.items()},
        "cells": cells,
        "teams": dict(table.colours),
        "ball": table.ball,
        "hidden": hidden,
        "programs": programs,
        "hidden_commands": hidden_commands,
        "more": {
            "view": table.view.to_json(),
            "rise": table.rise,
            "oblique": table.oblique,
            "looks": dict(table.looks),
            "thickness": table.board.thickness,
            "screens": sorted(table.screened),
            "hands": len(table.above),
            "over": {"hands": _outlines(table, table.above), "screens": _outlines(table, _screens(table))},
            "pieces": [_piece_json(table, piece, seen[piece.role]) for piece in table.pieces],
            "board_seen": {cell: round(share, 2) for cell, share in squares.items()},
        },
    }


def _screens(table: RandomBallTable) -> tuple[Prop, ...]:
    return table.things[len(table.things) - len(table.screened) :]


def _outlines(table: RandomBallTable, things: Sequence[Prop]) -> list[list[list[float]]]:
    """Polygons in pixels that things cover; those beyond all measure are left out."""
    found = [outline for thing in things for outline in thing.outlines(table.view.project)]
    return [np.round(one, 1).tolist() for one in found if np.isfinite(one).all() and np.abs(one).max() < 1e4]


def _piece_json(table: RandomBallTable, piece: TablePiece, share: float) -> dict[str, Any]:
    u, v = table.view.project(piece.corners.mean(axis=0, keepdims=True))[0]
    return {
        "role": piece.role,
        "colour": piece.colour,
        "pips": piece.pips,
        "x": round(piece.x, 2),
        "y": round(piece.y, 2),
        "z": round(piece.z, 2),
        "lying": piece.lying,
        "heading": None if piece.heading is None else round(wrapped(piece.heading), 4),
        "twist": round(piece.twist, 4),
        "seen": round(share, 2),
        "at": [round(float(u), 2), round(float(v), 2)],
    }


def _program(table: RandomBallTable, end: str) -> dict[str, Any] | None:
    if end not in table.programs or end in table.screened:
        return None
    own = {p.role.partition(".")[2]: p for p in table.pieces if p.role.startswith(f"{end}.")}
    rows = {size: "".join(letter(own[f"{size}{row}"], end) for row in (1, 2, 3)) for size in "SML"}
    if "S4" in own:
        rows["S"] += letter(own["S4"], end)
    marker = None
    if "pass" in own:
        at = own["pass"]
        commands = [f"{size}{row}" for size in "SML" for row in (1, 2, 3)]
        place = min(commands, key=lambda name: float(np.hypot(own[name].x - at.x, own[name].y - at.y)))
        marker = {"row": int(place[1]), "to": place[0]}
    spots = {
        name: [round(float(c), 2) for c in table.view.project(piece.corners.mean(axis=0, keepdims=True))[0]]
        for name, piece in own.items()
        if not name.startswith(("score", "special"))
    }
    return {
        "colour": table.programs[end],
        **rows,
        "pass": marker,
        "quick_pass": "quick" in own,
        "blitz": "blitz" in own,
        "dash": "S4" in own,
        "at": spots,
    }
