"""Draws whole pictures of random tables for the board finder's training.

A file, 100 pictures, holds `picture` (240 x 320 x 3), `lattice` (6 x 6 x 2 pixels, row by row
from a1's outer corner) and `feet` (25 x 4 x 2 pixels, the base squares of the lowest pieces); NaN where there is none.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.training.data_sets.sets import DataSet
from lab.training.scenes.tables import BoardEye, Rng, photograph, random_film, random_hand, random_scene
from vision.drawing.painting import Canvas, Points
from vision.drawing.table import BoardStyle, Placing, Scene, render
from vision.geometry.grid import VOLCANO
from vision.geometry.solids import BASE_MM
from vision.image import Image
from vision.networks.trained_for import CELLS

TOGETHER, SUFFIX = 100, ".npz"
SEEDS_APART = 2_000_003
SIZE = (320, 240)
FILL = (0.4, 1.0)


def lattice(eye: BoardEye) -> Points:
    """Where the 6 x 6 intersections of the grid lines are seen, 6 (away) x 6 (right) x 2."""
    steps = np.arange(6) * eye.pitch
    x, y = np.meshgrid(steps, steps)
    flat = np.column_stack([x.ravel(), y.ravel(), np.zeros(36)])
    return eye.project(flat).reshape(6, 6, 2)


def feet(scene: Scene) -> Points:
    """Where the base squares of the lowest pieces are seen, 25 x 4 x 2; NaN for an empty cell."""
    seen = np.full((25, 4, 2), np.nan)
    for i, cell in enumerate(CELLS):
        if stack := scene.grid.get(cell):
            placing = scene.placings.get(cell, Placing())
            x, y = VOLCANO.centre(cell, scene.pitch)
            turns = (placing.twists[0] if placing.twists else 0.0) + np.pi / 4 + np.arange(4) * np.pi / 2
            reach = BASE_MM[int(stack[1])] / np.sqrt(2)
            ring = [x + placing.dx + reach * np.cos(turns), y + placing.dy + reach * np.sin(turns), np.zeros(4)]
            seen[i] = scene.project(np.column_stack(ring))
    return seen


def shrunk(spots: Points, eye: BoardEye) -> Points:
    """Pixels of the full picture to pixels of the small one; both count from the centre of the first pixel."""
    return (spots + 0.5) * (SIZE[0] / eye.size[0]) - 0.5


def clutter(rng: Rng, eye: BoardEye, table: Canvas) -> None:
    """Lay papers, boxes and pens on the table, some of them square and striped to mislead."""
    for _ in range(int(rng.integers(0, 9))):
        spot = rng.uniform(-0.8, 1.8, 2) * 5 * eye.pitch
        half = rng.uniform(4, 70) * np.array([1.0, rng.choice([rng.uniform(0.5, 1), 0.08])])
        turn = rng.uniform(0, np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ring = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ spin.T + spot
        seen = eye.project(np.column_stack([ring, np.zeros(4)]))
        if np.isfinite(seen).all() and np.abs(seen).max() < 4000:
            colour = rng.uniform(0.02, 0.9) * (1 + rng.normal(0, 0.4, 3))
            cv2.fillPoly(table, [seen.astype(np.int32)], np.clip(colour, 0, 1).tolist(), cv2.LINE_AA)
            if rng.random() < 0.3:
                cv2.polylines(table, [seen.astype(np.int32)], True, rng.uniform(0, 0.9, 3).tolist(), 2, cv2.LINE_AA)


def chess_board(eye: BoardEye, rng: Rng, table: Canvas) -> None:
    """Some other board: 8 x 8 squares, no pyramids."""
    side = 5 * eye.pitch / 8
    dark, light = sorted([rng.uniform(0.02, 0.5), rng.uniform(0.3, 0.95)])
    for i in range(8):
        for j in range(8):
            ring = np.array([[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]]) * side
            seen = eye.project(np.column_stack([ring, np.zeros(4)]))
            tone = dark if (i + j) % 2 else light
            cv2.fillConvexPoly(table, seen.astype(np.int32), [tone] * 3, cv2.LINE_AA)


def one(seed: int) -> tuple[Image, NDArray[np.float32], NDArray[np.float32]]:
    """A picture, its lattice and its stacks' feet."""
    rng = np.random.default_rng(seed)
    scene, eye = random_scene(rng, fill=FILL)
    assert scene.table is not None
    table = scene.table.copy()
    clutter(rng, eye, table)
    truth = shrunk(lattice(eye), eye)
    if rng.random() < 0.08:
        truth = np.full((6, 6, 2), np.nan)
        if rng.random() < 0.5:
            chess_board(eye, rng, table)
        board = BoardStyle(frame_width=-2.5 * eye.pitch, line_width=-5 * eye.pitch)
        scene = replace(scene, grid={}, board=board)
    elif rng.random() < 0.1:
        scene = replace(scene, grid={c: s for c, s in scene.grid.items() if rng.random() < 0.9})
    hand = random_hand(rng, eye) if rng.random() < 0.3 else None
    picture = photograph(rng, render(replace(scene, table=table), seed), hand, random_film(rng))
    small = np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    return small, truth.astype(np.float32), shrunk(feet(scene), eye).astype(np.float32)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write some pictures of a set."""
    made = [one(lessons.seed * SEEDS_APART + number) for number in numbers]
    picture, intersections, bases = (np.array(column) for column in zip(*made, strict=True))
    np.savez(path, picture=picture, lattice=intersections, feet=bases)
