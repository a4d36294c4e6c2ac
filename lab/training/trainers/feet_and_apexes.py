"""Trains the network that tells where a stack's foot and apex are in a crop, and where its topmost piece sits and how
large that looks, on the crops that make_crops wrote.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import (
    Batch,
    Numbers,
    TrainingSet,
    load,
    rows_of,
    shown_otherwise,
    twice,
    unvaried,
)
from vision.stacks.feet_and_apexes import (
    AT_ONCE,
    CHANNELS,
    PLANES,
    SEAT_CHANNELS,
    SIZE_UNIT,
    STRIDE,
    TIGHTEST,
    USUAL_SIDE,
    WIDEST,
    planes,
)
from vision.stacks.reader_views import FINE

UNCOVERED = 0.5
# How training data are moved at random: pixels, radians and the logarithm of size.
SHIFT, TURN, STRETCH = 4.0, 0.04, 0.03
# How often colours change places: where a stack ends does not hang on them.
EXCHANGE = 0.3


class Pointer(nn.Module):
    """Crops, N x PLANES x height x width, to N x channels x height / STRIDE x width / STRIDE."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.fine = nn.Sequential(block(PLANES, 16, 2), block(16, 32, 2), block(32, 32))
        self.finer = block(32, 32)
        self.middle = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.wide = nn.Sequential(block(48, 64, 2), block(64, 64), block(64, 64, wide=2))
        self.to_middle, self.mixed = nn.Conv2d(64, 48, 1), block(48, 48)
        self.to_fine, self.joined, self.refined = nn.Conv2d(48, 32, 1), block(32, 32), block(32, 32)
        self.tell = nn.Conv2d(32, channels, 1)

    def forward(self, crops: Tensor) -> Tensor:
        fine = self.fine(crops)
        fine = fine + self.finer(fine)
        middle = self.middle(fine)
        mixed = self.mixed(middle + functional.interpolate(self.to_middle(self.wide(middle)), scale_factor=2))
        joined = self.joined(fine + functional.interpolate(self.to_fine(mixed), scale_factor=2))
        out: Tensor = self.tell(joined + self.refined(joined))
        return out


class Tables(TrainingSet):
    """The crops of all tables of some files, before and after."""

    def __init__(self, files: Sequence[Path]):
        parts = load(files)
        self.crops = np.concatenate([_windows(part[name]) for part in parts for name in ("before", "after")])
        self.ends = np.concatenate([part[f"ends_{name}"] for part in parts for name in ("before", "after")])
        self.ends = self.ends - (FINE.columns.start, FINE.rows.start)
        self.seats = np.concatenate([part[f"seat_{name}"] for part in parts for name in ("before", "after")])
        self.seats -= (FINE.columns.start, FINE.rows.start, np.log(USUAL_SIDE))
        self.elevation = np.concatenate([part["pose"][:, 1] for part in parts for _ in range(2)])
        self.hidden = np.concatenate([c for part in parts for c in (np.zeros(len(part["covered"])), part["covered"])])
        self.scenes = twice([len(part["covered"]) for part in parts])

    def __len__(self) -> int:
        return len(self.scenes)

    def pictures(self) -> Numbers:
        return self.scenes

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Inputs, ends (N x 2 x 2 pixels of the window), seats (N x 3, pixels and size), covered."""
        rows = rows_of(examples)
        crops, ends, seats = self.crops[rows].copy(), self.ends[rows].copy(), self.seats[rows].copy()
        if vary:
            _move(crops, ends, seats, rng)
            light, flip = shown_otherwise(crops, EXCHANGE, rng)
            ends[flip, :, 0] = FINE.width - 1 - ends[flip, :, 0]
            seats[flip, 0] = FINE.width - 1 - seats[flip, 0]
        else:
            light = unvaried(crops)
        return (
            torch.from_numpy(planes(light, self.elevation[rows])),
            torch.from_numpy(ends.astype(np.float32)),
            torch.from_numpy((seats * (1, 1, SIZE_UNIT)).astype(np.float32)),
            torch.from_numpy(self.hidden[rows].astype(np.float32)),
        )


def _windows(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(crops[:, FINE.rows, FINE.columns])


def _move(
    crops: NDArray[np.uint8], ends: NDArray[np.float64], seats: NDArray[np.float64], rng: np.random.Generator
) -> None:
    """Shifts, turns and stretches every crop, and its ends and its seat with it."""
    for k, crop in enumerate(crops):
        turn, size = rng.normal(0, np.degrees(TURN)), float(np.exp(rng.normal(0, STRETCH)))
        way = np.asarray(cv2.getRotationMatrix2D((FINE.width / 2, FINE.height * 0.7), turn, size), np.float64)
        way[:, 2] += rng.uniform(-SHIFT, SHIFT, 2)
        crops[k] = cv2.warpAffine(crop, way, (FINE.width, FINE.height), borderMode=cv2.BORDER_REFLECT)
        ends[k] = ends[k] @ way[:, :2].T + way[:, 2]
        seats[k] = *(way[:, :2] @ seats[k, :2] + way[:, 2]), seats[k, 2] + np.log(size)


def _mixture(output: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The logarithms of the weights (N x places), the middles and the logarithms of the spreads (N x D x places) of one
    normal distribution a place; `output` is N x (1 + 2 D) x rows x columns."""
    count, channels, rows, columns = output.shape
    dims = channels // 2
    flat = output.reshape(count, channels, rows * columns)
    across, down = (torch.arange(size, device=output.device) + 0.5 for size in (columns, rows))
    y, x = torch.meshgrid(down, across, indexing="ij")
    places = torch.zeros(dims, rows * columns, device=output.device)
    places[:2] = torch.stack([x.ravel(), y.ravel()]) * STRIDE - 0.5
    middles = places + STRIDE * flat[:, 1 : 1 + dims]
    return torch.log_softmax(flat[:, 0], -1), middles, flat[:, 1 + dims :].clamp(TIGHTEST, WIDEST)


def negative_log_likelihood(output: Tensor, truth: Tensor) -> Tensor:
    """That of the truth, N x D, in nats, N, under a mixture of one normal distribution a place."""
    weights, middles, spread = _mixture(output)
    off = (truth[..., None] - middles) * torch.exp(-spread)
    density = weights - (off**2 / 2 + spread).sum(1) - truth.shape[1] / 2 * np.log(2 * np.pi)
    return -torch.logsumexp(density, -1)


def best(output: Tensor) -> Tensor:
    """The middle of the likeliest place, N x D."""
    weights, middles, _ = _mixture(output)
    at = weights.argmax(-1)
    return torch.gather(middles, 2, at[:, None, None].expand(-1, middles.shape[1], 1))[..., 0]


def losses_of(output: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """The mean negative log-likelihoods of foot, apex and seat of what is not covered, and how far off (pixels, size)
    their likeliest places are, N x 7; no numbers where nothing stands."""
    _, ends, seats, covered = batch
    seen = covered < UNCOVERED
    parts = torch.split(output[seen], [CHANNELS, CHANNELS, SEAT_CHANNELS], 1)
    truths = [ends[seen, 0], ends[seen, 1], seats[seen]]
    stands = ~torch.isnan(truths[2][:, 0])
    masks = [torch.ones_like(stands), torch.ones_like(stands), stands]
    each = [
        negative_log_likelihood(part[of], truth[of]).mean()
        for part, truth, of in zip(parts, truths, masks, strict=True)
    ]
    off = torch.cat([best(part) - truth for part, truth in zip(parts, truths, strict=True)], 1)
    return torch.stack(each), off.detach()


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        output = net(batch[0])
    return Loss(losses_of(output.float(), batch)[0].sum())


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    nats, off = losses_of(output[0], batch)
    high = (off[:, 3] - off[:, 1]).abs()
    return {
        "foot_nats": nats[0].item(),
        "apex_nats": nats[1].item(),
        "seat_nats": nats[2].item(),
        "foot_px": off[:, :2].norm(dim=1).median().item(),
        "apex_px": off[:, 2:4].norm(dim=1).median().item(),
        "seat_px": off[:, 4:6].norm(dim=1).nanmedian().item(),
        "height_px": high.median().item(),
        "height_beyond_2_px": (high > 2).float().mean().item(),
        "height_beyond_6_px": (high > 6).float().mean().item(),
        "size": (off[:, 6].abs() / SIZE_UNIT).nanmedian().item(),
    }


TRAINER = Trainer(
    model=lambda: Pointer(2 * CHANNELS + SEAT_CHANNELS),
    data=Tables,
    loss=loss,
    metrics=metrics,
    inputs=("crops",),
    outputs=("told",),
    example=(torch.zeros(AT_ONCE, PLANES, FINE.height, FINE.width),),
)
