"""Draws random tables twice, before and after some moves, and cuts out every cell: the reader's training data.

A file, 20 scenes, holds `before`, `after` (crops), `silhouette`, `pose` (rise, elevation),
`covered` (share of the stack behind a hand or out of the picture), `stack_before`, `stack_after`, `ends_before`,
`ends_after` (crop pixels of the middle of the stack's foot and of its apex, 2 x 2), `seat_before`, `seat_after` (the
middle of the topmost piece's base in crop pixels, and the logarithm of as many as its side would be square-on to the
camera, 3; no numbers where nothing stands), `stacking_rise` (mm). Tables drawn by tracing light paths take
thirty times as long.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.training.data_sets.sets import DataSet
from lab.training.scenes.tables import (
    STEEP_SHARE,
    BoardEye,
    Rng,
    changed_grid,
    nudged,
    photograph,
    random_film,
    random_hand,
    random_scene,
)
from vision.drawing.painting import Points
from vision.drawing.table import Placing, Scene, render, to_image
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.geometry.solids import extremes, solids
from vision.image import Image
from vision.networks.trained_for import CELLS
from vision.stacks.crops import FOOT, SCALE, Frame, frame, square_on
from vision.stacks.heights import looks_steeply

TOGETHER, SUFFIX = 20, ".npz"
# Scenes of one seed never meet those of another.
SEEDS_APART = 1_000_003
SIZE = (800, 600)
# Path tracing pays by the pixel: as many as the crops can use, and few paths each before the denoiser. The denoiser
# takes fine detail away with the noise: more pixels keep more of it than more paths.
TRACED_SIZE, TRACED_FILL = (600, 512), (0.75, 1.02)
TRACED_SAMPLES = (4, 6, 8)
SHAKEN_MM = 0.8
# The logarithm of a focal length told by the board is off by so much.
LENS_ERROR, LENS_ERROR_STEEP = 0.02, 0.1


def outline(eye: BoardEye, cell: str, stack: str, rise: float) -> Points:
    """Convex hull of a stack in the picture, N x 2 pixels."""
    spots = extremes(solids(stack or "C3", rise), *VOLCANO.centre(cell, eye.pitch))
    return np.asarray(cv2.convexHull(eye.project(np.array(spots)).astype(np.float32))[:, 0], float)


def covered(eye: BoardEye, cell: str, stack: str, rise: float, hand: NDArray[np.float32] | None) -> float:
    """Share of a stack's outline that a hand covers or that lies outside the picture."""
    hull = outline(eye, cell, stack, rise)
    width, height = eye.size
    margin = 150
    mask = np.zeros((height + 2 * margin, width + 2 * margin), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull + margin).astype(np.int32), 1)
    inside = mask[margin:-margin, margin:-margin].astype(bool)
    seen = int(inside.sum()) if hand is None else int((inside & (hand < 0.5)).sum())
    return 1 - seen / max(int(mask.sum()), 1)


def shaken(rng: Rng, exact: Frame, amount: float) -> Frame:
    """The frame as an imperfect board finder would place it."""
    turn, scale = rng.normal(0, 0.03 * amount), np.exp(rng.normal(0, 0.03 * amount))
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = np.array([FOOT[0], FOOT[1] - 16 * SCALE])
    shift = middle - spin @ middle + rng.normal(0, SHAKEN_MM * SCALE * amount, 2)
    return replace(
        exact,
        to_crop=np.column_stack([spin @ exact.to_crop[:, :2], spin @ exact.to_crop[:, 2] + shift]),
        rise=exact.rise * float(np.exp(rng.normal(0, 0.04 * amount))),
    )


def ends(scene: Scene, eye: BoardEye, cell: str, cut: Frame) -> Points:
    """Where the middle of a stack's foot and its apex lie in a crop, 2 x 2 pixels; an empty cell has both on the
    board."""
    placing = scene.placings.get(cell, Placing())
    x, y = VOLCANO.centre(cell, scene.pitch)
    standing = solids(scene.grid[cell], scene.rise)
    apex = standing[-1].apex if standing else 0.0
    spots = eye.project(np.array([[x + placing.dx, y + placing.dy, z] for z in (0.0, apex)]))
    return np.asarray(spots @ cut.to_crop[:, :2].T + cut.to_crop[:, 2], float)


def seat(scene: Scene, eye: BoardEye, cell: str, cut: Frame) -> Points:
    """Where the middle of the base of a stack's topmost piece lies in a crop, and the logarithm of its side's length
    square-on to the camera, pixels; no numbers if nothing stands there."""
    standing = solids(scene.grid[cell], scene.rise)
    if not standing:
        return np.full(3, np.nan)
    placing = scene.placings.get(cell, Placing())
    x, y = VOLCANO.centre(cell, scene.pitch)
    middle = np.array([x + placing.dx, y + placing.dy, standing[-1].foot])
    across = square_on(eye.camera_centre - middle) * standing[-1].base / 2
    spots = eye.project(np.array([middle, middle - across, middle + across])) @ cut.to_crop[:, :2].T + cut.to_crop[:, 2]
    return np.array([*spots[0], np.log(np.linalg.norm(spots[2] - spots[1]))])


def view_of(eye: BoardEye) -> BoardView:
    """The eye as a board finder would have it at best."""
    matrix = [[float(n) for n in row] for row in eye.matrix]
    camera = Camera.from_json({"matrix": matrix, "distortion": eye.distortion, "size": eye.size})
    rx, ry, rz, tx, ty, tz = (float(n) for n in (*eye.rotation, *eye.translation))
    return BoardView(camera, (rx, ry, rz), (tx, ty, tz), eye.pitch, grid=eye.grid)


def misjudged(rng: Rng, eye: BoardEye) -> BoardView:
    """The eye as a board finder would have it: from above, the board tells little of its lens."""
    view = view_of(eye)
    return view.refocused(float(np.exp(rng.normal(0, LENS_ERROR_STEEP if looks_steeply(view) else LENS_ERROR))))


def traced(rng: Rng, eye: BoardEye, seed: int) -> Callable[[Scene], Image]:
    """Draws by path tracing, all pictures exposed as the first one asks for."""
    from lab.training.scenes.path_traced import trace  # noqa: PLC0415 (Mitsuba is wanted for traced tables only)

    samples, aim = int(rng.choice(TRACED_SAMPLES)), rng.uniform(0.45, 0.9)
    exposure: list[float] = []

    def draw(scene: Scene) -> Image:
        linear = trace(scene, eye, seed, samples)
        if not exposure:
            exposure.append(aim / max(float(np.percentile(linear.max(axis=2), 85)), 1e-3))
        return to_image(linear * np.float32(exposure[0]))

    return draw


def traced_scene(
    rng: Rng, size: tuple[int, int], fill: tuple[float, float], seed: int, steep: float = STEEP_SHARE
) -> tuple[Scene, BoardEye, Callable[[Scene], Image]]:
    """A random table seen through a lens that does not distort, and what draws it by path tracing."""
    scene, eye = random_scene(rng, size, fill, steep)
    eye = replace(eye, distortion=np.zeros(5))
    return replace(scene, project=eye.project), eye, traced(rng, eye, seed)


def photographs(
    rng: Rng, scene: Scene, eye: BoardEye, draw: Callable[[Scene], Image]
) -> tuple[Scene, tuple[Image, Image], NDArray[np.float32] | None]:
    """The table after some moves, photographs of it before and after them, and what a hand covers of the latter."""
    film = random_film(rng)
    grid = changed_grid(rng, dict(scene.grid))
    later = replace(scene, grid=grid, placings=nudged(rng, dict(scene.placings), dict(scene.grid), grid))
    hand = random_hand(rng, eye) if rng.random() < 0.25 else None
    pictures = photograph(rng, draw(scene), None, film), photograph(rng, draw(later), hand, film.later(rng))
    return later, pictures, None if hand is None else hand[0]


def lesson(seed: int, by_tracing: bool, steep: float = STEEP_SHARE) -> dict[str, list[Any]]:
    """One table before and after, cell by cell; `steep` as in `random_eye`."""
    rng = np.random.default_rng(seed)
    if by_tracing:
        scene, eye, draw = traced_scene(rng, TRACED_SIZE, TRACED_FILL, seed, steep)
    else:
        (scene, eye), draw = random_scene(rng, SIZE, steep=steep), partial(render, texture_seed=seed)
    later, pictures, hand = photographs(rng, scene, eye, draw)
    out: dict[str, list[Any]] = {name: [] for name in FIELDS}
    amount = float(rng.choice([0.2, 0.5, 1.0]))
    view = misjudged(rng, eye) if rng.random() < 0.7 else eye
    for cell in CELLS:
        placed = shaken(rng, frame(view, cell), amount)
        moved = shaken(rng, placed, 0.25 if rng.random() < 0.5 else 0)
        out["before"].append(placed.cut(pictures[0]))
        out["after"].append(moved.cut(pictures[1]))
        out["silhouette"].append(placed.silhouette())
        out["pose"].append((placed.rise, placed.elevation))
        out["covered"].append(covered(eye, cell, later.grid[cell], scene.rise, hand))
        out["stack_before"].append(scene.grid[cell])
        out["stack_after"].append(later.grid[cell])
        out["ends_before"].append(ends(scene, eye, cell, placed))
        out["ends_after"].append(ends(later, eye, cell, moved))
        out["seat_before"].append(seat(scene, eye, cell, placed))
        out["seat_after"].append(seat(later, eye, cell, moved))
        out["stacking_rise"].append(scene.rise)
    return out


FIELDS = (
    "before",
    "after",
    "silhouette",
    "pose",
    "covered",
    "stack_before",
    "stack_after",
    "ends_before",
    "ends_after",
    "seat_before",
    "seat_after",
    "stacking_rise",
)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write the training data of some scenes of a set."""
    steep = STEEP_SHARE if lessons.steep is None else lessons.steep
    write(path, [lesson(lessons.seed * SEEDS_APART + number, lessons.traced, steep) for number in numbers])


def write(path: Path, made: Sequence[Mapping[str, list[Any]]]) -> None:
    """Lessons one after the other in a file, field by field."""
    fields: dict[str, Any] = {name: np.array([item for one in made for item in one[name]]) for name in made[0]}
    np.savez(path, **fields)
