"""Trains the reader of single pyramids on the tables that make_ball_tables drew.

From a crop about a foot, or about the middle of a square (`vision.programs.pyramid_crops`), it tells what is there
(`vision.programs.pyramid_reader` says in which form).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import Residual, block
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.trainers.close_crops import UNKNOWN, ContextNet, crop_trainer
from vision.geometry.board_view import BoardView
from vision.geometry.solids import BASE_MM
from vision.image import Image
from vision.programs.feet_finder import find_feet
from vision.programs.pyramid_crops import (
    CONTEXT,
    REACH,
    SIDE,
    context_of,
    cut_pyramids,
    halved,
    leans,
    light_of,
    normalised,
    scales,
    upwards,
)
from vision.programs.pyramid_reader import COLOURS, PARTS, PlaceState, Top, sector

# Crops that are cut of a picture each time it is shown.
TOGETHER = 16
# What shows less than this is hidden; of what shows less than the second share nothing but that it is there is told.
HIDDEN, TOLD = 0.3, 0.36
# A foot that the finder sees is that of a pyramid nearer than this (cells), and of none if all are farther than that.
SAME_FOOT, OTHER_FOOT = 0.42, 0.6
# Places are sought so far off (cells), crops turned by so much (radians).
OFF, TURNED = 0.07, 0.12
# What is told of a crop, by column: state, pips - 1, log of base in cells, sector, colour, top, top's colour, weight.
COLUMNS = 7
NUMBERS = sum(PARTS.values())


class PyramidReaderNet(ContextNet):
    """For crops of 64 x 64."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3, 24, 2)
        self.mean = nn.Sequential(block(24, 44, 2), Residual(44))
        self.context = nn.Sequential(nn.Linear(CONTEXT, 64), nn.ReLU(inplace=True))
        self.lit = nn.Linear(64, 44)
        self.coarse = nn.Sequential(block(44, 80, 2), Residual(80))
        self.least = nn.Sequential(block(80, 112, 2), Residual(112))
        self.wide = nn.Sequential(nn.Linear(112 * 16 + 64, 224), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.tell = nn.Linear(224, NUMBERS)


@dataclass(frozen=True)
class PyramidPlace:
    """A place of a picture (cells), and what is told of it: the columns of an example, and how often it is drawn."""

    at: tuple[float, float]
    output: tuple[float, ...]
    heading: float | None
    weight: float


class Pyramids(TrainingSet):
    """Places of all pictures of some files, pictures kept as they are coded. An example is a picture: each time some of
    its places are cut out of it."""

    def __init__(self, files: Sequence[Path]):
        truths = [json.loads(path.read_text()) for path in files]
        self.views = [BoardView.from_json(output["more"]["view"]) for output in truths]
        self.coded = [np.fromfile(path.with_suffix(".jpg"), np.uint8) for path in files]
        self.places = [
            places_of(output, view, feet_in(coded, view))
            for output, view, coded in zip(truths, self.views, self.coded, strict=True)
        ]

    def __len__(self) -> int:
        return len(self.coded)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, contexts, and what is to be told of them (N x COLUMNS)."""
        parts = [self.lesson(int(i), rng, vary) for i in examples]
        crops, contexts, output = (np.concatenate(one) for one in zip(*parts, strict=True))
        return torch.from_numpy(normalised(crops)), torch.from_numpy(contexts), torch.from_numpy(output)

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        picture = cv2.imdecode(self.coded[i], cv2.IMREAD_COLOR)
        assert picture is not None
        places, view = self.places[i], self.views[i]
        if not vary:
            chosen = places
            picture, view = halved(np.asarray(picture, np.uint8), view)
            at, reach = np.array([one.at for one in chosen]), REACH
            turns = upwards(view, at)
        else:
            odds = np.array([one.weight for one in places])
            count = min(TOGETHER, len(places))
            chosen = [places[k] for k in rng.choice(len(places), count, replace=False, p=odds / odds.sum())]
            picture, view = smaller(rng, np.asarray(picture, np.uint8), view)
            at = np.array([one.at for one in chosen]) + rng.normal(0, OFF, (count, 2))
            turns = upwards(view, at) + rng.normal(0, TURNED, count)
            reach = REACH * float(np.exp(rng.normal(0, 0.02)))
        crops = cut_pyramids(picture, view, at, turns, reach)
        lean, pixels = leans(view, at, turns), scales(view, at)
        output = np.array([one.output for one in chosen], np.float32)
        output[:, 2] -= np.log(reach / REACH)
        headings = np.array([np.nan if one.heading is None else one.heading for one in chosen])
        mirrored = vary and rng.random() < 0.5
        spun = headings + turns
        if mirrored:
            crops, lean[:, 0], spun = np.ascontiguousarray(crops[:, :, ::-1]), -lean[:, 0], np.pi - spun
        output[:, 3] = [UNKNOWN if np.isnan(one) else sector(one) for one in spun]
        light = np.asarray(cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA), np.uint8)
        if vary:
            crops, light = otherwise(rng, crops, light)
        return crops, context_of(lean, pixels, light_of(light)), output


def smaller(rng: np.random.Generator, picture: Image, view: BoardView) -> tuple[Image, BoardView]:
    """The picture as a camera of fewer pixels would show it, at times."""
    if rng.random() < 0.25:
        share = float(rng.uniform(0.6, 1.0))
        height, width = picture.shape[:2]
        size = round(width * share), round(height * share)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        view = view.resized(size)
    return halved(picture, view)


def otherwise(rng: np.random.Generator, crops: Image, light: Image) -> tuple[Image, Image]:
    """Crops of a picture, and the picture itself made small, as another camera under another lamp would show them."""
    gain = np.exp(rng.normal(0.05, 0.22) + rng.normal(0, 0.06, 3))
    levels = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.17)) * gain
    table = np.clip(levels * 255, 0, 255).astype(np.uint8)[None]
    mixing = np.eye(3) + rng.normal(0, 0.012, (3, 3)) + rng.uniform(-0.35, 0.2) * (1 / 3 - np.eye(3))
    tall = crops.reshape(-1, SIDE, 3)
    if rng.random() < 0.3:
        tall = np.asarray(cv2.GaussianBlur(tall, (0, 0), float(rng.uniform(0.3, 1.2))), np.uint8)
    fresh = cv2.transform(cv2.LUT(tall, table), mixing)
    if rng.random() < 0.5:
        grain = rng.uniform(0, 8) * rng.standard_normal(fresh.shape, np.float32)
        fresh = np.clip(fresh + grain, 0, 255).astype(np.uint8)
    other = cv2.transform(cv2.LUT(light, table), mixing)
    return np.asarray(fresh, np.uint8).reshape(crops.shape), np.asarray(other, np.uint8)


def feet_in(coded: NDArray[np.uint8], view: BoardView) -> NDArray[np.float64]:
    """Where the finder sees feet in a picture, N x 2 cells."""
    picture = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.concatenate([end.places for end in find_feet(np.asarray(picture, np.uint8), view)[0].values()])


def as_found(found: Sequence[PyramidPlace], feet: NDArray[np.float64], view: BoardView) -> Iterator[PyramidPlace]:
    """The places where the finder sees feet: those of pyramids a little off, and some where there is none."""
    beyond = [one for one in found if one.output[0] != PlaceState.EMPTY and not 0 <= one.at[1] <= view.grid.ranks]
    if not beyond:
        return
    spots = np.array([one.at for one in beyond])
    for foot in feet:
        off = np.linalg.norm(spots - foot, axis=1)
        at, nearest = (float(foot[0]), float(foot[1])), int(np.argmin(off))
        if off[nearest] < SAME_FOOT:
            yield replace(beyond[nearest], at=at, weight=1.5 * beyond[nearest].weight)
        elif off[nearest] > OTHER_FOOT:
            yield _without(at, PlaceState.EMPTY, 0.6)


def places_of(output: Mapping[str, Any], view: BoardView, seen_feet: NDArray[np.float64]) -> list[PyramidPlace]:
    """All squares of a picture, all feet beyond the ends, where they are and where the finder sees them, and some
    places where there is nothing."""
    rng = np.random.default_rng(output["seed"])
    stacks: dict[tuple[float, float], list[Mapping[str, Any]]] = {}
    for piece in sorted(output["more"]["pieces"], key=lambda one: float(one["z"])):
        stacks.setdefault((piece["x"], piece["y"]), []).append(piece)
    found = []
    squares = set(view.grid.cells)
    for (x, y), stack in stacks.items():
        foot = stack[0]
        cell = str(foot["role"])
        if cell in squares:
            at = view.grid.centre(cell)
            hidden = cell in output["hidden"]
            squares.discard(cell)
        else:
            seen = view.project(np.array([[x, y, foot["z"]]]))
            (u, v), (width, height) = seen[0], view.camera.size
            if not (0 <= u < width and 0 <= v < height):
                continue
            on_plane = view.on_board(seen)[0] / view.pitch
            at = float(on_plane[0]), float(on_plane[1])
            hidden = min(float(one["seen"]) for one in stack) < HIDDEN
        found.append(_pyramid(at, stack, view, hidden))
    hidden_squares = [cell for cell in sorted(squares) if cell in output["hidden"]]
    for cell in hidden_squares:
        found.append(_without(view.grid.centre(cell), PlaceState.HIDDEN, 0.4))
    for cell in sorted(squares - set(hidden_squares)):
        found.append(_without(view.grid.centre(cell), PlaceState.EMPTY, 0.08))
    found += list(as_found(found, seen_feet, view))
    feet = np.array([one.at for one in found if one.output[0] != PlaceState.EMPTY])
    for _ in range(10):
        spot = feet[int(rng.integers(len(feet)))] + rng.normal(0, 1.0, 2)
        off = spot[1] < 0 or spot[1] > view.grid.ranks
        (u, v), (width, height) = view.project(np.array([[*spot * view.pitch, 0]]))[0], view.camera.size
        if off and np.linalg.norm(feet - spot, axis=1).min() > 0.45 and 0 <= u < width and 0 <= v < height:
            found.append(_without((float(spot[0]), float(spot[1])), PlaceState.EMPTY, 0.15))
    return found


def _without(at: tuple[float, float], state: PlaceState, weight: float) -> PyramidPlace:
    output = (float(state), UNKNOWN, np.nan, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
    return PyramidPlace(at, output, None, weight)


def _pyramid(
    at: tuple[float, float], stack: Sequence[Mapping[str, Any]], view: BoardView, hidden: bool
) -> PyramidPlace:
    if hidden:
        return _without(at, PlaceState.HIDDEN, 1.0)
    foot = stack[0]
    state = PlaceState.LYING if foot["lying"] else PlaceState.UPRIGHT
    pips, top, top_colour = int(foot["pips"]), UNKNOWN, UNKNOWN
    if not foot["lying"] and len(stack) <= 2:
        top = (
            int(Top.NONE)
            if len(stack) == 1
            else {1: int(Top.SMALL), 2: int(Top.MEDIUM)}.get(int(stack[1]["pips"]), UNKNOWN)
        )
        if top > Top.NONE:
            top_colour = COLOURS.index(stack[1]["colour"])
    size = float(np.log(BASE_MM[pips] / view.pitch))
    output = (float(state), pips - 1, size, UNKNOWN, COLOURS.index(foot["colour"]), top, top_colour)
    return PyramidPlace(at, output, foot["heading"], 4.0 if len(stack) > 1 else 1.0)


def parted(output: Tensor) -> dict[str, Tensor]:
    """What a network tells, by part."""
    return dict(zip(PARTS, output.split(list(PARTS.values()), dim=1), strict=True))


def losses_of(output: Tensor, wanted: Tensor) -> dict[str, Tensor]:
    """The cross-entropies of what is known of crops, and the negative log-likelihood of sizes, means over crops."""
    parts = parted(output)
    names = {"state": 0, "pips": 1, "sector": 3, "colour": 4, "top": 5, "top_colour": 6}
    found = {}
    for name, column in names.items():
        known = wanted[:, column].long()
        count = (known >= 0).sum().clamp(min=1)
        smooth = 0.02 if name == "sector" else 0.0
        total = functional.cross_entropy(
            parts[name], known, ignore_index=UNKNOWN, reduction="sum", label_smoothing=smooth
        )
        found[name] = total / count
    size, known = parts["size"], torch.isfinite(wanted[:, 2])
    spread = size[:, 1].clamp(-4.5, 1)
    off = (size[:, 0] - torch.nan_to_num(wanted[:, 2])) / spread.exp()
    likely = (0.5 * off.clamp(-6, 6) ** 2 + spread) * known
    found["size"] = likely.sum() / known.sum().clamp(min=1)
    return found


WEIGHTS = {"state": 1.2, "pips": 1.0, "sector": 0.6, "colour": 1.0, "top": 1.0, "top_colour": 0.6, "size": 0.3}


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    wanted, parts = batch[2], parted(output[0])
    names = {"state": 0, "pips": 1, "sector": 3, "colour": 4, "top": 5, "top_colour": 6}
    found = {name: float(one) for name, one in losses_of(output[0], wanted).items()}
    for name, column in names.items():
        known = wanted[:, column] >= 0
        right = parts[name].argmax(1)[known] == wanted[known, column].long()
        found[f"{name}_right"] = float(right.float().mean())
    return found


TRAINER = crop_trainer(
    PyramidReaderNet,
    SIDE,
    CONTEXT,
    losses_of,
    WEIGHTS,
    data=Pyramids,
    metrics=metrics,
)
