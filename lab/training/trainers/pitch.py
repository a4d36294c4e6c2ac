"""Trains the network that tells how large pieces look in a crop, on the crops that make_crops wrote.

Every crop is shown larger or smaller than it is, and the network learns to tell by how much. How sharp it is must not
tell that: it is blurred as it is shown, not as it is kept.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.training.learn.layers import block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet, load, rows_of, twice, unvaried
from lab.training.scenes.relit import Relight
from vision.networks.trained_for import CELLS
from vision.stacks.crops import FOOT
from vision.stacks.crops import HEIGHT as CROP_HEIGHT
from vision.stacks.crops import WIDTH as CROP_WIDTH
from vision.stacks.pitch import AT_ONCE, FOOT_SEEN, HEIGHT, OUTPUTS, PLANES, RANGE, TIGHTEST, WIDEST, WIDTH, planes

UNCOVERED = 0.5
# How training data are turned (radians), moved and blurred (pixels as shown) at random, and how those for checking are.
TURN, SHIFT, BLUR, USUAL_BLUR = 0.03, 1.0, (0.22, 0.9), 0.3
# How often colours change places: how large pieces are does not hang on them.
EXCHANGE = 0.3
# A pitch that is further off (a logarithm) makes counts go wrong.
FAR = 0.05


class Sizer(nn.Module):
    """Crops, N x PLANES x HEIGHT x WIDTH, to N x OUTPUTS, see `vision.stacks.pitch`."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(block(PLANES, 24, 2), block(24, 32), block(32, 48, 2), block(48, 48)),
            *(block(48, 64, 2), block(64, 64), block(64, 96, 2), block(96, 96)),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(96, 32, 1), nn.ReLU())
        places = math.ceil(HEIGHT / 16) * math.ceil(WIDTH / 16)
        self.tell = nn.Sequential(nn.Linear(32 * places, 128), nn.ReLU(), nn.Linear(128, OUTPUTS))

    def forward(self, crops: Tensor) -> Tensor:
        out: Tensor = self.tell(self.squeeze(self.look(crops)).flatten(1))
        return out


class Tables(TrainingSet):
    """The crops of all tables of some files, before and after."""

    def __init__(self, files: Sequence[Path]):
        counts = [len(part["covered"]) for part in load(files)]
        # Filled part by part: whole they are too large to be held twice.
        self.crops = np.empty((2 * sum(counts), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        self.covered, self.pose = np.zeros(2 * sum(counts)), np.empty((2 * sum(counts), 2), np.float32)
        for path, count, start in zip(files, counts, 2 * np.cumsum([0, *counts[:-1]]), strict=True):
            part, before, after = np.load(path), slice(start, start + count), slice(start + count, start + 2 * count)
            self.crops[before], self.crops[after], self.covered[after] = part["before"], part["after"], part["covered"]
            self.pose[before] = self.pose[after] = part["pose"]
        self.scenes = twice(counts)

    def __len__(self) -> int:
        return len(self.scenes)

    def pictures(self) -> Numbers:
        return self.scenes

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Inputs, by the logarithm of which factor they are too large, and how much of each is covered."""
        rows = rows_of(examples)
        if vary:
            sizes = rng.uniform(-RANGE, RANGE, len(rows))
        else:
            sizes = np.repeat(rng.uniform(-RANGE, RANGE, len(examples)), len(CELLS))
        crops = np.stack([_shown(self.crops[row], size, rng, vary) for row, size in zip(rows, sizes, strict=True)])
        if vary:
            light: NDArray[np.float32] = np.empty(crops.shape, np.float32)
            noise = rng.standard_normal(2 * crops[0].size, np.float32)
            for start in range(0, len(crops), len(CELLS)):
                table = slice(start, start + len(CELLS))
                if rng.random() < EXCHANGE:
                    crops[table] = crops[table][..., rng.permutation(3)]
                Relight.random(rng).show(crops[table], light[table], noise, rng)
            flip = rng.random(len(crops)) < 0.5
            light[flip] = light[flip, :, ::-1]
        else:
            light = unvaried(crops)
        return (
            torch.from_numpy(planes(light, self.pose[rows])),
            torch.from_numpy(sizes.astype(np.float32)),
            torch.from_numpy(self.covered[rows]),
        )


def _shown(crop: NDArray[np.uint8], size: float, rng: np.random.Generator, vary: bool) -> NDArray[np.uint8]:
    """A crop, larger by the factor exp(`size`), as the network would see it."""
    scale = 0.5 * math.exp(size)
    angle, blur = (float(rng.normal(0, TURN)), rng.uniform(*BLUR)) if vary else (0.0, USUAL_BLUR)
    turn = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    shift = np.array(FOOT_SEEN) - turn @ np.array(FOOT) + (rng.uniform(-SHIFT, SHIFT, 2) if vary else 0.0)
    soft = cv2.GaussianBlur(crop, (0, 0), blur / scale)
    moved = cv2.warpAffine(soft, np.column_stack([turn, shift]), (WIDTH, HEIGHT), borderValue=(127, 127, 127))
    return np.asarray(moved, np.uint8)


def negative_log_likelihood(output: Tensor, sizes: Tensor) -> Tensor:
    """That of the sizes but for a constant, in nats, N, under Laplace distributions."""
    spread = output[:, 1].clamp(TIGHTEST, WIDEST)
    return (output[:, 0] - sizes).abs() * torch.exp(-spread) + spread


def loss(net: nn.Module, batch: Batch) -> Loss:
    """That of what is not covered."""
    crops, sizes, covered = batch
    with mixed():
        output = net(crops.contiguous(memory_format=torch.channels_last))
    return Loss(negative_log_likelihood(output.float(), sizes)[covered < UNCOVERED].mean())


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    """Of one table, whose crops are all too large by the same factor: how far off is what they say together."""
    answer, (_, sizes, covered) = output[0], batch
    sure = torch.exp(-2 * answer[:, 1].clamp(TIGHTEST, WIDEST))
    off = float(((answer[:, 0] * sure).sum() / sure.sum() - sizes[0]).abs())
    nats = negative_log_likelihood(answer, sizes)[covered < UNCOVERED].mean()
    return {"nats": nats.item(), "table_off": off, "table_far": float(off > FAR)}


TRAINER = Trainer(
    model=Sizer,
    data=Tables,
    loss=loss,
    metrics=metrics,
    inputs=("crops",),
    outputs=("told",),
    example=(torch.zeros(AT_ONCE, PLANES, HEIGHT, WIDTH),),
)
