"""Trains the network that tells where a grid's crossings are, on the pictures that make_boards drew.

    python -m vision.training.learn.train_crossings FOLDER vision/networks/weights/crossings.onnx --minutes 20

It sees the board from above as a rough pose has it, and is taught how far off that is.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.board.crossings import (
    CELL,
    MARGIN,
    RASTER,
    SIDE,
    STRIDE,
    on_board,
    on_raster,
    rectified,
    to_raster,
)
from vision.networks.trained_for import TRAINED_FOR
from vision.training.learn.arguments import trainer_parser
from vision.training.learn.layers import block
from vision.training.learn.schedule import set_rate
from vision.training.learn.train_painted import recoloured
from vision.training.learn.weights import keep, mean_of, take_up
from vision.training.lessons.files import lesson_files

# Spreads of rough corners in cells, and how often each is practised.
ROUGH, SHARES = (0.04, 0.15, 0.35), (0.3, 0.4, 0.3)
# How often a rough grid is a cell or more off, so that it is no board.
ASTRAY = 0.1
# A crossing further off than this (cells) is another one's.
REACH = 0.7
Points = NDArray[np.float64]


class Pointer(nn.Module):
    """A board from above to five maps at its crossings: shift, logarithm of its spread (both x, y), and presence."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            block(3, 24, 2), block(24, 32, 2), block(32, 48), block(48, 64, 2), block(64, 64), block(64, 64, wide=2)
        )
        self.wide = nn.Sequential(block(64, 64, wide=3), block(64, 64, wide=2), block(64, 96))
        self.whole = nn.Sequential(nn.Linear(96, 96), nn.ReLU(inplace=True))
        self.tell = nn.Conv2d(96, 5, 1)

    def forward(self, board: Tensor) -> Tensor:
        seen = self.wide(self.near(board))
        seen = seen + self.whole(seen.mean((2, 3)))[:, :, None, None]
        step = CELL // STRIDE
        told = self.tell(seen)[:, :, MARGIN * step :: step, MARGIN * step :: step][:, :, : SIDE + 1, : SIDE + 1]
        # Rows run down the raster, y grows up.
        out: Tensor = told.flip(2)
        return out


class Boards:
    """All pictures of a folder in memory."""

    def __init__(self, folder: Path, files: slice):
        parts = [np.load(path) for path in lesson_files(folder)[files]]
        self.picture = np.concatenate([part["picture"] for part in parts])
        self.lattice = np.concatenate([part["lattice"] for part in parts]).reshape(-1, 36, 2).astype(float)

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        order = rng.permutation(len(self.picture))
        for start in range(0, len(order) - size + 1, size):
            made = [self.lesson(i, rng) for i in order[start : start + size]]
            boards = torch.from_numpy(np.stack([board for board, _, _ in made])).permute(0, 3, 1, 2).float()
            shift = torch.from_numpy(np.stack([shift for _, shift, _ in made])).float()
            there = torch.from_numpy(np.stack([there for _, _, there in made]))
            yield boards / 127.5 - 1, shift, there

    def lesson(self, i: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Points, NDArray[np.bool_]]:
        """A board under a rough pose, how far its crossings are off (36 x 2 cells), and which there are."""
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
        warp = np.linalg.inv(to_raster(lattice[TRAINED_FOR.corner_crossings]))
        ring = _rough(rng)
        rough = np.asarray(cv2.perspectiveTransform(ring[None], warp), float)[0]
        board = rectified(np.ascontiguousarray(picture), rough)
        seen = np.asarray(cv2.perspectiveTransform(lattice[None], to_raster(rough)), float)[0]
        shift = on_board(seen) - TRAINED_FOR.crossings
        there = np.asarray(is_board & (np.abs(shift) < REACH).all(axis=1))
        return _anew(rng, board), np.clip(shift, -REACH, REACH), there


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


def loss_of(net: Pointer, boards: Tensor, shift: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """Loss, and the mean error (cells) of the crossings that are there."""
    with torch.autocast("cpu", torch.bfloat16):
        out = net(boards.contiguous(memory_format=torch.channels_last)).float()
    told = out.flatten(2).permute(0, 2, 1)
    off = (told[..., :2] - shift).abs()
    spread = told[..., 2:4].clamp(-5, 2)
    point = (off * torch.exp(-spread) + spread)[there].mean()
    presence = functional.binary_cross_entropy_with_logits(told[..., 4], there.float())
    return point + presence, off[there].mean()


def save(net: Pointer, path: Path) -> None:
    keep(net, path, (torch.zeros(1, 3, RASTER, RASTER),), ["board"], ["crossings"])


def main() -> None:
    parser = trainer_parser(__doc__, minutes=20, batch=24, rate=3e-3)
    parser.add_argument("--mean", action="store_true", help="save the mean of the weights before and after in the end")
    args = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    net = Pointer().to(memory_format=torch.channels_last)
    check = Boards(args.folder, slice(0, 1))
    if args.start:
        take_up(net, args.start, (batch[:1] for batch in check.batches(25, rng)))
    before = {name: value.clone() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    begin, seen, running, error = time.monotonic(), 0, 0.0, 0.3
    while (spent := (time.monotonic() - begin) / 60 / args.minutes) < 1:
        lessons = Boards(args.folder, slice(1, None))
        for batch in lessons.batches(args.batch, rng):
            spent = min(1.0, (time.monotonic() - begin) / 60 / args.minutes)
            set_rate(optimiser, args.rate, seen / 3000 + 0.05, spent)
            loss, off = loss_of(net, *batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            seen += args.batch
            running, error = running + 0.02 * (loss.item() - running), error + 0.02 * (off.item() - error)
            if spent >= 1:
                break
        net.eval()
        with torch.no_grad():
            found = [loss_of(net, *batch) for batch in check.batches(25, np.random.default_rng(0))]
        net.train()
        checked = np.mean([[loss.item(), off.item()] for loss, off in found], axis=0)
        print(f"{seen} {spent:.2f} train {running:.3f} {error:.4f} check {checked[0]:.3f} {checked[1]:.4f}", flush=True)
        save(net, args.onnx)
    if args.start and args.mean:
        net.load_state_dict(mean_of(before, net.state_dict()))
        save(net, args.onnx)


if __name__ == "__main__":
    main()
