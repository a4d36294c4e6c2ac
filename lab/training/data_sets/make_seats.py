"""Draws random tables, mostly as seen from nearly above, and cuts out a window around where each cell's topmost piece
sits: what the closer look at seats learns from.

A file, 10 scenes, holds `window` (WIDE x WIDE, in the resolution of `vision.stacks.seats`), `seat` (the middle of the
topmost piece's base in pixels of the window, and the logarithm of as many as its side would be square-on to the camera,
3; no numbers where nothing stands), `elevation`, `covered` (as make_crops writes it).
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lab.training.data_sets.make_crops import SEEDS_APART, covered, misjudged, seat, shaken, traced_scene, write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.tables import changed_grid, photograph, random_film, random_hand, random_scene
from vision.drawing.table import render
from vision.networks.trained_for import CELLS
from vision.stacks.crops import FOOT, frame
from vision.stacks.seats import CLOSER, close_up

TOGETHER, SUFFIX = 10, ".npz"
# As many pixels as windows can use.
SIZE, FILL = (840, 716), (0.65, 1.02)
STEEP_SHARE = 0.9
# So wide are windows that those which the network sees may lie off their middle, turned.
WIDE = 192
NAMES = ("window", "seat", "elevation", "covered")


def lesson(seed: int, by_tracing: bool, steep: float) -> dict[str, list[Any]]:
    """One table, cell by cell; `steep` as in `random_eye`."""
    rng = np.random.default_rng(seed)
    if by_tracing:
        scene, eye, draw = traced_scene(rng, SIZE, FILL, seed, steep)
    else:
        (scene, eye), draw = random_scene(rng, SIZE, FILL, steep), partial(render, texture_seed=seed)
    if rng.random() < 0.5:
        scene = replace(scene, grid=changed_grid(rng, dict(scene.grid)))
    hand = random_hand(rng, eye) if rng.random() < 0.15 else None
    picture = photograph(rng, draw(scene), hand, random_film(rng))
    out: dict[str, list[Any]] = {name: [] for name in NAMES}
    amount = float(rng.choice([0.2, 0.5, 1.0]))
    view = misjudged(rng, eye) if rng.random() < 0.7 else eye
    for cell in CELLS:
        cut = shaken(rng, frame(view, cell), amount)
        at = seat(scene, eye, cell, cut)
        spot = at[:2] if scene.grid[cell] else np.array(FOOT)
        middle = (WIDE - 1) / 2 + CLOSER * (at[:2] - spot)
        out["window"].append(close_up(picture, cut, spot, WIDE))
        out["seat"].append([*middle, at[2] + np.log(CLOSER)])
        out["elevation"].append(cut.elevation)
        out["covered"].append(covered(eye, cell, scene.grid[cell], scene.rise, None if hand is None else hand[0]))
    return out


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write the training data of some scenes of a set."""
    steep = STEEP_SHARE if lessons.steep is None else lessons.steep
    write(path, [lesson(lessons.seed * SEEDS_APART + number, lessons.traced, steep) for number in numbers])
