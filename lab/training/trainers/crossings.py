"""Trains the network that tells where a grid's intersections are, on the pictures that make_boards drew.

It sees the board from above as a rough pose has it, and is taught how far off that is.
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
from lab.training.learn.training_set import Batch, Numbers, TrainingSet, load
from lab.training.trainers.painted import corners_of, recoloured
from vision.board.intersections import (
    CELL,
    MARGIN,
    RASTER,
    SIDE,
    STRIDE,
    on_raster,
    rectified,
    to_raster,
)
from vision.networks.trained_for import TRAINED_FOR

# Spreads of rough corners in cells, and how often each is practised.
ROUGH, SHARES = (0.04, 0.15, 0.35), (0.3, 0.4, 0.3)
# How often a rough grid is a cell or more off, so that it is no board.
ASTRAY = 0.1
# An intersection further off than this (cells) is another one's.
REACH = 0.7
Points = NDArray[np.float64]


class IntersectionsNet(nn.Module):
    """A board from above to five maps at its crossings: shift, logarithm of its spread (both x, y), and presence."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            block(3, 24, 2), block(24, 32, 2), block(32, 48), block(48, 64, 2), block(64, 64), block(64, 64, wide=2)
        )
        self.wide = nn.Sequential(block(64, 64, wide=3), block(64, 64, wide=2), block(64, 96))
        self.whole = nn.Sequential(nn.Linear(96, 96), nn.ReLU(inplace=True))
        self.tell = nn.Conv2d(96, 5, 1)
        # Rows run down the raster, y grows up. What `flip` would be exported as OpenCV 4 cannot run.
        self.upwards: Tensor
        self.register_buffer("upwards", torch.arange(SIDE, -1, -1), persistent=False)

    def forward(self, board: Tensor) -> Tensor:
        seen = self.wide(self.near(board))
        seen = seen + self.whole(seen.mean((2, 3)))[:, :, None, None]
        step = CELL // STRIDE
        output = self.tell(seen)[:, :, MARGIN * step :: step, MARGIN * step :: step][:, :, : SIDE + 1, : SIDE + 1]
        out: Tensor = output.index_select(2, self.upwards)
        return out


class Boards(TrainingSet):
    """All pictures of some files."""

    def __init__(self, files: Sequence[Path]):
        parts = load(files)
        self.picture = np.concatenate([part["picture"] for part in parts])
        self.lattice = np.concatenate([part["lattice"] for part in parts]).reshape(-1, 36, 2).astype(float)

    def __len__(self) -> int:
        return len(self.picture)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Boards, how far their intersections are off (N x 36 x 2 cells), and which there are (N x 36)."""
        boards, shift, there = zip(*(self.lesson(i, rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(boards)).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, torch.from_numpy(np.stack(shift)).float(), torch.from_numpy(np.stack(there))

    def lesson(
        self, i: int, rng: np.random.Generator, vary: bool
    ) -> tuple[NDArray[np.uint8], Points, NDArray[np.bool_]]:
        """A board under a rough pose, how far its intersections are off (36 x 2 cells), and which there are."""
        picture, spots = self.picture[i], self.lattice[i]
        is_board = bool(np.isfinite(spots).all())
        if not is_board:
            spots = self.lattice[rng.choice(np.flatnonzero(np.isfinite(self.lattice[:, 0, 0])))]
        turn = int(rng.integers(4))
        lattice = np.rot90(spots.reshape(SIDE + 1, SIDE + 1, 2), turn).reshape(-1, 2)
        if rng.random() < 0.5:
            picture = picture[:, ::-1]
            lattice = lattice * (-1, 1) + (picture.shape[1] - 1, 0)
            lattice = lattice.reshape(SIDE + 1, SIDE + 1, 2)[:, ::-1].reshape(-1, 2)
        warp = np.linalg.inv(to_raster(lattice[corners_of(TRAINED_FOR)]))
        ring = _rough(rng)
        rough = np.asarray(cv2.perspectiveTransform(ring[None], warp), float)[0]
        board = rectified(np.ascontiguousarray(picture), rough)
        seen = np.asarray(cv2.perspectiveTransform(lattice[None], to_raster(rough)), float)[0]
        shift = _on_board(seen) - TRAINED_FOR.intersections
        there = np.asarray(is_board & (np.abs(shift) < REACH).all(axis=1))
        return _anew(rng, board) if vary else board, np.clip(shift, -REACH, REACH), there


def _rough(rng: np.random.Generator) -> Points:
    """Corners of a rough grid on the raster of the true one, 4 x 2 raster pixels."""
    ring = on_raster(TRAINED_FOR.outline)
    spread = rng.choice(ROUGH, p=SHARES) * CELL
    middle = RASTER / 2
    turn, size = rng.normal(0, 0.25 * spread / CELL), np.exp(rng.normal(0, 0.25 * spread / CELL))
    spin = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    ring = (ring - middle) @ spin.T + middle + rng.normal(0, 0.6 * spread, 2) + rng.normal(0, 0.6 * spread, (4, 2))
    if rng.random() < ASTRAY:
        step = rng.integers(-1, 2, 2)
        ring = ring + CELL * (step if step.any() else rng.uniform(-3, 3, 2))
    return np.asarray(ring, np.float32).astype(float)


def _anew(rng: np.random.Generator, board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other colours, light and sharpness; a board may have any colour, so channels change places."""
    board = recoloured(rng, board[..., rng.permutation(3)])
    if rng.random() < 0.3:
        board = np.asarray(cv2.GaussianBlur(board, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
    if rng.random() < 0.15:
        board = np.repeat(board.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    return np.ascontiguousarray(board)


def losses_of(output: Tensor, shift: Tensor, there: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The mean negative log-likelihoods but for a constant of the intersections' places (Laplace distributions) and of
    which of them there are, and the mean error of places (cells)."""
    output = output.flatten(2).permute(0, 2, 1)
    off = (output[..., :2] - shift).abs()
    spread = output[..., 2:4].clamp(-5, 2)
    point = (off * torch.exp(-spread) + spread)[there].mean()
    return point, functional.binary_cross_entropy_with_logits(output[..., 4], there.float()), off[there].mean()


def loss(net: nn.Module, batch: Batch) -> Loss:
    boards, shift, there = batch
    with mixed():
        output = net(boards.contiguous(memory_format=torch.channels_last)).float()
    point, presence, _ = losses_of(output, shift, there)
    return Loss(point + presence)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    point, presence, off = losses_of(output[0], *batch[1:])
    return {"place_nats": point.item(), "presence_nats": presence.item(), "off_cells": off.item()}


TRAINER = Trainer(
    model=IntersectionsNet,
    data=Boards,
    loss=loss,
    metrics=metrics,
    inputs=("board",),
    outputs=("crossings",),
    example=(torch.zeros(1, 3, RASTER, RASTER),),
)


def _on_board(pixels: Points) -> Points:
    """Convert raster pixels (N x 2) to points of the board, cells."""
    return np.column_stack([pixels[:, 0] / CELL - MARGIN, MARGIN + SIDE - pixels[:, 1] / CELL])
