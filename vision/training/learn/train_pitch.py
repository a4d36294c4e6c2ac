"""Trains the network that tells how large pieces look in a crop, on the crops that make_crops wrote.

python -m vision.training.learn.train_pitch FOLDER vision/networks/weights/pitch.onnx --minutes 30

Every crop is shown larger or smaller than it is, and the network learns to tell by how much. How sharp it is must not
tell that: it is blurred as it is shown, not as it is kept.
"""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.networks.trained_for import CELLS
from vision.stacks.crops import FOOT
from vision.stacks.crops import HEIGHT as CROP_HEIGHT
from vision.stacks.crops import WIDTH as CROP_WIDTH
from vision.stacks.pitch import AT_ONCE, FOOT_SEEN, HEIGHT, PLANES, RANGE, TIGHTEST, TOLD, WIDEST, WIDTH, planes
from vision.training.learn.arguments import trainer_parser
from vision.training.learn.layers import block
from vision.training.learn.schedule import learn
from vision.training.learn.weights import keep, take_up
from vision.training.lessons.files import lesson_files
from vision.training.lessons.table_lessons import TableLessons, rows_of
from vision.training.scenes.relit import Relight

UNCOVERED = 0.5
# How lessons are turned (radians), moved and blurred (pixels as shown) at random, and how those for checking are.
TURN, SHIFT, BLUR, USUAL_BLUR = 0.03, 1.0, (0.22, 0.9), 0.3
# How often colours change places: how large pieces are does not hang on them.
EXCHANGE = 0.3
CHECKED_FILES = 4
# A pitch that is further off (a logarithm) makes counts go wrong.
FAR = 0.05


class Sizer(nn.Module):
    """Crops, N x PLANES x HEIGHT x WIDTH, to N x TOLD, see `vision.stacks.pitch`."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(block(PLANES, 24, 2), block(24, 32), block(32, 48, 2), block(48, 48)),
            *(block(48, 64, 2), block(64, 64), block(64, 96, 2), block(96, 96)),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(96, 32, 1), nn.ReLU())
        places = math.ceil(HEIGHT / 16) * math.ceil(WIDTH / 16)
        self.tell = nn.Sequential(nn.Linear(32 * places, 128), nn.ReLU(), nn.Linear(128, TOLD))

    def forward(self, crops: Tensor) -> Tensor:
        out: Tensor = self.tell(self.squeeze(self.look(crops)).flatten(1))
        return out


class Lessons(TableLessons):
    """All crops of some files in memory, drawn at random in batches of whole tables."""

    def __init__(self, files: list[Path]):
        first = np.load(files[0])["before"]
        shape = (len(files), 2, len(first))
        crops, covered = np.empty((*shape, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8), np.zeros(shape)
        pose = np.empty((*shape, 2), np.float32)
        for k, path in enumerate(files):
            part = np.load(path)
            crops[k, 0], crops[k, 1], covered[k, 1] = part["before"], part["after"], part["covered"]
            pose[k] = part["pose"]
        self.crops = crops.reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)
        self.covered, self.pose = covered.ravel(), pose.reshape(-1, 2)

    def batch(self, tables: NDArray[Any], rng: np.random.Generator, *, vary: bool) -> tuple[Tensor, ...]:
        """Inputs, by the logarithm of which factor they are too large, and how much of each is covered."""
        rows = rows_of(tables)
        if vary:
            sizes = rng.uniform(-RANGE, RANGE, len(rows))
        else:
            sizes = np.repeat(rng.uniform(-RANGE, RANGE, len(tables)), len(CELLS))
        crops = np.stack([_shown(self.crops[row], size, rng, vary) for row, size in zip(rows, sizes, strict=True)])
        if vary:
            light: NDArray[np.float32] = np.empty(crops.shape, np.float32)
            noise = rng.standard_normal(2 * crops[0].size, np.float32)
            for start in range(0, len(crops), len(CELLS)):
                table = slice(start, start + len(CELLS))
                if rng.random() < EXCHANGE:
                    crops[table] = crops[table][..., rng.permutation(3)]
                Relight.random(rng).show(crops[table], light[table], noise, rng)
            flip = rng.random(len(crops)) < 0.5
            light[flip] = light[flip, :, ::-1]
        else:
            light = (crops / np.float32(127.5) - np.float32(1)).astype(np.float32)
        return (
            torch.from_numpy(planes(light, self.pose[rows])),
            torch.from_numpy(sizes.astype(np.float32)),
            torch.from_numpy(self.covered[rows]),
        )


def _shown(crop: NDArray[np.uint8], size: float, rng: np.random.Generator, vary: bool) -> NDArray[np.uint8]:
    """A crop, larger by the factor exp(`size`), as the network would see it."""
    scale = 0.5 * math.exp(size)
    angle, blur = (float(rng.normal(0, TURN)), rng.uniform(*BLUR)) if vary else (0.0, USUAL_BLUR)
    turn = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    shift = np.array(FOOT_SEEN) - turn @ np.array(FOOT) + (rng.uniform(-SHIFT, SHIFT, 2) if vary else 0.0)
    soft = cv2.GaussianBlur(crop, (0, 0), blur / scale)
    moved = cv2.warpAffine(soft, np.column_stack([turn, shift]), (WIDTH, HEIGHT), borderValue=(127, 127, 127))
    return np.asarray(moved, np.uint8)


def surprise(told: Tensor, sizes: Tensor) -> Tensor:
    """Minus the log-density of the sizes but for a constant, N: Laplace distributions."""
    spread = told[:, 1].clamp(TIGHTEST, WIDEST)
    return (told[:, 0] - sizes).abs() * torch.exp(-spread) + spread


def loss_of(net: Sizer, batch: tuple[Tensor, ...]) -> Tensor:
    """The mean surprise at the sizes of what is not covered."""
    inputs, sizes, covered = batch
    with torch.autocast("cpu", torch.bfloat16):
        told = net(inputs.contiguous(memory_format=torch.channels_last))
    return surprise(told.float(), sizes)[covered < UNCOVERED].mean()


def validate(net: Sizer, lessons: Lessons) -> str:
    net.eval()
    rng = np.random.default_rng(0)
    losses, off = [], []
    with torch.no_grad():
        for inputs, sizes, covered in lessons.batches(10, rng, vary=False):
            told = net(inputs)
            losses.append(surprise(told, sizes)[covered < UNCOVERED])
            sure = torch.exp(-2 * told[:, 1].clamp(TIGHTEST, WIDEST)).reshape(-1, len(CELLS))
            whole = (told[:, 0].reshape(sure.shape) * sure).sum(1) / sure.sum(1)
            off.append(whole - sizes.reshape(sure.shape)[:, 0])
    net.train()
    tables = torch.cat(off)
    return (
        f"{torch.cat(losses).mean():.3f} nats, tables off by {tables.square().mean().sqrt():.4f}, "
        f"{tables.abs().median():.4f} in the median, {(tables.abs() > FAR).float().mean():.3f} far"
    )


def save(net: Sizer, path: Path) -> None:
    keep(net, path, (torch.zeros(AT_ONCE, PLANES, HEIGHT, WIDTH),), ["crops"], ["told"])


def main() -> None:
    args = trainer_parser(__doc__, minutes=30, batch=4, rate=2e-3).parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    files = lesson_files(args.folder)
    check, lessons = Lessons(files[:CHECKED_FILES]), Lessons(files[CHECKED_FILES:])
    print(f"{len(lessons)} crops", flush=True)
    net = Sizer().to(memory_format=torch.channels_last)
    if args.start:
        take_up(net, args.start, (batch[:1] for batch in check.batches(args.batch, rng, vary=False)))

    def report() -> str:
        save(net, args.onnx)
        return validate(net, check)

    learn(
        net,
        lambda: lessons.batches(args.batch, rng, vary=True),
        lambda batch: loss_of(net, batch),
        report,
        minutes=args.minutes,
        rate=args.rate,
    )


if __name__ == "__main__":
    main()
