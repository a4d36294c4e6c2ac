"""Trains the network that looks closely at where stacks' topmost pieces sit, on what make_seats cut out.

python -m vision.training.learn.train_seats FOLDER seats.onnx --ends ends.onnx --minutes 60
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.stacks.feet_and_apexes import AT_ONCE, CHANNELS, PLANES, SEAT_CHANNELS, SIZE_UNIT, planes
from vision.stacks.seats import SIDE, USUAL_SIDE
from vision.training.learn.arguments import trainer_parser
from vision.training.learn.schedule import learn
from vision.training.learn.train_feet_and_apexes import EXCHANGE, STRETCH, TURN, UNCOVERED, Pointer, best, surprise
from vision.training.learn.weights import keep, take_up
from vision.training.lessons.files import lesson_files
from vision.training.lessons.table_lessons import TableLessons, rows_of, shown_otherwise, tried_on

# How far off the middle of the window seats are, pixels: mostly so far, and never farther.
OFF, FARTHEST = 5.0, 22.0


class Lessons(TableLessons):
    """All windows of a folder in memory, drawn at random in batches of whole tables."""

    def __init__(self, folder: Path, files: slice):
        parts = [np.load(path) for path in lesson_files(folder)[files]]
        self.crops = np.concatenate([part["window"] for part in parts])
        self.seats = np.concatenate([part["seat"] for part in parts]) - (0, 0, np.log(USUAL_SIDE))
        self.elevation = np.concatenate([part["elevation"] for part in parts])
        self.covered = np.concatenate([part["covered"] for part in parts])

    def batch(self, tables: NDArray[Any], rng: np.random.Generator, *, vary: bool) -> tuple[Tensor, ...]:
        """Inputs, seats (N x 3, pixels of the window and size), covered."""
        rows = rows_of(tables)
        crops, seats = _moved(self.crops[rows], self.seats[rows], rng, vary=vary)
        if vary:
            light, flip = shown_otherwise(crops, EXCHANGE, rng)
            seats[flip, 0] = SIDE - 1 - seats[flip, 0]
        else:
            light = (crops / np.float32(127.5) - np.float32(1)).astype(np.float32)
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


def losses(net: Pointer, batch: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    """The mean surprise at the seats that are seen, and how far off the likeliest places are, N x 3 (pixels, size)."""
    inputs, seats, covered = batch
    with torch.autocast("cpu", torch.bfloat16):
        told = net(inputs)
    seen = (covered < UNCOVERED) & ~torch.isnan(seats[:, 0])
    told, truth = told.float()[seen], seats[seen]
    return surprise(told, truth).mean(), (best(told) - truth).detach()


def validate(net: Pointer, lessons: Lessons) -> str:
    loss, off = tried_on(net, lessons, 5, losses)
    size = off[:, 2].abs() / SIZE_UNIT
    return (
        f"{loss:.3f} nats, median {off[:, :2].norm(dim=1).median():.2f} px, size median {size.median():.4f},"
        f" {float((size > 0.05).float().mean()):.3f} beyond 0.05"
    )


def begin_with_ends(net: Pointer, path: Path, lessons: Iterable[tuple[Tensor, ...]]) -> None:
    """Give the network what that of `vision.stacks.feet_and_apexes` knows of seats; `lessons` as in `take_up`."""
    ends = Pointer(2 * CHANNELS + SEAT_CHANNELS)
    take_up(ends, path, lessons)
    known = ends.state_dict()
    net.load_state_dict(known | {name: known[name][-SEAT_CHANNELS:] for name in ("tell.weight", "tell.bias")})


def main() -> None:
    parser = trainer_parser(__doc__, minutes=60, batch=3, rate=2e-3)
    parser.add_argument("--ends", type=Path, help="the network of train_ends to begin with")
    args = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    check, lessons = Lessons(args.folder, slice(0, 2)), Lessons(args.folder, slice(2, None))
    print(f"{len(lessons)} windows", flush=True)
    net = Pointer(SEAT_CHANNELS).to(memory_format=torch.channels_last)
    inputs = (batch[:1] for batch in check.batches(args.batch, rng, vary=False))
    if args.start:
        take_up(net, args.start, inputs)
    elif args.ends:
        begin_with_ends(net, args.ends, inputs)

    def report() -> str:
        keep(net, args.onnx, (torch.zeros(AT_ONCE, PLANES, SIDE, SIDE),), ["crops"], ["told"])
        return validate(net, check)

    learn(
        net,
        lambda: lessons.batches(args.batch, rng, vary=True),
        lambda batch: losses(net, batch)[0],
        report,
        minutes=args.minutes,
        rate=args.rate,
    )


if __name__ == "__main__":
    main()
