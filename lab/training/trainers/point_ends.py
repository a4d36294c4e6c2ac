"""Trains the network that finds the ends of points on half backgammon boards, on the tables that make_half_boards drew.

From a crop of a side as it roughly lies it tells for each of the seven ends of points at the rim in which square of
4 x 4 pixels it lies; between squares, in shares.
"""

from collections.abc import Mapping, Sequence
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
from lab.training.learn.training_set import Batch, Numbers
from lab.training.trainers.painted import recoloured
from lab.training.trainers.rows_reader import BoardSides
from vision.checkers.point_ends import ENDS, FRAME, STRIDE
from vision.checkers.point_ends import P as POINT_ENDS
from vision.geometry.half_board import CORNERS, ROWS, SIDES, PlacedHalfBoard, shrunk
from vision.image import Image

COLUMNS, LINES = FRAME.width // STRIDE, FRAME.height // STRIDE
# How far (points' widths) corners are from where they are taken to be.
ASTRAY = (0.08, 0.3)
SPREAD = 0.7


class PointEndsNet(nn.Module):
    """Features of a quarter of the crop, ever wider."""

    def __init__(self) -> None:
        super().__init__()
        wide = 32
        self.stem = nn.Sequential(block(3, 20, 2), block(20, wide, 2))
        self.wider = nn.ModuleList([block(wide, wide, wide=reach) for reach in (1, 2, 4, 8, 2, 1)])
        self.tell = nn.Conv2d(wide, ENDS, 1)

    def forward(self, sides: Tensor) -> Tensor:
        seen = self.stem(sides)
        for layer in self.wider:
            seen = seen + layer(seen)
        output: Tensor = self.tell(seen)
        return output


class RoughSides(BoardSides):
    """Both sides of all tables of some files, roughly cut out."""

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, and what each end's map is to be (N x 7 x H x W, sums of 1, or 0 where it lies outside)."""
        crops, maps = zip(*(self.rough(int(i), rng, vary) for i in examples), strict=True)
        return torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 127.5 - 1, torch.from_numpy(
            np.stack(maps)
        )

    def rough(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[Image, NDArray[np.float32]]:
        output, side = self.output[i // 2], SIDES[i % 2]
        picture = self.picture(i // 2)
        ring = np.array([output["corners"][name] for name in CORNERS], float)
        true = PlacedHalfBoard(ring, (picture.shape[1], picture.shape[0]))
        astray = float(rng.uniform(*ASTRAY)) * np.linalg.norm(ring[1] - ring[0]) / ROWS
        taken = PlacedHalfBoard(ring + rng.normal(0, astray, (4, 2)), true.size)
        small, near = shrunk(picture, taken, FRAME.scale)
        if vary and rng.random() < 0.3:
            small = np.asarray(cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.1))), np.uint8)
        crop = near.crop(small, side, FRAME)
        along = np.arange(ENDS, dtype=float)
        deep = 0.0 if side == SIDES[0] else _deep(true)
        spots = true.project(np.column_stack([along if side == SIDES[0] else ROWS - along, np.full(ENDS, deep)]))
        there = np.asarray(cv2.perspectiveTransform(spots[:, None], taken.crop_map(side, FRAME)), float)[:, 0]
        if vary:
            crop = recoloured(rng, crop)
            if rng.random() < 0.5:
                crop = np.ascontiguousarray(crop[:, ::-1])
                there = np.column_stack([FRAME.width - 1 - there[:, 0], there[:, 1]])[::-1]
        return crop, np.stack([bump(spot) for spot in there])


def _deep(board: PlacedHalfBoard) -> float:
    """How far the far side lies, in the board's own measure."""
    way = np.linalg.inv(board.to_picture)
    return float(cv2.perspectiveTransform(board.ring[2:3, None], way)[0, 0, 1])


def bump(spot: NDArray[np.float64]) -> NDArray[np.float32]:
    """The map of an end at a place (pixels of the crop)."""
    x, y = (spot + 0.5) / STRIDE - 0.5
    v, u = np.mgrid[:LINES, :COLUMNS]
    made = np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * SPREAD**2))
    inside = -0.5 < x < COLUMNS - 0.5 and -0.5 < y < LINES - 0.5
    return np.asarray(made / made.sum() if inside else np.zeros_like(made), np.float32)


def middles(chances: Tensor, likeliest: Tensor) -> Tensor:
    """The middle of a map (N x 7 x H x W) near its likeliest square (N x 7), N x 7 x 2 squares."""
    device = chances.device
    v, u = torch.meshgrid(torch.arange(LINES, device=device), torch.arange(COLUMNS, device=device), indexing="ij")
    row, column = likeliest // COLUMNS, likeliest % COLUMNS
    near = ((v - row[..., None, None]).abs() <= POINT_ENDS.near) & (
        (u - column[..., None, None]).abs() <= POINT_ENDS.near
    )
    part = chances * near
    total = part.sum((2, 3)).clamp(min=1e-6)
    return torch.stack([(part * u).sum((2, 3)) / total, (part * v).sum((2, 3)) / total], -1)


def loss_of(output: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Cross entropy, and by how many squares ends near the right one are off."""
    flat = output.flatten(2)
    nats = -(functional.log_softmax(flat, 2) * wanted.flatten(2)).sum(2)
    inside = wanted.sum((2, 3)) > 0.5
    there = wanted.flatten(2).argmax(2)
    off = (middles(functional.softmax(flat, 2).reshape(output.shape), there) - middles(wanted, there)).abs().sum(-1)
    return nats[inside].mean(), off[inside].mean()


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        output = net(batch[0].contiguous(memory_format=torch.channels_last)).float()
    nats, off = loss_of(output, batch[1])
    return Loss(nats + off)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, Any]:
    nats, off = loss_of(output[0], batch[1])
    return {"nats": nats.item(), "pixels_off": off.item() * STRIDE}


TRAINER = Trainer(
    model=PointEndsNet,
    data=RoughSides,
    loss=loss,
    metrics=metrics,
    inputs=("sides",),
    outputs=("ends",),
    example=(torch.zeros(2, 3, FRAME.height, FRAME.width),),
    axes={"sides": {0: "sides"}, "ends": {0: "sides"}},
)
