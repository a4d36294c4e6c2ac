"""Trains the board finder on the pictures that make_boards drew.

From a picture shrunk to 256 x 192 it paints four maps of 128 x 96: the grid's four outer corners, all its 36
intersections, the board itself, and the feet of the large pyramids.
"""

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
from lab.training.learn.training_set import Batch, Numbers, TrainingSet, load
from vision.geometry.grid import VOLCANO, BoardGrid

INPUT = (256, 192)
OUTPUT = (128, 96)
SPREAD = 1.4
WINDOW = 6
WEIGHTS = (30.0, 10.0, 1.0, 1.0)


class UNet(nn.Module):
    """A small U-Net (Ronneberger et al. 2015)."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList(
            [
                block(3, 16, 2),
                nn.Sequential(block(16, 32, 2), block(32, 32)),
                nn.Sequential(block(32, 48, 2), block(48, 48)),
                nn.Sequential(block(48, 64, 2), block(64, 64)),
                nn.Sequential(block(64, 96, 2), block(96, 96), block(96, 96)),
            ]
        )
        self.up = nn.ModuleList([block(96 + 64, 64), block(64 + 48, 48), block(48 + 32, 32), block(32 + 16, 24)])
        self.paint = nn.Conv2d(24, 4, 1)

    def forward(self, picture: Tensor) -> Tensor:
        levels = [picture]
        for stage in self.down:
            levels.append(stage(levels[-1]))
        deep = levels.pop()
        for stage in self.up:
            deep = stage(torch.cat([functional.interpolate(deep, scale_factor=2.0, mode="nearest"), levels.pop()], 1))
        out: Tensor = self.paint(deep)
        return out


class Tables(TrainingSet):
    """All pictures of some files."""

    def __init__(self, files: Sequence[Path]):
        parts = load(files)
        self.picture = np.concatenate([part["picture"] for part in parts])
        self.lattice = np.concatenate([part["lattice"] for part in parts])
        self.feet = np.concatenate([part["feet"] for part in parts])

    def __len__(self) -> int:
        return len(self.picture)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Pictures, and the maps to paint of them."""
        pictures, painted = zip(*(self.lesson(i, rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, torch.from_numpy(np.stack(painted))

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """A picture at the network's size, moved and coloured anew, and the maps to paint."""
        height, width = self.picture.shape[1:3]
        to_input = np.array([[INPUT[0] / width, 0, 0], [0, INPUT[1] / height, 0], [0, 0, 1.0]])
        if vary:
            to_input = to_input @ shuffle(rng, width, height)
        picture = cv2.warpAffine(
            self.picture[i], to_input[:2], INPUT, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101
        )
        if vary:
            picture = recoloured(rng, np.asarray(picture, np.uint8))
        shrink = to_input[:2] * (OUTPUT[0] / INPUT[0])
        spots, feet = (p @ shrink[:, :2].T + shrink[:, 2] for p in (self.lattice[i].reshape(36, 2), self.feet[i]))
        return np.asarray(picture), maps(spots, feet, VOLCANO)


def shuffle(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float64]:
    """A random turn, scale, shift and mirroring about the picture's middle, 3 x 3."""
    turn = rng.normal(0, 0.25) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    scale = np.exp(rng.normal(0, 0.15))
    mirror = rng.choice([-1.0, 1.0])
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.diag([mirror, 1.0])
    middle = np.array([width / 2, height / 2])
    move = np.eye(3)
    move[:2, :2] = spin
    move[:2, 2] = middle - spin @ middle + rng.normal(0, 0.06, 2) * width
    return move


def recoloured(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.12, 3))
    bent = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.25)) * gain
    table = np.clip(bent * 255, 0, 255).astype(np.uint8)
    fresh = np.asarray(cv2.LUT(picture, table[None]), np.uint8)
    noise = rng.integers(-20, 21, picture.shape, dtype=np.int16) * rng.uniform(0, 0.8)
    return np.asarray(np.clip(fresh + noise, 0, 255), np.uint8)


def corners_of(grid: BoardGrid) -> NDArray[np.int_]:
    """Return the numbers of a grid's outer corners among its intersections, (4,), in the order of its ring."""
    along, up = grid.files, grid.ranks * (grid.files + 1)
    return np.array([0, along, up + along, up])


def maps(spots: NDArray[np.float64], feet: NDArray[np.float64], grid: BoardGrid) -> NDArray[np.float32]:
    """The four maps for the grid's intersections and the feet on it (K x 4 x 2), in output pixels (NaN for none)."""
    width, height = OUTPUT
    painted = np.zeros((4, height, width), np.float32)
    if not np.isfinite(spots).all():
        return painted
    for k, (x, y) in enumerate(spots - 0.25):
        if not (-WINDOW < x < width + WINDOW and -WINDOW < y < height + WINDOW):
            continue
        u0, v0 = max(int(x) - WINDOW, 0), max(int(y) - WINDOW, 0)
        v, u = np.mgrid[v0 : min(int(y) + WINDOW + 2, height), u0 : min(int(x) + WINDOW + 2, width)]
        if u.size:
            bump = np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * SPREAD**2)).astype(np.float32)
            for plane in painted[:2] if k in corners_of(grid) else painted[1:2]:
                part = plane[v[0, 0] : v[-1, 0] + 1, u[0, 0] : u[0, -1] + 1]
                np.maximum(part, bump, out=part)
    fill(painted[2], spots[corners_of(grid)])
    for foot in feet:
        if np.isfinite(foot).all():
            fill(painted[3], foot)
    return painted


def fill(plane: NDArray[np.float32], ring: NDArray[np.float64]) -> None:
    mask = np.zeros(plane.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - 0.25) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    np.maximum(plane, mask.astype(np.float32) / 255, out=plane)


def loss_of(output: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy, weighted where something is to be painted."""
    weight = 1 + wanted * (torch.tensor(WEIGHTS, device=wanted.device)[None, :, None, None] - 1)
    raw = functional.binary_cross_entropy_with_logits(output, wanted, reduction="none")
    return (raw * weight).mean()


def loss(net: nn.Module, batch: Batch) -> Loss:
    pictures, wanted = batch
    with mixed():
        output = net(pictures.contiguous(memory_format=torch.channels_last)).float()
    return Loss(loss_of(output, wanted))


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    return {"weighted_nats": loss_of(output[0], batch[1]).item()}


TRAINER = Trainer(
    model=UNet,
    data=Tables,
    loss=loss,
    metrics=metrics,
    inputs=("picture",),
    outputs=("maps",),
    example=(torch.zeros(1, 3, INPUT[1], INPUT[0]),),
)
