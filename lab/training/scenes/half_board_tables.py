"""Random tables with half a backgammon board: boards, checkers, lights, lenses and hands more varied than any home has.

Every draw comes from the seed. Board frame: millimetres, origin at the playing field's near left corner, x along the
near side, y to the far one, z up, the field at 0 and the table top below it.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.drawing.floor import Flat, FloorMap, lay
from lab.drawing.solids import box
from lab.training.scenes.ball_ground import cloud, random_sheet, table_top
from lab.training.scenes.ball_props import prop, random_hand_at
from lab.training.scenes.camera_stand import stand
from lab.training.scenes.half_board_frame import BoardFrame, Strip, random_frame
from lab.training.scenes.half_board_ground import ROWS, HalfBoardMake, random_make
from lab.training.scenes.half_board_pieces import (
    SIDES,
    Checker,
    CheckerMake,
    die,
    place_checkers,
    random_counts,
    random_makes,
)
from lab.training.scenes.tables import Rng, SceneFilm, exposed, random_film, random_light
from vision.drawing.painting import Canvas, Light, Points
from vision.drawing.things import Facet, Facets, Prop
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.geometry.half_board import CORNERS
from vision.image import Image

SIZES = ((640, 480), (640, 480), (640, 480), (800, 600), (960, 720), (640, 360), (480, 640))
# A row is hidden where a hand or the picture's edge covers more of it than this.
COVERED = 0.3
# The share of boards photographed straight from above with both halves in sight.
TOURNAMENTS = 0.2


@dataclass(frozen=True)
class RandomHalfBoard:
    """A table with everything on it: the field's `checkers`, those on the `other` half and in trays, those `beside` the
    board."""

    view: BoardView
    frame: BoardFrame
    counts: tuple[list[int], list[int]]
    checkers: tuple[Checker, ...]
    other: tuple[Checker, ...]
    trayed: tuple[Prop | Checker, ...]
    beside: tuple[Checker, ...]
    dice: tuple[tuple[Facets, int], ...]
    things: tuple[Prop, ...]
    above: tuple[Prop, ...]
    flats: tuple[Flat, ...]
    light: Light
    uneven: Canvas
    film: SceneFilm
    exposure: float
    seed: int

    @property
    def make(self) -> HalfBoardMake:
        """How the board is made."""
        return self.frame.make


def random_half_board(
    seed: int, size: tuple[int, int] | None = None, *, tournament: bool | None = None
) -> RandomHalfBoard:
    """A table of everything at random; `size` (width, height) where it is given. `tournament`: whether it is seen from
    straight above with both halves."""
    rng = np.random.default_rng([seed, 815])
    drawn = bool(rng.random() < TOURNAMENTS)
    tournament = drawn if tournament is None else tournament
    make = random_make(rng, tournament=tournament)
    frame = random_frame(rng, make, tournament=tournament)
    width, depth, floor = ROWS * make.pitch, make.depth, -make.thick
    makes = random_makes(rng, make.pitch, make.inks)
    checkers, counts = place_checkers(rng, makes, random_counts(rng), make.pitch, depth)
    size = size or SIZES[int(rng.integers(len(SIZES)))]
    view = _random_view(rng, size, frame, tournament=tournament)
    dice = []
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.25, 0.25, 0.1]))):
        half = float(rng.uniform(4.5, 8.5))
        for _ in range(12):
            x, y = float(rng.uniform(half * 2, width - half * 2)), float(rng.uniform(half * 2, depth - half * 2))
            if all(np.hypot(c.x - x, c.y - y) > c.make.radius + half * 1.5 for c in checkers):
                value = int(rng.integers(1, 7))
                dice.append((die(rng, x, y, 0.0, half, value), value))
                break
    return RandomHalfBoard(
        view,
        frame,
        counts,
        tuple(checkers),
        tuple(_on_other(rng, frame, makes, tournament=tournament)),
        tuple(_in_trays(rng, frame, makes)),
        tuple(_beside(rng, frame, checkers, floor)),
        tuple(dice),
        tuple(_things(rng, frame, floor)),
        _hands(rng, make),
        _flats(rng, frame, floor),
        replace(random_light(rng), shadow=float(rng.uniform(0.1, 0.7))),
        _uneven(rng),
        _film(rng, size),
        float(np.exp(rng.uniform(np.log(0.1), np.log(0.42)))),
        seed,
    )


def _film(rng: Rng, size: tuple[int, int]) -> SceneFilm:
    film = random_film(rng)
    return replace(film, blur=film.blur * min(0.8, size[0] / 1000))


def _uneven(rng: Rng) -> Canvas:
    field = np.asarray(1 + rng.uniform(0.0, 0.3) * cloud(rng, (48, 64), (3, 3)), np.float32)
    if rng.random() < 0.25:
        v, u = np.mgrid[0:48, 0:64]
        spot, wide = rng.uniform(0, 1, 2) * (48, 64), rng.uniform(2, 9)
        blob = np.exp(-(((v - spot[0]) ** 2 + (u - spot[1]) ** 2) / (2 * wide * wide)))
        field += np.asarray(rng.uniform(0.3, 1.5) * blob[..., None], np.float32)
    return np.asarray(np.clip(field, 0.25, 4), np.float32)


def _spot(rng: Rng, frame: BoardFrame, radius: float) -> tuple[float, float] | None:
    """A place on the table, off the board."""
    x0, y0, x1, y1 = frame.extent
    for _ in range(15):
        x, y = float(rng.uniform(x0 - 200, x1 + 200)), float(rng.uniform(y0 - 200, y1 + 200))
        if np.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) > radius + 3:
            return x, y
    return None


def _beside(rng: Rng, frame: BoardFrame, checkers: list[Checker], floor: float) -> list[Checker]:
    """Checkers that have left the board, on the table, at times on one another."""
    found: list[Checker] = []
    for one in checkers[:1] + checkers[-1:]:
        for _ in range(int(rng.choice([0, 1, 3, 7], p=[0.4, 0.25, 0.2, 0.15]))):
            spot = _spot(rng, frame, one.make.radius)
            if spot is None or one.standin:
                continue
            high = floor + one.make.thick * int(rng.random() < 0.15)
            found.append(Checker(one.make, *spot, high, one.side, 0, 0))
    return found


def _on_other(
    rng: Rng, frame: BoardFrame, makes: tuple[CheckerMake, CheckerMake], *, tournament: bool
) -> list[Checker]:
    """What lies on the other half: nothing, a few checkers anywhere, or rows as on this one."""
    if not frame.neighbour:
        return []
    make, shift = frame.make, frame.shift
    kind = rng.random()
    if kind < (0.75 if tournament else 0.25):
        rows, _ = place_checkers(rng, makes, random_counts(rng), make.pitch, make.depth)
        return [replace(one, x=one.x + shift, row=0) for one in rows]
    found = []
    if kind > 0.75:
        for _ in range(int(rng.integers(1, 5))):
            x, y = float(rng.uniform(0.1, 0.9)) * ROWS * make.pitch, float(rng.uniform(0.1, 0.9)) * make.depth
            found.append(Checker(makes[int(rng.integers(2))], x + shift, y, 0.0, SIDES[0], 0, 0))
    return found


def _in_trays(rng: Rng, frame: BoardFrame, makes: tuple[CheckerMake, CheckerMake]) -> list[Prop | Checker]:
    """Checkers that were borne off: on their edges, one behind another, or flat."""
    found: list[Prop | Checker] = []
    for tray in (one for one in frame.strips if one.kind == "tray"):
        for end, (side, make) in enumerate(zip(SIDES, makes, strict=True)):
            flat = rng.random() < 0.4
            step = make.radius * 2.03 if flat else make.thick * 1.05
            room = int(frame.make.depth * 0.35 / step)
            for k in range(int(rng.integers(0, room + 1)) if rng.random() < 0.5 and room > 0 else 0):
                y = step * (k + 0.5)
                y = frame.make.depth - y if end else y
                x = tray.middle + float(rng.normal(0, 0.3))
                if flat:
                    found.append(Checker(make, x, y, 0.0, side, 0, 0))
                else:
                    half = make.radius * 0.9, make.thick / 2
                    found.append(box(x, y, half, 0.0, make.radius * 1.8, 0.0, (make.side, make.top)))
    return found


def _things(rng: Rng, frame: BoardFrame, floor: float) -> list[Prop]:
    made: list[Prop] = []
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
        kind = str(rng.choice(["box", "cup", "phone", "coin"], p=[0.25, 0.4, 0.2, 0.15]))
        spot = _spot(rng, frame, {"box": 95, "cup": 42, "phone": 80, "coin": 12}[kind])
        if spot is not None:
            made += prop(rng, kind, spot, floor)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        spot = _spot(rng, frame, 10)
        if spot is not None:
            made.append(die(rng, *spot, floor, float(rng.uniform(5, 8.5)), int(rng.integers(1, 7))))
    return made


def _hands(rng: Rng, make: HalfBoardMake) -> tuple[Prop, ...]:
    if rng.random() > 0.22:
        return ()
    x, y = float(rng.uniform(0, ROWS * make.pitch)), float(rng.uniform(-10, make.depth + 10))
    sides = [-np.pi / 2, np.pi / 2, 0, np.pi]
    away = float(rng.choice(sides, p=[0.3, 0.3, 0.2, 0.2]) + rng.normal(0, 0.5))
    return (random_hand_at(rng, (x, y, float(rng.uniform(5, 50))), away, 0.0),)


def _flats(rng: Rng, frame: BoardFrame, floor: float) -> tuple[Flat, ...]:
    flats = [replace(table_top(rng), height=floor)]
    for _ in range(int(rng.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))):
        picture, size = random_sheet(rng)
        spot = _spot(rng, frame, float(np.hypot(*size)) / 2)
        if spot is not None:
            flats.append(Flat(picture, *spot, size, float(rng.uniform(-np.pi, np.pi)), floor))
    return tuple(flats)


def _random_view(rng: Rng, size: tuple[int, int], frame: BoardFrame, *, tournament: bool) -> BoardView:
    """A camera that has the half, or at times the whole board, in its picture."""
    make = frame.make
    width, height = size
    focal = float(width * np.exp(rng.uniform(np.log(0.75), np.log(1.7))))
    k1 = float(np.clip(rng.normal(0, 0.035), -0.1, 0.06))
    centre = (width / 2 + rng.normal(0, 0.01) * width, height / 2 + rng.normal(0, 0.01) * width)
    camera = Camera(
        ((focal, 0.0, centre[0]), (0.0, focal, centre[1]), (0.0, 0.0, 1.0)), (k1, 0.3 * k1 * k1, 0, 0, 0), size
    )
    oblique = float(rng.uniform(0, 57) if rng.random() < 0.7 else rng.uniform(0, 12))
    azimuth = float(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.6:
        azimuth = float(-np.pi / 2 + rng.normal(0, 0.35) + np.pi * (rng.random() < 0.25))
    straight = tournament and rng.random() < 0.8
    if straight:
        oblique, azimuth = float(rng.uniform(0, 7)), float(-np.pi / 2 + rng.normal(0, 0.03))
    x0, y0, x1, y1 = -make.rim, -make.rim, ROWS * make.pitch + make.rim, make.depth + make.rim
    if tournament or rng.random() < 0.45:
        x0, y0, x1, y1 = frame.extent
    points = np.array([[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)])
    target = np.array([(x0 + x1) / 2, (y0 + y1) / 2, 0.0])
    roll = rng.normal(0, 0.06) if rng.random() < 0.8 or straight else rng.uniform(-0.5, 0.5)
    away, turn = stand(oblique, azimuth, roll)
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(turn)[0]).ravel())
    fill = float(rng.uniform(0.66, 1.0))
    shift = rng.uniform(-1, 1, 2) * (1 - fill) * 0.4
    near, far, found = 150.0, 6000.0, None
    for _ in range(30):
        distance = (near + far) / 2
        at = -turn @ (target + away * distance) + np.array([*shift, 0]) * distance * width / focal
        tx, ty, tz = (float(t) for t in at)
        found = BoardView(camera, (rx, ry, rz), (tx, ty, tz), make.pitch, grid=BoardGrid(ROWS, 9))
        deep = points @ turn.T[:, 2] + tz
        pixels = found.project(points)
        fits = bool((deep > 60).all()) and bool(
            (np.abs(pixels / np.array(size) - 0.5) <= np.minimum(fill / 2 + np.abs(shift), 0.52)).all()
        )
        near, far = (near, distance) if fits else (distance, far)
    assert found is not None
    return found


def draw(table: RandomHalfBoard) -> Image:
    """The table as a cheap camera sees it, rasterised: height x width x 3."""
    view, light, make, frame = table.view, table.light, table.make, table.frame
    width, height = view.camera.size
    project, eye, floor = view.project, view.camera_centre, FloorMap(view)
    lit = np.float32(light.sky + light.key * light.direction[2])
    canvas = np.zeros((height, width, 3), np.float32)
    lay(canvas, floor, table.flats)
    canvas *= lit
    x0, y0, x1, y1 = frame.extent
    board = np.array([[x, y, z] for x in (x0, x1) for y in (y0, y1) for z in (-make.thick, make.high)])
    Facets((Facet(board, make.side),), -make.thick).shade(canvas, project, light)
    frame.lay_floors(canvas, floor, lit)
    seen = project, eye, light
    frame.draw_ends(canvas, floor, seen, before=True)
    own = [*table.beside, *(one for one, _ in table.dice), *table.checkers]
    for strip in frame.from_far(eye):
        if strip.kind == "rim":
            frame.draw_rim(strip, canvas, floor, seen)
            continue
        things: list[Any] = own
        if strip.kind != "field":
            things = list(table.other) if strip.kind == "other" else _within(strip, table.trayed)
        for one in things:
            one.shade(canvas, project, light)
        for one in sorted(things, key=lambda one: (_height(one), -_away(one, eye))):
            if isinstance(one, Checker) and one.layer:
                one.shade(canvas, project, light)
            one.draw(canvas, project, eye, light)
        if strip.kind == "tray":
            frame.draw_block(strip, canvas, floor, seen)
    frame.draw_ends(canvas, floor, seen, before=False)
    for thing in sorted(table.things, key=lambda one: -float(np.hypot(*(np.array(one.where) - eye[:2])))):
        thing.shade(canvas, project, light)
        thing.draw(canvas, project, eye, light)
    for hand in table.above:
        hand.shade(canvas, project, light)
        hand.draw(canvas, project, eye, light)
    uneven = cv2.resize(table.uneven, (width, height), interpolation=cv2.INTER_CUBIC)
    canvas *= np.asarray(uneven, np.float32)[..., None] * np.asarray(light.colour, np.float32)
    return exposed(canvas, table.film, table.exposure, table.seed)


def _within(strip: Strip, things: tuple[Prop | Checker, ...]) -> list[Prop | Checker]:
    return [one for one in things if strip.x0 <= _where(one)[0] <= strip.x1]


def _where(one: Any) -> tuple[float, float]:
    return (one.x, one.y) if isinstance(one, Checker) else one.where


def _height(one: Any) -> int:
    return one.layer if isinstance(one, Checker) else 0


def _away(one: Any, eye: Points) -> float:
    x, y = _where(one)
    return float(np.hypot(x - eye[0], y - eye[1]))


def covered(table: RandomHalfBoard) -> NDArray[np.float64]:
    """How much of each row's first checkers' place, 2 x 6, lies behind a hand or out of the picture, 0..1."""
    width, height = table.view.camera.size
    room = 200
    outside = np.ones((height + 2 * room, width + 2 * room), np.uint8)
    outside[room:-room, room:-room] = 0
    for hand in table.above:
        for polygon in hand.outlines(table.view.project):
            if np.isfinite(polygon).all() and np.abs(polygon).max() < 1e4:
                cv2.fillPoly(outside, [np.round(polygon + room).astype(np.int32)], 1)
    found = np.zeros((2, ROWS))
    pitch, depth = table.make.pitch, table.make.depth
    for end in range(2):
        for row in range(ROWS):
            count = min(table.counts[end][row], 4)
            reach = max(count, 1) * 0.9 * pitch
            y0, y1 = (depth - reach, depth) if end else (0.0, reach)
            xs = row * pitch, (row + 1) * pitch
            ring = np.array([[xs[0], y0, 4], [xs[1], y0, 4], [xs[1], y1, 4], [xs[0], y1, 4]])
            mask = np.zeros_like(outside)
            cv2.fillPoly(mask, [np.round(table.view.project(ring) + room).astype(np.int32)], 1)
            found[end, row] = float((mask & outside).sum()) / max(float(mask.sum()), 1.0)
    return found


def truth(table: RandomHalfBoard) -> dict[str, Any]:
    """What is true of the picture, in the form of the practice tables. `more.other` are the corners of the other half,
    or nothing."""
    make, view = table.make, table.view
    hides = covered(table)
    dice = [(view.project(np.array([[*one.where, 0.0]]))[0], value) for one, value in table.dice]
    rings = {}
    for kind in ("field", "other"):
        spots = table.frame.corners(kind)
        named = zip(CORNERS, [] if spots is None else np.round(view.project(spots), 2).tolist(), strict=False)
        rings[kind] = dict(named)
    return {
        "board": "backgammon",
        "seed": table.seed,
        "camera": view.camera.to_json(),
        "corners": rings["field"],
        "rows": dict(zip(SIDES, table.counts, strict=True)),
        "checkers": [
            {
                "at": np.round(view.project(one.middle[None])[0], 2).tolist(),
                "side": one.side,
                "row": one.row,
                "layer": one.layer,
                "standin": one.standin,
            }
            for one in table.checkers
        ],
        "hidden_rows": {side: [i + 1 for i in range(ROWS) if hides[e, i] > COVERED] for e, side in enumerate(SIDES)},
        "dice": [{"value": value, "at": np.round(at, 2).tolist()} for at, value in dice],
        "more": {
            "depth": make.depth / make.pitch,
            "covered": np.round(hides, 2).tolist(),
            "neighbour": table.frame.neighbour,
            "other": rings["other"],
            "lean": round(_lean(table), 2),
        },
    }


def _lean(table: RandomHalfBoard) -> float:
    """By how many degrees the camera looks from straight above onto the field's middle."""
    x, y, z = table.view.camera_centre - np.array([ROWS * table.make.pitch / 2, table.make.depth / 2, 0.0])
    return float(np.degrees(np.arctan2(np.hypot(x, y), z)))
