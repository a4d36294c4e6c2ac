"""Trains the reader of half backgammon boards on the tables that make_half_boards drew.

From a side's crop (`vision.geometry.half_board`) it tells how many checkers lie on each of six points, whether the
point is seen, and paints where checkers' middles are, those on the board and those on top of others.
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

from vision.checkers.rows_reader import COUNTS
from vision.geometry.half_board import BESIDE, CORNERS, HEIGHT, ROWS, SCALE, SIDES, WIDTH, PlacedHalfBoard, shrunk
from vision.image import Image
from vision.training.learn.layers import block
from vision.training.learn.precision import mixed
from vision.training.learn.trainer import Loss, Trainer
from vision.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.training.trainers.painted import recoloured

STRIDE = 4
# A row covered more than the second share is to be told hidden, less than the first seen; in between nothing is asked.
SEEN, HIDDEN = 0.25, 0.4
SPREAD = 0.9
# How far (points' widths) corners are from where they are found, about.
ASTRAY = 0.06


class RowsNet(nn.Module):
    """Features of a quarter of the crop, ever wider; then along each row."""

    def __init__(self) -> None:
        super().__init__()
        wide = 40
        self.stem = nn.Sequential(block(3, 20, 2), block(20, wide, 2))
        self.wider = nn.ModuleList([block(wide, wide, wide=reach) for reach in (1, 2, 4, 2, 1)])
        self.paint = nn.Conv2d(wide, 2, 1)
        self.row = nn.Sequential(nn.Conv2d(wide + 2, 64, (3, SCALE // STRIDE), (1, SCALE // STRIDE)), nn.ReLU())
        self.along = nn.Sequential(
            nn.Conv2d(64, 64, (5, 1), (2, 1)), nn.ReLU(), nn.Conv2d(64, 64, (5, 1), (2, 1)), nn.ReLU()
        )
        self.tell = nn.Conv2d(64, COUNTS + 1, (6, 1))
        nn.init.constant_(self.paint.bias, -3.0)  # type: ignore[arg-type]

    def forward(self, sides: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.stem(sides)
        for layer in self.wider:
            seen = seen + layer(seen)
        painted = self.paint(seen)
        start = BESIDE // STRIDE
        rows = torch.cat([seen, painted], 1)[:, :, :, start : start + ROWS * SCALE // STRIDE]
        told = self.tell(self.along(self.row(rows)))
        return told[:, :, 0].permute(0, 2, 1), painted


class BoardSides(TrainingSet):
    """Both sides of all tables of some files, in memory: example 2n is the near side of file n."""

    def __init__(self, files: Sequence[Path]):
        self.told = [json.loads(path.read_text()) for path in files]
        self.images = [_read(path.with_suffix(".jpg")) for path in files]

    def __len__(self) -> int:
        return 2 * len(self.images)

    def pictures(self) -> Numbers:
        return np.arange(len(self)) // 2

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, then counts, whether rows are seen, what of both counts (each N x 6), and maps (N x 2 x H x W)."""
        parts = zip(*(self.lesson(int(i), rng, vary) for i in examples), strict=True)
        crops, counts, seen, asked, maps = (np.stack(part) for part in parts)
        inputs = torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, *(torch.from_numpy(one) for one in (counts, seen, asked, maps))

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], ...]:
        told, end = self.told[i // 2], i % 2
        picture = self.images[i // 2]
        ring = np.array([told["corners"][name] for name in CORNERS], float)
        if vary:
            ring = ring + rng.normal(0, ASTRAY, (4, 2)) * np.linalg.norm(ring[1] - ring[0]) / ROWS
        view = PlacedHalfBoard(ring, (picture.shape[1], picture.shape[0]))
        small, near = shrunk(picture, view)
        if vary and rng.random() < 0.3:
            small = np.asarray(cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.1))), np.uint8)
        crop = near.crop(small, SIDES[end])
        spots = np.array([one["at"] for one in told["checkers"]], float).reshape(-1, 2)
        way = view.crop_map(SIDES[end])
        there = np.asarray(cv2.perspectiveTransform(spots[:, None], way), float)[:, 0] if len(spots) else spots
        layers = np.array([one["layer"] for one in told["checkers"]], int)
        counts, covered = np.array(told["rows"][SIDES[end]]), np.array(told["more"]["covered"][end])
        if end:
            counts, covered = counts[::-1], covered[::-1]
        if vary:
            crop = recoloured(rng, crop)
            if rng.random() < 0.3:
                crop = np.ascontiguousarray(crop[..., rng.permutation(3)])
            if rng.random() < 0.5:
                crop, counts, covered = np.ascontiguousarray(crop[:, ::-1]), counts[::-1], covered[::-1]
                there = np.column_stack([WIDTH - 1 - there[:, 0], there[:, 1]])
        maps = np.stack([bumps(there[layers == 0]), bumps(there[layers > 0])])
        asked = ((covered < SEEN) | (covered > HIDDEN)).astype(np.float32)
        return crop, counts.clip(0, COUNTS - 1).astype(np.int64), (covered < SEEN).astype(np.float32), asked, maps


def _read(path: Path) -> Image:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def bumps(spots: NDArray[np.float64]) -> NDArray[np.float32]:
    """A map of a quarter of the crop with a bump at each of some places (N x 2 pixels)."""
    v, u = np.mgrid[: HEIGHT // STRIDE, : WIDTH // STRIDE]
    made = np.zeros(v.shape, np.float32)
    for x, y in (spots + 0.5) / STRIDE - 0.5:
        np.maximum(made, np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * SPREAD**2)), out=made)
    return made


def loss_of(told: Tensor, painted: Tensor, batch: Batch) -> Tensor:
    """Cross entropies, N."""
    _, counts, seen, asked, maps = batch
    rows = functional.cross_entropy(told[..., :COUNTS].reshape(-1, COUNTS), counts.reshape(-1), reduction="none")
    rows = rows.reshape(counts.shape) * seen * asked
    shows = functional.binary_cross_entropy_with_logits(told[..., COUNTS], seen, reduction="none") * asked
    paint = functional.binary_cross_entropy_with_logits(painted, maps, reduction="none") * (1 + 6 * maps)
    return rows.mean(1) + shows.mean(1) + 8 * paint.mean((1, 2, 3))


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        told, painted = net(batch[0].contiguous(memory_format=torch.channels_last))
    return Loss(loss_of(told.float(), painted.float(), batch).mean())


def metrics(told: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    rows, painted = told
    asked = batch[2] * batch[3] > 0
    right = (rows[..., :COUNTS].argmax(-1) == batch[1]).float()
    return {
        "loss": loss_of(rows, painted, batch).mean().item(),
        "right": right[asked].mean().item() if asked.any() else float("nan"),
    }


TRAINER = Trainer(
    model=RowsNet,
    data=BoardSides,
    loss=loss,
    metrics=metrics,
    inputs=("sides",),
    outputs=("rows", "maps"),
    example=(torch.zeros(2, 3, HEIGHT, WIDTH),),
    axes={"sides": {0: "sides"}, "rows": {0: "sides"}, "maps": {0: "sides"}},
)
