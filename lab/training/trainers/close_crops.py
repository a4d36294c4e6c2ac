"""What the readers of single pyramids have in common: networks told of a crop's context, and sets of crops kept wider
than they are shown."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import Residual, block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.image import Image

# What is not known of a crop.
UNKNOWN = -100


class ContextNet(nn.Module):
    """Features of a half down to a sixteenth of the crop, told together with the context."""

    fine: nn.Module
    mean: nn.Module
    context: nn.Module
    lit: nn.Module
    coarse: nn.Module
    least: nn.Module
    wide: nn.Module
    tell: nn.Module

    def forward(self, crops: Tensor, context: Tensor) -> Tensor:
        about = self.context(context)
        seen = self.mean(self.fine(crops)) + self.lit(about)[:, :, None, None]
        seen = self.least(self.coarse(seen)).flatten(1)
        output: Tensor = self.tell(self.wide(torch.cat([seen, about], 1)))
        return output


class CloseNet(ContextNet):
    """For crops of 48 x 48 with `context` numbers, of which `about` are made, and `output` numbers made of `wide`."""

    def __init__(self, context: int, about: int, wide: int, output: int) -> None:
        super().__init__()
        self.fine = block(3, 24, 2)
        self.mean = nn.Sequential(block(24, 48, 2), Residual(48))
        self.context = nn.Sequential(nn.Linear(context, about), nn.ReLU(inplace=True))
        self.lit = nn.Linear(about, 48)
        self.coarse = nn.Sequential(block(48, 96, 2), Residual(96))
        self.least = block(96, 112, 2)
        self.wide = nn.Sequential(nn.Linear(112 * 9 + about, wide), nn.ReLU(inplace=True), nn.Dropout(0.15))
        self.tell = nn.Linear(wide, output)


def cross_entropies(output: Tensor, wanted: Tensor, answers: Mapping[str, int]) -> dict[str, Tensor]:
    """The losses of what is known of crops, by question: `output` has so many columns for each, `wanted` one."""
    found = {}
    for column, (name, part) in enumerate(zip(answers, output.split(list(answers.values()), dim=1), strict=True)):
        known = wanted[:, column]
        total = functional.cross_entropy(part, known, ignore_index=UNKNOWN, reduction="sum")
        found[name] = total / (known >= 0).sum().clamp(min=1)
    return found


def crop_trainer(
    model: Callable[[], nn.Module],
    side: int,
    context: int,
    losses: Callable[[Tensor, Tensor], Mapping[str, Tensor]],
    weights: Mapping[str, float],
    **parts: Any,
) -> Trainer:
    """The training of a network that tells of crops with their context. `losses`, by name, of what it has told and what
    was wanted are added up with their `weights`."""

    def loss(net: nn.Module, batch: Batch) -> Loss:
        crops, about, wanted = batch
        with mixed():
            output = net(crops.contiguous(memory_format=torch.channels_last), about).float()
        return Loss(torch.stack([weights[name] * one for name, one in losses(output, wanted).items()]).sum())

    return Trainer(
        model=model,
        loss=loss,
        inputs=("crops", "context"),
        outputs=("told",),
        example=(torch.zeros(2, 3, side, side), torch.zeros(2, context)),
        axes={"crops": {0: "crops"}, "context": {0: "crops"}, "told": {0: "crops"}},
        **parts,
    )


class CloseCrops(TrainingSet):
    """Crops of many tables: what `lessons` gives of a file, crops first, is put together in `columns`."""

    def __init__(self, files: Sequence[Path], lessons: Callable[[Path], tuple[NDArray[Any], ...]]) -> None:
        found = [lessons(path) for path in files]
        self.tables = np.repeat(np.arange(len(found)), [len(one[0]) for one in found])
        self.columns = [np.concatenate(column) for column in zip(*found, strict=True)]

    def __len__(self) -> int:
        return len(self.tables)

    def pictures(self) -> Numbers:
        return self.tables


def moved(crop: Image, side: int, off: NDArray[np.float64], turn: float, size: float) -> Image:
    """The middle of a wide crop, `side` x `side` x 3: moved (in sides), turned anticlockwise (radians), `size` times
    what it shows."""
    wide = len(crop)
    cos, sin = size * np.cos(turn), size * np.sin(turn)
    middle = np.array([wide / 2 - 0.5, wide / 2 - 0.5]) + off * side
    linear = np.array([[cos, -sin], [sin, cos]])
    shift = middle - linear @ np.array([side / 2 - 0.5, side / 2 - 0.5])
    way = np.column_stack([linear, shift])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(crop, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
