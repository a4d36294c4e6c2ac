"""Draws random tables twice, before and after some moves, and cuts out every cell: the reader's lessons.

    python -m vision.training.make_crops FOLDER --scenes 4000 --seed 1

writes FOLDER/NNNNN.npz, 50 scenes each: `before`, `after` (crops), `silhouette`, `pose` (rise, elevation),
`covered` (share of the stack behind a hand or out of the picture), `stack_before`, `stack_after`.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Frame, frame
from vision.look import CELLS, Image
from vision.render import Points, cell_centre
from vision.solids import solids
from vision.training.scenes import (
    Eye,
    Rng,
    changed_grid,
    nudged,
    photograph,
    random_film,
    random_hand,
    random_scene,
)

SCENES_A_FILE = 50


def outline(eye: Eye, cell: str, stack: str, rise: float) -> Points:
    """Convex hull of a stack in the picture, N x 2 pixels."""
    x, y = cell_centre(cell, eye.pitch)
    spots = []
    for solid in solids(stack or "C3", rise):
        half = solid.base / 2
        spots += [(x + sx * half, y + sy * half, solid.foot) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        spots.append((x, y, solid.apex))
    return np.asarray(cv2.convexHull(eye.project(np.array(spots)).astype(np.float32))[:, 0], float)


def covered(eye: Eye, cell: str, stack: str, rise: float, hand: NDArray[np.float32] | None) -> float:
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
    middle = np.array([36.0, 80.0])
    shift = middle - spin @ middle + rng.normal(0, 1.3 * amount, 2)
    return replace(
        exact,
        to_crop=np.column_stack([spin @ exact.to_crop[:, :2], spin @ exact.to_crop[:, 2] + shift]),
        rise=exact.rise * float(np.exp(rng.normal(0, 0.04 * amount))),
    )


def lesson(seed: int) -> dict[str, list[Any]]:
    """One table before and after, cell by cell."""
    rng = np.random.default_rng(seed)
    scene, eye = random_scene(rng)
    film = random_film(rng)
    grid = changed_grid(rng, dict(scene.grid))
    later = replace(scene, grid=grid, placings=nudged(rng, dict(scene.placings), dict(scene.grid), grid))
    hand = random_hand(rng, eye) if rng.random() < 0.25 else None
    pictures: tuple[Image, Image] = (
        photograph(rng, scene, seed, None, film),
        photograph(rng, later, seed, hand, film.later(rng)),
    )
    out: dict[str, list[Any]] = {name: [] for name in FIELDS}
    amount = float(rng.choice([0.2, 1.0]))
    for cell in CELLS:
        placed = shaken(rng, frame(eye, cell), amount)
        moved = shaken(rng, placed, 0.25 if rng.random() < 0.5 else 0)
        out["before"].append(placed.cut(pictures[0]))
        out["after"].append(moved.cut(pictures[1]))
        out["silhouette"].append((placed.silhouette() * 255).astype(np.uint8))
        out["pose"].append((placed.rise, placed.elevation))
        out["covered"].append(covered(eye, cell, grid[cell], scene.rise, None if hand is None else hand[0]))
        out["stack_before"].append(scene.grid[cell])
        out["stack_after"].append(grid[cell])
    return out


FIELDS = ("before", "after", "silhouette", "pose", "covered", "stack_before", "stack_after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, args.scenes, SCENES_A_FILE):
        lessons = [lesson(args.seed * 1_000_003 + first + k) for k in range(SCENES_A_FILE)]
        merged: dict[str, Any] = {name: np.array([item for one in lessons for item in one[name]]) for name in FIELDS}
        np.savez(args.folder / f"{args.seed:03d}_{first:05d}.npz", **merged)


if __name__ == "__main__":
    main()
