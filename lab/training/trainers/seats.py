"""Trains the network that looks closely at where stacks' topmost pieces sit, on what make_seats cut out."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet, load, rows_of, shown_otherwise, unvaried
from lab.training.learn.weights import take_up
from lab.training.trainers.feet_and_apexes import (
    EXCHANGE,
    STRETCH,
    TURN,
    UNCOVERED,
    Pointer,
    best,
    negative_log_likelihood,
)
from vision.networks.trained_for import CELLS
from vision.stacks.feet_and_apexes import AT_ONCE, CHANNELS, PLANES, SEAT_CHANNELS, SIZE_UNIT, planes
from vision.stacks.seats import SIDE, USUAL_SIDE

# A size that is further off (a logarithm) makes counts go wrong.
FAR = 0.05
FEET_AND_APEXES = "feet_and_apexes"
# How far off the middle of the window seats are, pixels: mostly so far, and never farther.
OFF, FARTHEST = 5.0, 22.0


class Windows(TrainingSet):
    """The windows of all tables of some files."""

    def __init__(self, files: Sequence[Path]):
        parts = load(files)
        self.crops = np.concatenate([part["window"] for part in parts])
        self.seats = np.concatenate([part["seat"] for part in parts]) - (0, 0, np.log(USUAL_SIDE))
        self.elevation = np.concatenate([part["elevation"] for part in parts])
        self.covered = np.concatenate([part["covered"] for part in parts])

    def __len__(self) -> int:
        return len(self.crops) // len(CELLS)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Inputs, seats (N x 3, pixels of the window and size), covered."""
        rows = rows_of(examples)
        crops, seats = _moved(self.crops[rows], self.seats[rows], rng, vary=vary)
        if vary:
            light, flip = shown_otherwise(crops, EXCHANGE, rng)
            seats[flip, 0] = SIDE - 1 - seats[flip, 0]
        else:
            light = unvaried(crops)
        return (
            torch.from_numpy(planes(light, self.elevation[rows])),
            torch.from_numpy((seats * (1, 1, SIZE_UNIT)).astype(np.float32)),
            torch.from_numpy(self.covered[rows].astype(np.float32)),
        )


def _moved(
    wide: NDArray[np.uint8], seats: NDArray[np.float64], rng: np.random.Generator, *, vary: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Windows out of wider ones, their seats somewhat off the middle; if they vary, turned and stretched as well."""
    crops, seats = np.empty((len(wide), SIDE, SIDE, 3), np.uint8), seats.copy()
    middle = (wide.shape[1] - 1) / 2
    for k, crop in enumerate(wide):
        turn, size = (rng.normal(0, np.degrees(TURN)), float(np.exp(rng.normal(0, STRETCH)))) if vary else (0, 1)
        way = np.asarray(cv2.getRotationMatrix2D((middle, middle), turn, size), np.float64)
        off = rng.normal(0, OFF, 2) if rng.random() < 0.8 else rng.uniform(-FARTHEST, FARTHEST, 2)
        way[:, 2] += (SIDE - 1) / 2 - middle + np.clip(off, -FARTHEST, FARTHEST)
        crops[k] = cv2.warpAffine(crop, way, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
        seats[k] = *(way[:, :2] @ seats[k, :2] + way[:, 2]), seats[k, 2] + np.log(size)
    return crops, seats


def losses_of(output: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """The mean negative log-likelihood of the seats that are seen, and how far off the likeliest places are, N x 3
    (pixels, size)."""
    _, seats, covered = batch
    seen = (covered < UNCOVERED) & ~torch.isnan(seats[:, 0])
    output, truth = output[seen], seats[seen]
    return negative_log_likelihood(output, truth).mean(), (best(output) - truth).detach()


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        output = net(batch[0])
    return Loss(losses_of(output.float(), batch)[0])


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    nats, off = losses_of(output[0], batch)
    size = off[:, 2].abs() / SIZE_UNIT
    return {
        "seat_nats": nats.item(),
        "seat_px": off[:, :2].norm(dim=1).nanmedian().item(),
        "size": size.nanmedian().item(),
        "size_far": (size > FAR).float().mean().item(),
    }


def begin(net: nn.Module, path: Path, lessons: Iterable[Batch]) -> None:
    """Give the network its own weights of before, or what that of feet and apexes knows of seats; `lessons` as in
    `take_up`."""
    if path.stem != FEET_AND_APEXES:
        take_up(net, path, lessons)
        return
    pointer = Pointer(2 * CHANNELS + SEAT_CHANNELS)
    take_up(pointer, path, lessons)
    known = pointer.state_dict()
    net.load_state_dict(known | {name: known[name][-SEAT_CHANNELS:] for name in ("tell.weight", "tell.bias")})


TRAINER = Trainer(
    model=lambda: Pointer(SEAT_CHANNELS),
    data=Windows,
    loss=loss,
    metrics=metrics,
    inputs=("crops",),
    outputs=("told",),
    example=(torch.zeros(AT_ONCE, PLANES, SIDE, SIDE),),
    begin=begin,
)
