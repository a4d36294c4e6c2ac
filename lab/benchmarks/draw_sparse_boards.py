"""Draws boards on which little or nothing stands, each with the truth beside it, for `read_boards.py`.

    python -m lab.benchmarks.draw_sparse_boards FOLDER --count 60 --seed 1

A quarter of the boards is empty, on a quarter stand five single pyramids, a quarter is half full of pyramids, single
and piled, and the last quarter is a table of Looney Blockade. Things lie about on half of the tables. All boards are
lined or chequered: on a plain one without pieces there is nothing to tell cells by. Nothing learns from the seeds used
here.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.benchmarks.draw_low_boards import game_in_progress
from lab.training.data_sets.make_boards import clutter
from lab.training.scenes.tables import (
    Rng,
    any_pile,
    photograph,
    random_board,
    random_film,
    random_placings,
    random_scene,
)
from vision.drawing.table import BoardStyle, render
from vision.networks.trained_for import CELLS

SIZE: Final = (960, 720)
FILL: Final = (0.62, 0.95)
INSET: Final = 5
SEEDS: Final = 91_000_000
"""No scene of training data has a seed like these."""
KINDS: Final = ("empty", "single", "half", "full")
CONTRAST: Final = 0.12
"""How far (linear brightness) lines or squares differ at least from what is beside them."""


def random_sparse_grid(rng: Rng, kind: str) -> dict[str, str]:
    """What stands in the cells of a board of a kind."""
    if kind == "full":
        return game_in_progress(rng)
    taken = {"empty": 0, "single": 5, "half": int(rng.integers(9, 17))}[kind]
    grid = dict.fromkeys(CELLS, "")
    for cell in rng.choice(CELLS, taken, replace=False):
        single = f"{rng.choice(list('RYGB'))}{rng.integers(1, 4)}"
        grid[str(cell)] = single if kind == "single" else any_pile(rng, single)
    return grid


def marked_board(rng: Rng) -> BoardStyle:
    """A board whose cells can be told apart."""
    for _ in range(10_000):
        board = random_board(rng)
        cell, other, line = (np.mean(colour) for colour in (board.cell, board.other_cell, board.line))
        if abs(cell - other) > CONTRAST or (board.line_width > 0 and abs(cell - line) > CONTRAST):
            return board
    raise AssertionError("no such board")


def drawn(seed: int, kind: str) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A picture and its truth."""
    for attempt in range(10_000):
        rng = np.random.default_rng([SEEDS + seed, attempt])
        scene, eye = random_scene(rng, SIZE, FILL)
        if eye.holds_board(INSET):
            break
    grid = random_sparse_grid(rng, kind)
    assert scene.table is not None
    table = scene.table.copy()
    if rng.random() < 0.5:
        clutter(rng, eye, table)
    placings = random_placings(rng, grid, float(rng.random()))
    scene = replace(scene, grid=grid, placings=placings, board=marked_board(rng), table=table)
    picture = photograph(rng, render(scene, seed), None, random_film(rng))
    truth = {
        "grid": grid,
        "corners": dict(zip(("a1", "e1", "e5", "a5"), eye.corners.tolist(), strict=True)),
        "camera": {"matrix": eye.matrix.tolist(), "distortion": eye.distortion.tolist(), "size": list(eye.size)},
        "cell": eye.pitch,
    }
    return picture, truth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for k in range(arguments.count):
        kind = KINDS[k % len(KINDS)]
        path = arguments.folder / f"board_{kind}_{arguments.seed}{k:03d}"
        if path.with_suffix(".jpg").exists():
            continue
        picture, truth = drawn(1000 * arguments.seed + k, kind)
        path.with_suffix(".json").write_text(json.dumps(truth))
        cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])


if __name__ == "__main__":
    main()
