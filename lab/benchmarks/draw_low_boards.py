"""Draws tables that are hard to see, each with the truth beside it, for `read_boards.py`.

    python -m lab.benchmarks.draw_low_boards FOLDER --count 120 --seed 1 [--traced] [--cut]

Cameras lean 45 to 60 degrees, so that stacks stand before one another; over half of the tables a hand reaches, before
or beside a third of them stands a mug. Light is dim in a fifth. Games are in progress, so the set's pieces are all
there. Pictures that are there already are kept. Nothing learns from the seeds used here: scenes of lessons have others.
`--traced` needs what path tracing needs. With `--cut` cameras lean 10 to 45 degrees, nothing is in the way, and the
picture's edge cuts off 5 to 25 % of the board.

The truth (NAME.json) holds `grid`, `corners`, `camera`, `cell` as for `read_boards.py`, `shows` (the share of every
stack's outline that nothing hides: stacks in front, but for clear ones, hand, mug, the picture's edge) and `hidden`
(the cells of which less shows than `HIDDEN`).
"""

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.looney_blockade.rules.advising.suggesting import always, suggest
from companion.games.looney_blockade.rules.model import SIDES
from companion.games.looney_blockade.table.practice import random_setup
from lab.training.data_sets.make_crops import view_of
from lab.training.scenes.ball_props import prop, random_hand_at
from lab.training.scenes.tables import (
    BoardEye,
    Rng,
    SceneFilm,
    photograph,
    random_eye,
    random_film,
    random_placings,
    random_scene,
    random_table,
)
from vision.board.beyond_picture import share_cut_off
from vision.drawing.painting import Canvas, in_reach
from vision.drawing.table import Body, Scene, nearness, render_linear, standing_bodies, to_image
from vision.drawing.things import Prop
from vision.geometry.solids import solids
from vision.networks.trained_for import CELLS

SIZE: Final = (960, 720)
FILL: Final = (0.62, 0.9)
LEANS: Final = (45.0, 60.0)
INSET: Final = 5
HIDDEN: Final = 0.25
MOST_HIDDEN: Final = 8
HAND, MUG, DIM = 0.5, 0.33, 0.2
# No lesson scene has a seed like these. A table of which more is hidden is drawn anew, its seed so much higher.
SEEDS: Final = 77_000_000
ANEW: Final = 500_000
CUT: Final = (0.05, 0.25)
CUT_LEANS: Final = (10.0, 45.0)
SAMPLES: Final = 6


def low_scene(seed: int, leans: tuple[float, float], fill: tuple[float, float]) -> tuple[Rng, Scene, BoardEye]:
    """A table before a camera that leans so many degrees; the generator goes on from there."""
    for attempt in range(10_000):
        eye = random_eye(np.random.default_rng([seed, attempt]), SIZE, fill, 0.0)
        if leans[0] <= lean(eye) <= leans[1] and eye.holds_board(INSET):
            rng = np.random.default_rng([seed, attempt])
            return (rng, *random_scene(rng, SIZE, fill, 0.0))
    raise AssertionError("no such camera")


def lean(eye: BoardEye) -> float:
    """How far from straight above the board's middle the camera is, degrees."""
    sight = eye.camera_centre - np.array([2.5 * eye.pitch, 2.5 * eye.pitch, 0.0])
    return float(np.degrees(np.arccos(sight[2] / np.linalg.norm(sight))))


def pushed_out(rng: Rng, eye: BoardEye) -> BoardEye:
    """The camera moved until the picture's edge cuts off part of the board."""
    wanted, step = rng.uniform(*CUT), 0.01 * float(np.linalg.norm(eye.translation))
    way = step * np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]][int(rng.integers(4))])
    while share_cut_off(view_of(eye)) < wanted:
        eye = replace(eye, translation=eye.translation + way)
    return eye


def game_in_progress(rng: Rng) -> dict[str, str]:
    """A table of a game some turns old, or just set up."""
    dice = random.Random(int(rng.integers(1 << 30)))
    position = random_setup(dice)
    for _ in range(int(rng.choice([0, 1, 2, 4, 7, 10], p=[0.2, 0.15, 0.2, 0.2, 0.15, 0.1]))):
        roll = {colour: dice.randint(1, 6) for colour in SIDES[position.to_move]}
        position = suggest(position, roll, out_of_time=always).turn.position
    return dict(position.grid)


def random_hand_over(rng: Rng, eye: BoardEye) -> Prop:
    """An arm that comes in from anywhere but from beyond, over some cell."""
    side = 5 * eye.pitch
    x, y = rng.uniform(0.05 * side, 0.95 * side, 2)
    towards = float(np.arctan2(*(eye.camera_centre[:2] - side / 2)[::-1]))
    away = towards + float(rng.uniform(-2.2, 2.2))
    return random_hand_at(rng, (float(x), float(y), float(rng.uniform(25, 70))), away, 0.0)


def random_mug(rng: Rng, eye: BoardEye) -> list[Prop]:
    """A mug beside the board, mostly before it."""
    side = 5 * eye.pitch
    towards = float(np.arctan2(*(eye.camera_centre[:2] - side / 2)[::-1]))
    angle = towards + float(rng.uniform(-1.3, 1.3))
    way = np.array([np.cos(angle), np.sin(angle)])
    reach = side / 2 / float(np.abs(way).max()) + rng.uniform(45, 75)
    x, y = side / 2 + reach * way
    return prop(rng, "cup", (float(x), float(y)), 0.0)


def shown_shares(scene: Scene, bodies: Mapping[str, Sequence[Body]], above: Sequence[Prop]) -> dict[str, float]:
    """The share of every stack's outline that nothing hides."""
    width, height = scene.size
    margin = 150
    shape = (height + 2 * margin, width + 2 * margin)

    def fill(mask: NDArray[np.uint8], spots: NDArray[np.float64]) -> None:
        if not in_reach(spots):
            return
        hull = cv2.convexHull((spots + margin).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(np.asarray(hull)).astype(np.int32), 1)

    taken = np.ones(shape, np.uint8)
    taken[margin:-margin, margin:-margin] = 0
    for thing in above:
        for outline in thing.outlines(scene.project):
            fill(taken, outline)
    shares = {}
    for cell in sorted(bodies, key=lambda one: -nearness(scene.board_grid.centre(one, scene.pitch), scene.eye)):
        own, solid = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        for body in bodies[cell]:
            for mask in (own,) if body.colour == "C" else (own, solid):
                fill(mask, scene.project(body.corners))
        shares[cell] = float((own & (1 - taken)).sum() / max(int(own.sum()), 1))
        taken |= solid
    return shares


def standing(scene: Scene) -> dict[str, tuple[Body, ...]]:
    """The pyramids of every cell."""
    found = {}
    for cell, stack in scene.grid.items():
        placing = scene.placings[cell]
        x, y = scene.board_grid.centre(cell, scene.pitch)
        found[cell] = standing_bodies(x + placing.dx, y + placing.dy, placing.twists, solids(stack, scene.rise))
    return found


def linear(scene: Scene, eye: BoardEye, seed: int, traced: bool, rng: Rng) -> Canvas:
    """The table without what is above it, brightness as it should be."""
    if not traced:
        return render_linear(scene, seed) * np.asarray(scene.light.colour, np.float32)
    from lab.training.scenes.path_traced import trace  # noqa: PLC0415 (Mitsuba is wanted for traced tables only)

    canvas = trace(scene, eye, seed, SAMPLES)
    aim = rng.uniform(0.45, 0.9) / max(float(np.percentile(canvas.max(axis=2), 85)), 1e-3)
    return canvas * np.float32(aim)


def dimmed(film: SceneFilm) -> SceneFilm:
    return replace(film, gain=film.gain * 0.45, noise=film.noise + 0.02)


def drawn(seed: int, traced: bool, cut: bool = False) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A picture and its truth. A table of which hardly anything shows is another one instead."""
    rng, scene, eye = low_scene(SEEDS + seed, CUT_LEANS if cut else LEANS, FILL)
    if traced:
        eye = replace(eye, distortion=np.zeros(5))
    if cut:
        eye = pushed_out(rng, eye)
        scene = replace(scene, project=eye.project, eye=eye.camera_centre, table=random_table(rng, eye))
    grid = game_in_progress(rng)
    placings = random_placings(rng, grid, float(rng.random()))
    above: list[Prop] = random_mug(rng, eye) if rng.random() < MUG and not cut else []
    if rng.random() < HAND and not cut:
        above.append(random_hand_over(rng, eye))
    scene = replace(scene, grid=grid, placings=placings, project=eye.project)
    film = random_film(rng)
    shows = shown_shares(scene, standing(scene), above)
    if sum(share < HIDDEN for share in shows.values()) > MOST_HIDDEN:
        return drawn(seed + ANEW, traced, cut)
    canvas = linear(scene, eye, seed, traced, rng)
    for thing in above:
        thing.draw(canvas, scene.project, scene.eye, scene.light)
    picture = photograph(rng, to_image(canvas), None, dimmed(film) if rng.random() < DIM else film)
    truth = {
        "grid": {cell: grid[cell] for cell in CELLS},
        "corners": dict(zip(("a1", "e1", "e5", "a5"), eye.corners.tolist(), strict=True)),
        "camera": {"matrix": eye.matrix.tolist(), "distortion": eye.distortion.tolist(), "size": list(eye.size)},
        "cell": eye.pitch,
        "lean": lean(eye),
        "shows": {cell: round(share, 3) for cell, share in shows.items()},
        "hidden": [cell for cell, share in shows.items() if share < HIDDEN],
    }
    return picture, truth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--traced", action="store_true", help="by path tracing")
    parser.add_argument("--cut", action="store_true", help="boards cut off by the picture's edge")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    kind = ("traced" if arguments.traced else "drawn") + ("_cut" if arguments.cut else "")
    for k in range(arguments.count):
        path = arguments.folder / f"{kind}_{arguments.seed}_{k:03d}"
        if path.with_suffix(".jpg").exists():
            continue
        picture, truth = drawn(1000 * arguments.seed + k, arguments.traced, arguments.cut)
        path.with_suffix(".json").write_text(json.dumps(truth))
        cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])


if __name__ == "__main__":
    main()
