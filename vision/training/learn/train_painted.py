"""Trains the board finder on the pictures that make_boards drew and saves it as ONNX.

    python -m vision.training.learn.train_painted FOLDER vision/networks/weights/finder.onnx --minutes 25

From a picture shrunk to 256 x 192 it paints four maps of 128 x 96: the grid's four outer corners, all its 36
crossings, the board itself, and the feet of the large pyramids.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.training.learn.arguments import trainer_parser
from vision.training.learn.layers import block
from vision.training.learn.schedule import set_rate
from vision.training.learn.weights import keep, take_up
from vision.training.lessons.files import lesson_files

INPUT = (256, 192)
OUTPUT = (128, 96)
SPREAD = 1.4
WINDOW = 6
WEIGHTS = (30.0, 10.0, 1.0, 1.0)


class Finder(nn.Module):
    """A small U-Net."""

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


class Tables:
    """All pictures of a folder in memory."""

    def __init__(self, folder: Path, files: slice):
        parts = [np.load(path) for path in lesson_files(folder)[files]]
        self.picture = np.concatenate([part["picture"] for part in parts])
        self.lattice = np.concatenate([part["lattice"] for part in parts])
        self.feet = np.concatenate([part["feet"] for part in parts])

    def batches(self, size: int, rng: np.random.Generator, vary: bool) -> Iterator[tuple[Tensor, Tensor]]:
        order = rng.permutation(len(self.picture))
        for start in range(0, len(order) - size + 1, size):
            made = [self.lesson(i, rng, vary) for i in order[start : start + size]]
            pictures = torch.from_numpy(np.stack([p for p, _ in made])).permute(0, 3, 1, 2).float() / 127.5 - 1
            yield pictures, torch.from_numpy(np.stack([t for _, t in made]))

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
        return np.asarray(picture), maps(spots, feet)


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


def maps(spots: NDArray[np.float64], feet: NDArray[np.float64]) -> NDArray[np.float32]:
    """The four maps for 36 crossings and 25 feet in output pixels (NaN for none)."""
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
            for plane in painted[:2] if k in (0, 5, 30, 35) else painted[1:2]:
                part = plane[v[0, 0] : v[-1, 0] + 1, u[0, 0] : u[0, -1] + 1]
                np.maximum(part, bump, out=part)
    fill(painted[2], spots[[0, 5, 35, 30]])
    for foot in feet:
        if np.isfinite(foot).all():
            fill(painted[3], foot)
    return painted


def fill(plane: NDArray[np.float32], ring: NDArray[np.float64]) -> None:
    mask = np.zeros(plane.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - 0.25) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    np.maximum(plane, mask.astype(np.float32) / 255, out=plane)


def loss_of(net: Finder, pictures: Tensor, wanted: Tensor) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        out = net(pictures.contiguous(memory_format=torch.channels_last)).float()
    weight = 1 + wanted * (torch.tensor(WEIGHTS)[None, :, None, None] - 1)
    raw = functional.binary_cross_entropy_with_logits(out, wanted, reduction="none")
    return (raw * weight).mean()


def save(net: Finder, path: Path) -> None:
    keep(net, path, (torch.zeros(1, 3, INPUT[1], INPUT[0]),), ["picture"], ["maps"], halved=False)


def main() -> None:
    parser = trainer_parser(__doc__, minutes=25, batch=32, rate=3e-3)
    args = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    net = Finder().to(memory_format=torch.channels_last)
    check = Tables(args.folder, slice(0, 1))
    if args.start:
        take_up(net, args.start, (batch[:1] for batch in check.batches(20, rng, vary=False)))
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    begin, seen, running = time.monotonic(), 0, 0.0
    while (time.monotonic() - begin) / 60 < args.minutes:
        tables = Tables(args.folder, slice(1, None))
        for pictures, wanted in tables.batches(args.batch, rng, vary=True):
            spent = min(1.0, (time.monotonic() - begin) / 60 / args.minutes)
            set_rate(optimiser, args.rate, seen / 5000 + 0.05, spent)
            loss = loss_of(net, pictures, wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            seen += args.batch
            running += 0.02 * (loss.item() - running)
            if spent >= 1:
                break
        net.eval()
        with torch.no_grad():
            found = [loss_of(net, *batch).item() for batch in check.batches(20, np.random.default_rng(0), vary=False)]
        net.train()
        print(f"{seen} {spent:.2f} train {running:.4f} check {np.mean(found):.4f}", flush=True)
        save(net, args.onnx)


if __name__ == "__main__":
    main()
