"""Trains the reader of half backgammon boards on the tables that make_half_boards drew.

From a side's crop (`vision.geometry.half_board`), and how things lean in it, it tells how many checkers lie on each of
six points, on the board and on top of others, whether the point is seen, and paints where checkers' middles are.
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

from vision.checkers.rows_reader import HIGH, LOW, STRIDE, network_input
from vision.geometry.half_board import BESIDE, CORNERS, HEIGHT, ROWS, SCALE, SIDES, WIDTH, PlacedHalfBoard, shrunk
from vision.image import Image
from vision.training.learn.layers import block
from vision.training.learn.trainer import Loss, Trainer
from vision.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.training.trainers.painted import recoloured

# A row covered more than the second share is to be told hidden, less than the first seen; in between nothing is asked.
SEEN, HIDDEN = 0.25, 0.4
SPREAD = 0.9
# How far (points' widths) corners are from where they are found, about.
ASTRAY = 0.06


class RowsNet(nn.Module):
    """Features of an eighth of the crop, ever wider; then along each row. Its dilated convolutions learn in single
    precision: in half precision their gradients are no numbers on some processors (PyTorch 2.13)."""

    def __init__(self) -> None:
        super().__init__()
        wide = 48
        self.stem = nn.Sequential(block(5, 16, 2), block(16, 32, 2))
        self.fine = block(32, 32)
        self.down = block(32, wide, 2)
        self.wider = nn.ModuleList([block(wide, wide, wide=reach) for reach in (1, 2, 4, 2, 1)])
        self.paint = nn.Conv2d(wide, 2, 1)
        self.row = nn.Sequential(nn.Conv2d(wide + 2, 80, (3, SCALE // STRIDE), (1, SCALE // STRIDE)), nn.ReLU())
        self.along = nn.Sequential(
            nn.Conv2d(80, 80, (5, 1), (2, 1)), nn.ReLU(), nn.Conv2d(80, 80, (5, 1), (2, 1)), nn.ReLU()
        )
        self.tell = nn.Conv2d(80, LOW * HIGH + 1, (6, 1))
        nn.init.constant_(self.paint.bias, -3.0)  # type: ignore[arg-type]

    def forward(self, sides: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.stem(sides)
        seen = self.down(seen + self.fine(seen))
        for layer in self.wider:
            seen = seen + layer(seen)
        painted = self.paint(seen)
        start = BESIDE // STRIDE
        rows = torch.cat([seen, painted], 1)[:, :, :, start : start + ROWS * SCALE // STRIDE]
        told = self.tell(self.along(self.row(rows)))
        return told[:, :, 0].permute(0, 2, 1), painted


class BoardSides(TrainingSet):
    """Both sides of all tables of some files, in memory as they are on disk: example 2n is the near side of file n."""

    def __init__(self, files: Sequence[Path]):
        self.told = [json.loads(path.read_text()) for path in files]
        self.files = [np.frombuffer(path.with_suffix(".jpg").read_bytes(), np.uint8) for path in files]

    def __len__(self) -> int:
        return 2 * len(self.files)

    def picture(self, i: int) -> Image:
        """The picture of a file."""
        return np.asarray(cv2.imdecode(self.files[i], cv2.IMREAD_COLOR), np.uint8)

    def pictures(self) -> Numbers:
        return np.arange(len(self)) // 2

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, then numbers of pairs of counts, whether rows are seen, what of both counts (each N x 6), and maps
        (N x 2 x H x W)."""
        parts = zip(*(self.lesson(int(i), rng, vary) for i in examples), strict=True)
        return tuple(torch.from_numpy(np.stack(part)) for part in parts)

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], ...]:
        told, end = self.told[i // 2], i % 2
        picture = self.picture(i // 2)
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
        pairs, covered = pairs_of(told, SIDES[end]), np.array(told["more"]["covered"][end])
        if end:
            pairs, covered = pairs[::-1], covered[::-1]
        if vary:
            crop = recoloured(rng, crop)
            if rng.random() < 0.3:
                crop = np.ascontiguousarray(crop[..., rng.permutation(3)])
        sides = network_input(near, crop, SIDES[end])[0]
        if vary and rng.random() < 0.5:
            sides, pairs, covered = np.ascontiguousarray(sides[..., ::-1]), pairs[::-1], covered[::-1]
            sides[3] *= -1
            there = np.column_stack([WIDTH - 1 - there[:, 0], there[:, 1]])
        maps = np.stack([bumps(there[layers == 0]), bumps(there[layers > 0])])
        asked = ((covered < SEEN) | (covered > HIDDEN)).astype(np.float32)
        return sides, pairs.copy(), (covered < SEEN).astype(np.float32), asked, maps


def pairs_of(told: Mapping[str, Any], side: str) -> NDArray[np.int64]:
    """For each row of a side (6) the number of the pair of how many checkers lie on the board and on those."""
    found = np.zeros((2, ROWS), np.int64)
    for one in told["checkers"]:
        if one["side"] == side:
            found[min(one["layer"], 1), one["row"] - 1] += 1
    low, high = found
    return np.asarray(low.clip(0, LOW - 1) * HIGH + high.clip(0, HIGH - 1), np.int64)


def bumps(spots: NDArray[np.float64]) -> NDArray[np.float32]:
    """A map of a quarter of the crop with a bump at each of some places (N x 2 pixels)."""
    v, u = np.mgrid[: HEIGHT // STRIDE, : WIDTH // STRIDE]
    made = np.zeros(v.shape, np.float32)
    for x, y in (spots + 0.5) / STRIDE - 0.5:
        np.maximum(made, np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * SPREAD**2)), out=made)
    return made


def loss_of(told: Tensor, painted: Tensor, batch: Batch) -> Tensor:
    """Cross entropies, N."""
    _, pairs, seen, asked, maps = batch
    rows = functional.cross_entropy(told[..., :-1].flatten(0, 1), pairs.flatten(), reduction="none")
    rows = rows.reshape(pairs.shape) * seen * asked
    shows = functional.binary_cross_entropy_with_logits(told[..., -1], seen, reduction="none") * asked
    paint = functional.binary_cross_entropy_with_logits(painted, maps, reduction="none") * (1 + 6 * maps)
    return rows.mean(1) + shows.mean(1) + 8 * paint.mean((1, 2, 3))


def loss(net: nn.Module, batch: Batch) -> Loss:
    told, painted = net(batch[0].contiguous(memory_format=torch.channels_last))
    return Loss(loss_of(told, painted, batch).mean())


def metrics(told: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    rows, painted = told
    asked = batch[2] * batch[3] > 0
    chances = rows[..., :-1].softmax(-1)
    said, wanted = (_counts(chances), batch[1] // HIGH + batch[1] % HIGH)
    piled = asked & (batch[1] % HIGH > 0)
    right = (said == wanted).float()
    return {
        "loss": loss_of(rows, painted, batch).mean().item(),
        "right": right[asked].mean().item() if asked.any() else float("nan"),
        "piled_right": right[piled].mean().item() if piled.any() else float("nan"),
    }


def _counts(chances: Tensor) -> Tensor:
    """The likeliest counts (... ) for the chances of all pairs (... x 81)."""
    sums = (torch.arange(LOW)[:, None] + torch.arange(HIGH)).flatten()
    every = torch.stack([chances[..., sums == n].sum(-1) for n in range(LOW + HIGH - 1)], -1)
    return every.argmax(-1)


TRAINER = Trainer(
    model=RowsNet,
    data=BoardSides,
    loss=loss,
    metrics=metrics,
    inputs=("sides",),
    outputs=("rows", "maps"),
    example=(torch.zeros(2, 5, HEIGHT, WIDTH),),
    axes={"sides": {0: "sides"}, "rows": {0: "sides"}, "maps": {0: "sides"}},
)
