"""Trains the finder of dice on the pictures that make_dice drew.

For every cell of 8 x 8 pixels it tells whether the middle of a die's top face lies there, where in the cell, and how
large the face is.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.scenes.discs import add_disc
from lab.training.trainers.painted import recoloured
from vision.dice.finder import SIZE_UNIT, STRIDE

WINDOW = 384
CELLS = WINDOW // STRIDE
SHOWN, HARDLY = 0.55, 0.15
LEAST_FACE = 9.0
# How often there are discs in a window.
DISCS = 0.4


class DiceFinderNet(nn.Module):
    """A small pyramid of features: down to a 32nd of the picture, up again to an eighth."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 32))
        self.eighth = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.sixteenth = nn.Sequential(block(48, 80, 2), block(80, 80))
        self.least = nn.Sequential(block(80, 112, 2), block(112, 112))
        self.to_sixteenth, self.to_eighth = nn.Conv2d(112, 80, 1), nn.Conv2d(80, 48, 1)
        self.mid, self.top = block(80, 80), nn.Sequential(block(48, 64), block(64, 48))
        self.tell = nn.Conv2d(48, 4, 1)
        nn.init.constant_(self.tell.bias[:1], -4.0)  # type: ignore[index]

    def forward(self, picture: Tensor) -> Tensor:
        eighth = self.eighth(self.stem(picture))
        sixteenth = self.sixteenth(eighth)
        deep = functional.interpolate(self.to_sixteenth(self.least(sixteenth)), scale_factor=2.0, mode="nearest")
        deep = functional.interpolate(self.to_eighth(self.mid(deep + sixteenth)), scale_factor=2.0, mode="nearest")
        out: Tensor = self.tell(self.top(deep + eighth))
        return out


class Throws(TrainingSet):
    """All pictures of some files, kept as they are coded."""

    def __init__(self, files: Sequence[Path]):
        self.dice = [json.loads(path.read_text())["dice"] for path in files]
        self.coded = [np.fromfile(path.with_suffix(".jpg"), np.uint8) for path in files]

    def __len__(self) -> int:
        return len(self.coded)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Windows of pictures, and what to tell of them (see `targets`)."""
        windows, wanted = zip(*(self.lesson(int(i), rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(windows)).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, torch.from_numpy(np.stack(wanted))

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """A window of a picture, moved and coloured anew, and what to tell of it."""
        dice = self.dice[i]
        picture = cv2.imdecode(self.coded[i], cv2.IMREAD_COLOR)
        assert picture is not None
        height, width = picture.shape[:2]
        move = np.array([[1, 0, (WINDOW - width) / 2], [0, 1, (WINDOW - height) / 2]])
        if vary:
            scale = float(np.exp(rng.uniform(np.log(0.55), np.log(1.5))))
            angle = rng.normal(0, 0.08)
            spin = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            spin = spin @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
            aim = np.array([rng.uniform(0, width), rng.uniform(0, height)])
            if dice and rng.random() < 0.8:
                aim = np.array(dice[int(rng.integers(len(dice)))]["at"])
            move = np.column_stack([spin, WINDOW / 2 + rng.uniform(-0.45, 0.45, 2) * WINDOW - spin @ aim])
            if scale < 0.8:
                picture = cv2.GaussianBlur(picture, (0, 0), 0.35 / scale)
        edge = (cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE)[int(rng.random() < 0.3)]
        window = cv2.warpAffine(picture, move, (WINDOW, WINDOW), borderMode=edge, borderValue=(127, 127, 127))
        if vary:
            window = recoloured(rng, with_discs(rng, np.asarray(window, np.uint8), dice, move))
        return np.asarray(window), targets(dice, move)


def with_discs(
    rng: np.random.Generator, window: NDArray[np.uint8], dice: list[dict[str, Any]], move: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """The window with a few plain discs beside its dice, now and then."""
    rings = [np.array(die["corners"]) @ move[:, :2].T + move[:, 2] for die in dice]
    for _ in range(int(rng.integers(1, 4)) if rng.random() < DISCS else 0):
        at, radius = rng.uniform(0, WINDOW, 2), float(np.exp(rng.uniform(np.log(6), np.log(40))))
        if all(np.linalg.norm(ring - at, axis=1).min() > 1.5 * np.ptp(ring, axis=0).max() + radius for ring in rings):
            window = add_disc(rng, window, (at[0], at[1]), radius)
    return window


def targets(dice: list[dict[str, Any]], move: NDArray[np.float64]) -> NDArray[np.float32]:
    """6 x CELLS x CELLS: bump, where it counts, and offset (2), size, where the last three count."""
    maps = np.zeros((6, CELLS, CELLS), np.float32)
    maps[1] = 1
    v, u = np.mgrid[:CELLS, :CELLS]
    for die in dice:
        ring = np.array(die["corners"]) @ move[:, :2].T + move[:, 2]
        at = np.array(die["at"]) @ move[:, :2].T + move[:, 2]
        face = float(np.sqrt(abs(cv2.contourArea(ring.astype(np.float32)))))
        x, y = (at + 0.5) / STRIDE - 0.5
        if not (-3 < x < CELLS + 3 and -3 < y < CELLS + 3):
            continue
        away = (u - x) ** 2 + (v - y) ** 2
        inside = -0.5 <= x < CELLS - 0.5 and -0.5 <= y < CELLS - 0.5
        seen = die["visible"] * share_inside(ring)
        if seen < SHOWN or face < LEAST_FACE or not inside:
            if seen > HARDLY:
                maps[1][away < max(face / STRIDE * 0.6, 1) ** 2] = 0
            continue
        spread = max(0.7, face / STRIDE * 0.16)
        np.maximum(maps[0], np.exp(-away / (2 * spread**2)), out=maps[0])
        i, j = round(float(y)), round(float(x))
        maps[0, i, j] = maps[1, i, j] = 1
        near = (np.abs(u - x) < 1.3) & (np.abs(v - y) < 1.3)
        maps[2][near], maps[3][near] = (x - u)[near], (y - v)[near]
        maps[4][near], maps[5][near] = np.log(face / SIZE_UNIT), 1
    return maps


def share_inside(ring: NDArray[np.float64]) -> float:
    """The share of a face that lies within the window."""
    frame = np.array([[0, 0], [WINDOW, 0], [WINDOW, WINDOW], [0, WINDOW]], np.float32)
    area, _ = cv2.intersectConvexConvex(cv2.convexHull(ring.astype(np.float32)), frame)
    return float(area) / max(abs(float(cv2.contourArea(ring.astype(np.float32)))), 1e-3)


def loss_of(output: Tensor, wanted: Tensor) -> Tensor:
    """Penalty-reduced focal loss for the bumps (CenterNet, arXiv 1904.07850), smooth L1 for the rest."""
    chance, bump, counts = torch.sigmoid(output[:, 0]), wanted[:, 0], wanted[:, 1]
    dice = (bump > 0.999).float()
    hit = functional.logsigmoid(output[:, 0]) * (1 - chance) ** 2 * dice
    miss = functional.logsigmoid(-output[:, 0]) * chance**2 * (1 - bump) ** 4 * (1 - dice)
    heat = -((hit + miss) * counts).sum() / dice.sum().clamp(min=1)
    rest = functional.smooth_l1_loss(output[:, 1:], wanted[:, 2:5], reduction="none", beta=0.1).sum(1) * wanted[:, 5]
    return heat + 2.0 * rest.sum() / wanted[:, 5].sum().clamp(min=1)


def loss(net: nn.Module, batch: Batch) -> Loss:
    windows, wanted = batch
    with mixed():
        output = net(windows.contiguous(memory_format=torch.channels_last)).float()
    return Loss(loss_of(output, wanted))


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    return {"loss": loss_of(output[0], batch[1]).item()}


TRAINER = Trainer(
    model=DiceFinderNet,
    data=Throws,
    loss=loss,
    metrics=metrics,
    inputs=("picture",),
    outputs=("dice",),
    example=(torch.zeros(1, 3, 480, 640),),
    axes={"picture": {2: "height", 3: "width"}, "dice": {2: "rows", 3: "columns"}},
)
