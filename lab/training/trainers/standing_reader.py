"""Trains the reader of pyramids that stand on the tables that make_ball_tables drew.

From a crop of the picture about the room that a large with a small on it would take it tells what is there
(`vision.programs.standing_reader`).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lab.training.learn.training_set import Batch, Numbers
from lab.training.trainers.close_crops import CloseCrops, CloseNet, crop_trainer, cross_entropies, moved
from lab.training.trainers.pyramid_reader import places_of
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.programs.pyramid_crops import leans, light_of, normalised, upwards
from vision.programs.pyramid_reader import PlaceState
from vision.programs.standing_reader import CONTEXT, PARTS, SIDE, context_of, cut_standing

NUMBERS = sum(PARTS.values())
# Crops are kept so much wider than they are shown, so that they can be moved and turned.
WIDER = 1.4
# Pyramids are sought so far off (in sides of a crop); crops turned by so much (radians), resized.
OFF, TURNED, RESIZED = 0.03, 0.05, 0.05
# So many squares on which nothing stands, and so many pyramids that lie, of each table.
EMPTY_PLACES, LYING_PLACES = 8, 5
# Columns of what `places_of` tells, by part.
COLUMNS = {"state": 0, "pips": 1, "colour": 4, "top": 5, "top_colour": 6}
WEIGHTS = {"state": 1.2, "pips": 1.0, "colour": 1.0, "top": 1.0, "top_colour": 0.6}


class LitCrops(CloseCrops):
    """Crops of `side` pixels, each kept wider than it is shown, and the light of their tables. A file's training data
    are crops, leans, pixels a pixel, what is to be told, and last the table made small. Crops are moved (in sides),
    turned (radians) and resized so far as is `usual`."""

    def __init__(
        self,
        files: Sequence[Path],
        lessons: Callable[[Path], tuple[NDArray[Any], ...]],
        side: int,
        usual: tuple[float, float, float],
    ):
        super().__init__(files, lessons)
        self.side, self.usual = side, usual
        self.crops, self.leans, self.dense, self.output, *_, self.lights = self.columns

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, contexts, and what is to be told of them (N x parts)."""
        crops = np.empty((len(examples), self.side, self.side, 3), np.uint8)
        moving, turning, resizing = self.usual
        dense, lights = self.dense[examples].copy(), np.empty((len(examples), 9))
        for k, example in enumerate(examples):
            wide, light = self.crops[example], self.lights[self.tables[example]]
            if not vary:
                crops[k], lights[k] = moved(wide, self.side, np.zeros(2), 0.0, 1.0), light_of(light)
                continue
            off, turn, size = rng.normal(0, moving, 2), rng.normal(0, turning), np.exp(rng.normal(0, resizing))
            crops[k], other = otherwise(rng, moved(wide, self.side, off, turn, size), light)
            dense[k] *= size
            lights[k] = light_of(other)
            if rng.random() < 0.5:
                crops[k] = crops[k, :, ::-1]
        context = context_of(self.leans[examples], dense, dense * self.side / 2, lights)
        output = torch.from_numpy(self.output[examples].astype(np.int64))
        return torch.from_numpy(normalised(crops)), torch.from_numpy(context), output


class StandingCrops(LitCrops):
    """Places on squares and beyond the ends."""

    def __init__(self, files: Sequence[Path]):
        super().__init__(files, _lessons, SIDE, (OFF, TURNED, RESIZED))
        self.weights = self.columns[4]

    def draw(self, size: int, rng: np.random.Generator) -> Iterator[Numbers]:
        """Those on which something stands two and a half times as often."""
        odds = self.weights / self.weights.sum()
        while True:
            yield np.sort(rng.choice(len(self), size, p=odds))


def _lessons(path: Path) -> tuple[NDArray[Any], ...]:
    """Wide crops of a table, with leans, pixels a pixel, what is to be told, how often they are drawn, and the table
    made small (one)."""
    truth, read = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    assert read is not None
    picture = np.asarray(read, np.uint8)
    view = BoardView.from_json(truth["more"]["view"])
    rng = np.random.default_rng(truth["seed"])
    places = places_of(truth, view, np.empty((0, 2)))
    rare = {PlaceState.EMPTY: EMPTY_PLACES, PlaceState.LYING: LYING_PLACES}
    chosen = [one for one in places if one.output[0] not in rare]
    for state, most in rare.items():
        some = [one for one in places if one.output[0] == state]
        chosen += [some[k] for k in rng.permutation(len(some))[:most]]
    at = np.array([one.at for one in chosen]).reshape(-1, 2)
    crops, dense = cut_standing(picture, view, at, round(WIDER * SIDE), WIDER)
    output = np.array([one.output for one in chosen], float).reshape(len(chosen), -1)[:, list(COLUMNS.values())]
    weights = np.array([2.5 if one.output[COLUMNS["top"]] > 0 else 1.0 for one in chosen])
    light = np.asarray(cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA), np.uint8)
    return crops, leans(view, at, upwards(view, at)), dense, output.astype(np.int64), weights, light[None]


def otherwise(rng: np.random.Generator, crop: Image, light: Image) -> tuple[Image, Image]:
    """A crop, and its whole picture made small, as another camera under another lamp would show them."""
    gain = np.exp(rng.normal(0.05, 0.22) + rng.normal(0, 0.06, 3))
    levels = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.17)) * gain
    table = np.clip(levels * 255, 0, 255).astype(np.uint8)[None]
    mixing = np.eye(3) + rng.normal(0, 0.012, (3, 3)) + rng.uniform(-0.35, 0.2) * (1 / 3 - np.eye(3))
    if rng.random() < 0.3:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.3, 1.2))), np.uint8)
    fresh, other = (np.asarray(cv2.transform(cv2.LUT(one, table), mixing)) for one in (crop, light))
    if rng.random() < 0.5:
        grain = rng.uniform(0, 8) * rng.standard_normal(fresh.shape, np.float32)
        fresh = np.clip(fresh + grain, 0, 255)
    return np.asarray(fresh, np.uint8), np.asarray(other, np.uint8)


def losses_of(output: Tensor, wanted: Tensor) -> dict[str, Tensor]:
    return cross_entropies(output, wanted, PARTS)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    wanted = batch[2]
    found = {name: float(one) for name, one in losses_of(output[0], wanted).items()}
    for column, (name, part) in enumerate(zip(PARTS, output[0].split(list(PARTS.values()), dim=1), strict=True)):
        known = wanted[:, column] >= 0
        if known.any():
            found[f"{name}_right"] = float((part.argmax(1)[known] == wanted[known, column]).float().mean())
    return found


TRAINER = crop_trainer(
    partial(CloseNet, CONTEXT, about=64, wide=192, output=NUMBERS),
    SIDE,
    CONTEXT,
    losses_of,
    WEIGHTS,
    data=StandingCrops,
    metrics=metrics,
)
