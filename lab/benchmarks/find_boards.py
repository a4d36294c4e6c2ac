"""Finds boards on drawn tables under random light, with lines of any colour and without, and says how far off it is.

    python -m lab.benchmarks.find_boards --pictures 100 [--seed 1] [--no-lines]

Corners are compared whichever of them is called a1. Errors are of the worst corner of a picture of 960 x 720.
"""

import argparse
import time
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from lab.training.scenes.tables import photograph, random_film, random_scene
from vision.drawing.table import render
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.tracking.looney_set import BlockadeTracker

SIZE, FILL = (960, 720), (0.55, 0.85)
# Thinner lines (mm) than this are drawn so wide.
THINNEST = 1.0
# Corners nearer to the picture's edge than this (pixels) do not count as in it.
INSET = 5


def table(seed: int, lines: bool) -> tuple[Image, np.ndarray] | None:
    """A picture and its corners a1 e1 e5 a5 (4 x 2 pixels); None where the board is not wholly in it."""
    rng = np.random.default_rng([seed, 31])
    scene, eye = random_scene(rng, SIZE, FILL)
    assert scene.board is not None
    width = max(scene.board.line_width, THINNEST) if lines else 0.0
    board = replace(scene.board, line_width=width, other_cell=scene.board.other_cell if lines else scene.board.cell)
    if not eye.holds_board(INSET):
        return None
    return photograph(rng, render(replace(scene, board=board), seed), None, random_film(rng)), eye.corners


def error(view: BoardView, wanted: np.ndarray) -> float:
    """Pixels by which the worst corner is off."""
    found = (np.array([view.turned(quarter).corners[name] for name in view.grid.ring]) for quarter in range(4))
    return min(float(np.linalg.norm(corners - wanted, axis=1).max()) for corners in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-lines", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    pixels: list[float] = []
    cells: list[float] = []
    spent: list[float] = []
    said = Counter[str]()
    seed = args.seed * 100_000
    while len(spent) < args.pictures:
        seed += 1
        made = table(seed, not args.no_lines)
        if made is None:
            continue
        image, corners = made
        begin = time.process_time()
        try:
            view = BlockadeTracker(image).view
        except VisionError as reason:
            said[str(reason)] += 1
        else:
            off = error(view, corners)
            pixels.append(off)
            cells.append(off * view.grid.side / np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
        spent.append(time.process_time() - begin)
    print(f"{len(pixels)} of {args.pictures} found, {np.median(spent):.2f} s in the median, {max(spent):.2f} s at most")
    for name, errors, marks in (("px", pixels, (3, 6, 12)), ("cells", cells, (0.05, 0.1, 0.2))) if pixels else ():
        within = ", ".join(f"{sum(e < mark for e in errors)} within {mark}" for mark in marks)
        print(f"worst corner {np.median(errors):.2f} {name} off in the median; {within}")
    for words, count in said.most_common():
        print(f"{count} x {words}")


if __name__ == "__main__":
    main()
