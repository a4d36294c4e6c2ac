"""Random tables without any of the boards that are looked for: what has lines, squares, stripes or rows of its own.

Frame and units as in `half_board_tables`: millimetres, the table top at z = 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from lab.drawing.floor import Flat, FloorMap, lay
from lab.training.scenes.ball_ground import cloud, random_sheet, rgb, table_top
from lab.training.scenes.ball_props import prop, random_hand_at
from lab.training.scenes.camera_stand import stand
from lab.training.scenes.tables import Rng, SceneFilm, exposed, random_film, random_light
from vision.drawing.painting import Canvas, Light
from vision.drawing.things import Prop
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image

SIZES = ((640, 480), (640, 480), (800, 600), (640, 360), (480, 640))
KINDS = ("grid", "chess", "keyboard", "calendar", "page", "cloth", "stripes", "painting", "teeth", "box", "sheet")
# Pictures of sheets have so many pixels along their longer side.
FINE = 480


@dataclass(frozen=True)
class NoBoard:
    """A table with sheets and things on it."""

    view: BoardView
    flats: tuple[Flat, ...]
    things: tuple[Prop, ...]
    light: Light
    film: SceneFilm
    exposure: float
    seed: int


def random_no_board(seed: int) -> NoBoard:
    """A table of everything but a board."""
    rng = np.random.default_rng([seed, 4177])
    size = SIZES[int(rng.integers(len(SIZES)))]
    view = _view(rng, size)
    flats, things = [table_top(rng)], []
    for k in range(int(rng.integers(1, 4))):
        wide = float(rng.uniform(180, 420) if k == 0 else rng.uniform(60, 220))
        at = rng.normal(0, 25 if k == 0 else 190, 2)
        kind = KINDS[int(rng.integers(len(KINDS)))]
        if kind == "box":
            things += prop(rng, "box", (float(at[0]), float(at[1])), 0.0)
            continue
        picture = _sheet(rng, kind)
        high, across = picture.shape[:2]
        turn = float(rng.normal(0, 0.2) if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi))
        flats.append(Flat(picture, float(at[0]), float(at[1]), (wide, wide * high / across), turn))
    for _ in range(int(rng.integers(0, 5))):
        kind = str(rng.choice(["cup", "coin", "phone", "die", "hourglass"]))
        things += prop(rng, kind, (float(rng.normal(0, 150)), float(rng.normal(0, 120))), 0.0)
    if rng.random() < 0.15:
        spot = float(rng.normal(0, 80)), float(rng.normal(0, 80)), float(rng.uniform(5, 50))
        things.append(random_hand_at(rng, spot, float(rng.uniform(-np.pi, np.pi)), 0.0))
    exposure = float(np.exp(rng.uniform(np.log(0.1), np.log(0.42))))
    film = random_film(rng)
    film = replace(film, blur=film.blur * min(0.8, size[0] / 1000))
    return NoBoard(view, tuple(flats), tuple(things), random_light(rng), film, exposure, seed)


def _view(rng: Rng, size: tuple[int, int]) -> BoardView:
    width, height = size
    focal = float(width * np.exp(rng.uniform(np.log(0.75), np.log(1.7))))
    camera = Camera(((focal, 0.0, width / 2), (0.0, focal, height / 2), (0.0, 0.0, 1.0)), (0, 0, 0, 0, 0), size)
    away, turn = stand(float(rng.uniform(0, 57)), float(rng.uniform(0, 2 * np.pi)), float(rng.normal(0, 0.1)))
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(turn)[0]).ravel())
    tx, ty, tz = (float(t) for t in -turn @ (away * rng.uniform(380, 750) * focal / width))
    return BoardView(camera, (rx, ry, rz), (tx, ty, tz), 1.0, grid=BoardGrid(1, 1))


def draw(table: NoBoard) -> Image:
    """The table as a cheap camera sees it, rasterised: height x width x 3."""
    width, height = table.view.camera.size
    canvas = np.zeros((height, width, 3), np.float32)
    lay(canvas, FloorMap(table.view), table.flats)
    light, eye, project = table.light, table.view.camera_centre, table.view.project
    canvas *= np.float32(light.sky + light.key * light.direction[2])
    for thing in sorted(table.things, key=lambda one: -float(np.hypot(*(np.array(one.where) - eye[:2])))):
        thing.shade(canvas, project, light)
        thing.draw(canvas, project, eye, light)
    canvas *= np.asarray(light.colour, np.float32)
    return exposed(canvas, table.film, table.exposure, table.seed)


def truth(table: NoBoard) -> dict[str, Any]:
    """That there is no board."""
    return {"board": "none", "seed": table.seed, "camera": table.view.camera.to_json()}


def _colour(rng: Rng) -> Canvas:
    return np.array(rgb(rng, rng.uniform(), rng.beta(1, 1.5), float(np.exp(rng.uniform(-4, -0.15)))), np.float32)


def _pair(rng: Rng) -> tuple[Canvas, Canvas]:
    """Two colours that differ; often dark on pale."""
    for _ in range(20):
        one, other = _colour(rng), _colour(rng)
        if rng.random() < 0.5:
            one = np.array(rgb(rng, rng.uniform(), 0.08, rng.uniform(0.4, 0.9)), np.float32)
        if float(np.abs(np.log(one / other)).max()) > 0.6:
            break
    return one, other


def _sheet(rng: Rng, kind: str) -> Canvas:
    """The picture of something flat."""
    if kind == "sheet":
        return np.asarray(random_sheet(rng)[0], np.float32)
    aspect = float(rng.uniform(0.35, 1.0))
    size = round(FINE * aspect), FINE
    ground, ink = _pair(rng)
    picture = np.ones((*size, 3), np.float32) * ground
    makers: Mapping[str, Callable[[Rng, Canvas, Canvas], Canvas]] = {
        "grid": _grid,
        "chess": _chess,
        "keyboard": _keyboard,
        "calendar": _calendar,
        "page": _page,
        "cloth": _cloth,
        "stripes": _stripes,
        "painting": _painting,
        "teeth": _teeth,
    }
    made = makers[kind](rng, picture, ink)
    if rng.random() < 0.3:
        edge = int(rng.integers(4, 30))
        cv2.rectangle(made, (0, 0), (made.shape[1] - 1, made.shape[0] - 1), _colour(rng).tolist(), edge)
    made *= 1 + np.float32(rng.uniform(0, 0.06)) * cloud(rng, (made.shape[0], made.shape[1]), (6, 8))
    return np.clip(made, 0.003, 0.95)


def _write(picture: Canvas, text: str, at: tuple[int, int], scale: float, ink: Canvas) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 1, cv2.LINE_AA)
    picture += (mask[..., None] / np.float32(255)) * (ink - picture)


def _lines(picture: Canvas, counts: tuple[int, int], room: int, ink: Canvas, thick: int) -> None:
    height, width = picture.shape[:2]
    for x in np.linspace(room, width - 1 - room, counts[0] + 1):
        cv2.line(picture, (round(x), room), (round(x), height - 1 - room), ink.tolist(), thick)
    for y in np.linspace(room, height - 1 - room, counts[1] + 1):
        cv2.line(picture, (room, round(y)), (width - 1 - room, round(y)), ink.tolist(), thick)


def _grid(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    counts = int(rng.integers(2, 20)), int(rng.integers(1, 16))
    if rng.random() < 0.4:
        side = min(picture.shape[:2])
        picture, counts = np.ascontiguousarray(picture[:side, :side]), (counts[0], counts[0])
    _lines(picture, counts, int(rng.integers(0, 40)), ink, int(rng.integers(1, 6)))
    return picture


def _chess(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    count = int(rng.choice([6, 8, 8, 8, 10, 12]))
    side = min(picture.shape[:2])
    room = int(rng.integers(0, side // 8))
    made = np.ascontiguousarray(picture[:side, :side])
    step = (side - 2 * room) / count
    for a in range(count):
        for b in range(count):
            if (a + b) % 2:
                u, v = round(room + a * step), round(room + b * step)
                made[v : round(room + (b + 1) * step), u : round(room + (a + 1) * step)] = ink
            if rng.random() < 0.15:
                middle = round(room + (a + 0.5) * step), round(room + (b + 0.5) * step)
                cv2.circle(made, middle, round(step * 0.38), _colour(rng).tolist(), -1, cv2.LINE_AA)
    return made


def _keyboard(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    wide = round(FINE * rng.uniform(0.28, 0.45))
    made, rows = np.ascontiguousarray(picture[:wide]), int(rng.integers(4, 7))
    room, step = int(rng.integers(6, 20)), 0.0
    step = (wide - 2 * room) / rows
    key = _colour(rng) if rng.random() < 0.5 else ink
    for row in range(rows):
        x = room + step * float(rng.choice([0, 0.25, 0.5])) * 0.5
        while x < FINE - room - step:
            long = step * (float(rng.uniform(1.2, 6)) if rng.random() < 0.12 else 1.0)
            y, end = room + row * step, min(x + long, FINE - room)
            cv2.rectangle(made, (round(x + 2), round(y + 2)), (round(end - 3), round(y + step - 3)), key.tolist(), -1)
            if rng.random() < 0.9:
                spot = round(x + long * 0.3), round(y + step * 0.6)
                _write(made, chr(int(rng.integers(65, 91))), spot, step / 70, made[0, 0].copy())
            x += long
    return made


def _calendar(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    high, wide = picture.shape[:2]
    top = high // int(rng.integers(4, 8))
    part = np.ascontiguousarray(picture[top:])
    rows = int(rng.integers(5, 7))
    _lines(part, (7, rows), int(rng.integers(2, 16)), ink, int(rng.integers(1, 4)))
    for day in range(31):
        spot = round(wide * (day % 7 + 0.3) / 7), round(part.shape[0] * (day // 7 + 0.6) / rows)
        _write(part, str(day + 1), spot, part.shape[0] / rows / 80, ink)
    picture[top:] = part
    month = "".join(chr(int(c)) for c in rng.integers(65, 91, 6))
    _write(picture, month, (20, top - 8), top / 50, ink)
    return picture


def _page(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    step = int(rng.integers(9, 26))
    ruled = rng.random() < 0.5
    for y in range(step * 2, picture.shape[0] - step, step):
        if ruled:
            cv2.line(picture, (10, y), (FINE - 10, y), (0.4 * ink + 0.6 * picture[0, 0]).tolist(), 1)
        x = 20
        while x < FINE - 20 and rng.random() < 0.97:
            long = int(rng.integers(8, 40))
            cv2.rectangle(picture, (x, y - step // 2), (min(x + long, FINE - 20), y - step // 6), ink.tolist(), -1)
            x += long + int(rng.integers(6, 14))
    return picture


def _cloth(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    """Gingham, tartan, or checks of two colours."""
    height, width = picture.shape[:2]
    ground = picture[0, 0].copy()
    weave = np.zeros((2, max(height, width)), np.float32)
    for axis in range(2):
        at = 0
        while at < weave.shape[1]:
            for share in rng.permutation([0.0, 1.0]) if rng.random() < 0.7 else rng.uniform(0, 1, 3):
                step = int(rng.integers(6, 50))
                weave[axis, at : at + step] = share
                at += step
        if axis and rng.random() < 0.7:
            weave[1] = weave[0]
    share = (weave[0, None, :width] + weave[1, :height, None])[..., None] / 2
    return np.asarray(ground * (1 - share) + ink * share, np.float32)


def _stripes(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    step, at = float(rng.uniform(6, 60)), 0.0
    while at < FINE:
        picture[:, round(at) : round(at + step * rng.uniform(0.3, 0.7))] = ink
        at += step
    return picture


def _painting(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    size = picture.shape[0], picture.shape[1]
    for _ in range(int(rng.integers(2, 6))):
        cells = int(rng.integers(2, 14))
        share = np.clip(0.5 + cloud(rng, size, (cells, cells)) * rng.uniform(0.5, 3), 0, 1)
        picture = np.asarray(picture * (1 - share) + _colour(rng) * share, np.float32)
    for _ in range(int(rng.integers(0, 12))):
        spots = rng.integers(0, FINE, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        cv2.fillPoly(picture, [spots], _colour(rng).tolist(), cv2.LINE_AA)
    return picture


def _teeth(rng: Rng, picture: Canvas, ink: Canvas) -> Canvas:
    """Triangles in rows: bunting, saws, patterns; not six against six on both sides of a field."""
    rows, count = int(rng.integers(1, 6)), int(rng.choice([2, 3, 4, 9, 11, 16]))
    high, wide = picture.shape[0] / rows, FINE / count
    for row in range(rows):
        for k in range(count):
            x, y = k * wide, row * high
            ring = np.array([[x, y], [x + wide, y], [x + wide / 2, y + high * 0.9]])
            cv2.fillPoly(picture, [np.round(ring).astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    return picture
