"""Trains the reader of how pyramids beyond the ends of a board lie on the tables that make_ball_tables drew.

From a crop as large as a pyramid of the supposed size it tells what is there (`vision.programs.heading_reader`).
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from lab.training.learn.training_set import Batch, Numbers
from lab.training.trainers.close_crops import UNKNOWN, CloseCrops, CloseNet, crop_trainer, moved
from lab.training.trainers.pyramid_reader import places_of
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.programs.heading_reader import CONTEXT, MARGIN, SIDE, SIZES, context_of, cut_headings, reaches
from vision.programs.pyramid_crops import leans, normalised, upwards
from vision.programs.pyramid_reader import SECTORS, PlaceState, sector

STATES = len(PlaceState)
# Crops are kept so much wider than they are shown, so that they can be moved and turned.
WIDER = 1.5
# Pyramids are sought so far off (in lengths of one that lies), mostly, and at times so far; turned (radians), resized.
OFF, ASTRAY, OFTEN = 0.09, 0.22, 0.8
TURNED, RESIZED = 0.12, 0.05
# How often a pyramid is taken for one of the next size.
MISTAKEN = 0.08
# So many places where there is nothing, or nothing to be seen, of each table.
EMPTY_PLACES = 4


class Headings(CloseCrops):
    """Pyramids beyond the ends, and places without any, each a crop wider than it is shown."""

    def __init__(self, files: Sequence[Path]):
        super().__init__(files, _lessons)
        self.crops, self.leans, self.dense, self.pips, self.states, self.headings = self.columns

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, contexts, states and sectors (N x 2)."""
        crops = np.empty((len(examples), SIDE, SIDE, 3), np.uint8)
        leaning, dense = self.leans[examples].copy(), self.dense[examples].copy()
        pips, headings = self.pips[examples].copy(), self.headings[examples].copy()
        for k, example in enumerate(examples):
            if not vary:
                crops[k] = moved(self.crops[example], SIDE, np.zeros(2), 0.0, 1.0)
                continue
            off = rng.normal(0, OFF if rng.random() < OFTEN else ASTRAY, 2)
            turn, size = rng.normal(0, TURNED), np.exp(rng.normal(0, RESIZED))
            if rng.random() < MISTAKEN:
                taken = np.clip(pips[k] + rng.choice((-1, 1)), 1, SIZES)
                wanted, shown = reaches(np.array([pips[k], taken]), 1.0)
                size, pips[k] = size * shown / wanted, taken
            crops[k] = otherwise(rng, moved(self.crops[example], SIDE, off / (2 * MARGIN), turn, size))
            dense[k] *= size
            headings[k] += turn
            if rng.random() < 0.5:
                crops[k] = crops[k, :, ::-1]
                leaning[k, 0] *= -1
                headings[k] = np.pi - headings[k]
        sectors = [UNKNOWN if np.isnan(one) else sector(one) for one in headings]
        output = np.column_stack([self.states[examples], sectors]).astype(np.int64)
        context = context_of(leaning, dense, pips)
        return torch.from_numpy(normalised(crops)), torch.from_numpy(context), torch.from_numpy(output)


def _lessons(path: Path) -> tuple[NDArray[Any], ...]:
    """Wide crops of a table, with leans, pixels a pixel, pips, states and headings (radians in the crop)."""
    output, picture = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    assert picture is not None
    view = BoardView.from_json(output["more"]["view"])
    rng = np.random.default_rng(output["seed"])
    places = [one for one in places_of(output, view, np.empty((0, 2))) if one.at[1] < 0 or one.at[1] > view.grid.ranks]
    there = [one for one in places if one.output[0] in (PlaceState.UPRIGHT, PlaceState.LYING)]
    none = [one for one in places if one.output[0] not in (PlaceState.UPRIGHT, PlaceState.LYING)]
    chosen = [*there, *(none[k] for k in rng.permutation(len(none))[:EMPTY_PLACES])]
    at = np.array([one.at for one in chosen]).reshape(-1, 2)
    pips = np.array([one.output[1] + 1 if one.output[1] >= 0 else rng.integers(1, SIZES + 1) for one in chosen], int)
    turns = upwards(view, at)
    wide = WIDER * reaches(pips, view.pitch)
    crops, dense = cut_headings(np.asarray(picture, np.uint8), view, at, turns, wide, round(WIDER * SIDE))
    headings = np.array([np.nan if one.heading is None else one.heading for one in chosen], float) + turns
    states = np.array([one.output[0] for one in chosen], int)
    return crops, leans(view, at, turns), dense, pips, states, headings


def otherwise(rng: np.random.Generator, crop: Image) -> Image:
    """A crop as another camera under another lamp would show it."""
    gain = np.exp(rng.normal(0.05, 0.25) + rng.normal(0, 0.08, 3))
    levels = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.2)) * gain
    table = np.clip(levels * 255, 0, 255).astype(np.uint8)[None]
    if rng.random() < 0.3:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.3, 1.3))), np.uint8)
    if rng.random() < 0.2:
        less = round(SIDE * float(rng.uniform(0.5, 0.9)))
        small = cv2.resize(crop, (less, less), interpolation=cv2.INTER_AREA)
        crop = np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.uint8)
    grey = rng.uniform(-0.4, 0.9) if rng.random() < 0.7 else 0.0
    mixing = np.eye(3) + rng.normal(0, 0.02, (3, 3)) + grey * (1 / 3 - np.eye(3))
    fresh = np.asarray(cv2.transform(cv2.LUT(crop, table), mixing))
    if rng.random() < 0.15:
        fresh = fresh[:, :, rng.permutation(3)]
    if rng.random() < 0.5:
        grain = rng.uniform(0, 8) * rng.standard_normal(fresh.shape, np.float32)
        fresh = np.clip(fresh + grain, 0, 255)
    return np.asarray(fresh, np.uint8)


def losses_of(output: Tensor, wanted: Tensor) -> dict[str, Tensor]:
    """Cross-entropies of states, and of sectors where something lies."""
    state = functional.cross_entropy(output[:, :STATES], wanted[:, 0])
    lies = (wanted[:, 1] >= 0).sum().clamp(min=1)
    total = functional.cross_entropy(output[:, STATES:], wanted[:, 1], ignore_index=UNKNOWN, reduction="sum")
    return {"state": state, "sector": total / lies}


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    wanted = batch[2]
    found = {name: float(one) for name, one in losses_of(output[0], wanted).items()}
    found["state_right"] = float((output[0][:, :STATES].argmax(1) == wanted[:, 0]).float().mean())
    lies = wanted[:, 1] >= 0
    if lies.any():
        found["sector_right"] = float((output[0][lies, STATES:].argmax(1) == wanted[lies, 1]).float().mean())
    return found


TRAINER = crop_trainer(
    partial(CloseNet, CONTEXT, about=32, wide=160, output=STATES + SECTORS),
    SIDE,
    CONTEXT,
    losses_of,
    {"state": 1.2, "sector": 0.6},
    data=Headings,
    metrics=metrics,
)
