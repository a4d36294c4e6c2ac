"""Trains the reader of Blokus 3D's columns on the tables that make_columns drew.

From the planes of a picture (`vision.columns.sweep`) it tells of every square what `vision.columns.reader` says.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.columns.reader import COLOURS, LETTERS, OUTPUTS
from vision.columns.sweep import ACROSS, LEVELS, PER_CELL, SIDE, PlaneSweep, as_input, swept
from vision.geometry.board_view import BoardView
from vision.training.learn.layers import block
from vision.training.learn.precision import mixed
from vision.training.learn.trainer import Loss, Trainer
from vision.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.training.scenes.column_tables import SHOWS

VIEWS = 2
"""So often every picture is cut, each time with the board found a little otherwise."""
OFF = 0.09
"""How far (pitches) corners are found from where they are, each by itself, as far as one pose allows,"""
REFOCUSED = 0.08
"""and the logarithm of the focal length."""
TOLD = 0.5
"""A top of which less shows counts in part."""
BUILT = 3.0
"""What it counts whether a column shows, against an empty square."""
WIDE = 32
SIZE = ACROSS * PER_CELL


class ColumnNet(nn.Module):
    """Features of each plane, then of the volume of planes."""

    def __init__(self) -> None:
        super().__init__()
        self.plane = nn.Sequential(block(3, 16, 2), block(16, 24, 2), block(24, WIDE, 3))
        self.place = nn.Parameter(torch.zeros(1, WIDE, LEVELS, 1, 1))
        self.lean = nn.Conv3d(2, WIDE, 1)
        self.first = _volume()
        self.second = _volume()
        self.third = _volume()
        self.tell_level = nn.Conv3d(WIDE, 1 + COLOURS, 1)
        self.tell = nn.Conv2d(WIDE * LEVELS, 2, 1)

    def forward(self, planes: Tensor, leans: Tensor) -> Tensor:
        batch = planes.shape[0]
        flat = planes.transpose(1, 2).reshape(batch * LEVELS, 3, SIZE, SIZE)
        seen = self.plane(flat).reshape(batch, LEVELS, WIDE, ACROSS, ACROSS).transpose(1, 2)
        seen = torch.relu(seen + self.lean(leans) + self.place)
        for layer in (self.first, self.second, self.third):
            seen = seen + layer(seen)
        level = self.tell_level(seen)
        heights = level[:, 0]
        colours = level[:, 1:].transpose(1, 2).reshape(batch, LEVELS * COLOURS, ACROSS, ACROSS)
        rest = self.tell(seen.reshape(batch, WIDE * LEVELS, ACROSS, ACROSS))
        return torch.cat([heights, colours, rest], 1)


def _volume() -> nn.Sequential:
    return nn.Sequential(nn.Conv3d(WIDE, WIDE, 3, padding=1, bias=False), nn.BatchNorm3d(WIDE), nn.ReLU(inplace=True))


class Columns(TrainingSet):
    """The planes of all pictures, in memory. Of each square: height, colour (-1 none), how much shows, open."""

    def __init__(self, files: Sequence[Path]):
        self.lessons = [lesson for path in files for lesson in read(path)]

    def __len__(self) -> int:
        return len(self.lessons)

    def pictures(self) -> Numbers:
        return np.arange(len(self)) // VIEWS

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Planes and leans, and what is to be told."""
        shown = [varied(self.lessons[i][0], self.lessons[i][1], rng) if vary else self.lessons[i] for i in examples]
        planes = np.stack([as_input(sweep.planes) for sweep, _ in shown])
        leans = np.stack([sweep.leans for sweep, _ in shown])
        return (
            torch.from_numpy(planes),
            torch.from_numpy(leans),
            torch.from_numpy(np.stack([told for _, told in shown])),
        )


def varied(
    sweep: PlaneSweep, told: NDArray[np.float32], rng: np.random.Generator
) -> tuple[PlaneSweep, NDArray[np.float32]]:
    """A lesson turned by quarters, mirrored, and in another light."""
    planes, leans = sweep.planes, sweep.leans
    along, up = (np.array(way, np.float32)[:, None, None, None] for way in ((-1, 1), (1, -1)))
    if rng.random() < 0.5:
        planes, told, leans = planes[:, ::-1], told[:, ::-1], leans[:, :, ::-1] * along
    if rng.random() < 0.5:
        planes, told, leans = planes[:, :, ::-1], told[:, :, ::-1], leans[..., ::-1] * up
    if rng.random() < 0.5:
        planes, told, leans = planes.transpose(0, 2, 1, 3), told.transpose(0, 2, 1), leans[::-1].transpose(0, 1, 3, 2)
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
    bent = (np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.2)) * gain
    table = np.clip(bent * 255, 0, 255).astype(np.uint8)
    fresh = np.stack([table[planes[..., c], c] for c in range(3)], -1)
    return PlaneSweep(np.ascontiguousarray(fresh), np.ascontiguousarray(leans)), np.ascontiguousarray(told)


def read(path: Path) -> list[tuple[PlaneSweep, NDArray[np.float32]]]:
    """The lessons of a picture: planes as a board found a little off shows them, and 4 x 10 x 10 of the truth."""
    truth = json.loads(path.read_text())
    picture = cv2.imread(str(path.with_suffix(".jpg")))
    assert picture is not None, path
    view = BoardView.from_json(truth["more"]["view"])
    rng = np.random.default_rng([truth["seed"], 5])
    told = wanted(truth)
    return [(swept(np.asarray(picture, np.uint8), _found(view, rng, k > 0)), told) for k in range(VIEWS)]


def _found(view: BoardView, rng: np.random.Generator, off: bool) -> BoardView:
    """The view as the finder may tell it: another focal length, corners a little off."""
    if not off:
        return view
    moved = view.refocused(float(np.exp(rng.normal(0, REFOCUSED))))
    ring = moved.ring
    seen = moved.project(ring + np.column_stack([rng.normal(0, OFF * view.pitch, (4, 2)), np.zeros(4)]))
    near = np.array(moved.rotation), np.array(moved.translation)
    _, rotation, translation = cv2.solvePnP(ring, seen, moved.camera.k, moved.camera.d, *near, True)
    (rx, ry, rz), (tx, ty, tz) = ((float(c) for c in part.ravel()) for part in (rotation, translation))
    return replace(moved, rotation=(rx, ry, rz), translation=(tx, ty, tz))


def wanted(truth: Mapping[str, Any]) -> NDArray[np.float32]:
    """Height, colour (-1 for none), how much shows, and whether the mask leaves it open: 4 x 10 x 10."""
    told = np.zeros((4, SIDE, SIDE), np.float32)
    told[1] = -1
    for cell, column in truth["columns"].items():
        x, y = (int(part) for part in cell.split(","))
        told[0, x, y] = min(len(column), LEVELS - 1)
        if column:
            told[1, x, y] = LETTERS.index(column[-1])
    for cell, share in truth["top_shown"].items():
        x, y = (int(part) for part in cell.split(","))
        told[2, x, y] = share
    told[3] = np.array(truth["more"]["limits"]) > 0
    return told


def losses_of(told: Tensor, truth: Tensor) -> dict[str, Tensor]:
    inner = told[:, :, 1:-1, 1:-1]
    height, colour, shown, open_ = truth.unbind(1)
    # What is little seen is told in part; what is hidden is best guessed still.
    weight = (shown / TOLD).clamp(0.08, 1)
    weight = weight * torch.where(height > 0, 1.0, 0.35)
    found = functional.cross_entropy(inner[:, :LEVELS], height.long(), reduction="none")
    level = inner[:, LEVELS : LEVELS * (1 + COLOURS)].unflatten(1, (LEVELS, COLOURS))
    at = height.long()[:, None, None].expand(-1, 1, COLOURS, -1, -1)
    colours = functional.cross_entropy(level.gather(1, at)[:, 0], colour.long(), ignore_index=-1, reduction="none")
    standing = (height > 0).float() * weight
    hidden = functional.binary_cross_entropy_with_logits(inner[:, -2], (shown < SHOWS).float(), reduction="none")
    # Most squares are empty and easily told to show; what matters is whether columns do.
    told_of = torch.where((shown > SHOWS - 0.08) & (shown < SHOWS + 0.06), 0.0, torch.where(height > 0, BUILT, 1.0))
    opened = functional.binary_cross_entropy_with_logits(inner[:, -1], open_, reduction="none")
    return {
        "heights": (found * weight).sum() / weight.sum(),
        "colours": (colours * standing).sum() / standing.sum().clamp(min=1),
        "hidden": (hidden * told_of).sum() / told_of.sum(),
        "open": opened.mean(),
    }


WEIGHTS = {"heights": 1.0, "colours": 0.7, "hidden": 0.5, "open": 0.15}


def loss(net: nn.Module, batch: Batch) -> Loss:
    planes, leans, truth = batch
    with mixed():
        told = net(planes, leans).float()
    return Loss(torch.stack([WEIGHTS[name] * one for name, one in losses_of(told, truth).items()]).sum())


def metrics(told: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    truth = batch[2]
    found = {name: float(one) for name, one in losses_of(told[0], truth).items()}
    inner = told[0][:, :, 1:-1, 1:-1]
    height, colour, shown, _ = truth.unbind(1)
    seen = shown >= SHOWS
    right = inner[:, :LEVELS].argmax(1) == height.long()
    standing = seen & (height > 0)
    level = inner[:, LEVELS : LEVELS * (1 + COLOURS)].unflatten(1, (LEVELS, COLOURS))
    at = height.long()[:, None, None].expand(-1, 1, COLOURS, -1, -1)
    same = level.gather(1, at)[:, 0].argmax(1) == colour.long()
    # Means of none are not numbers, and are left out.
    found["heights_right"] = float(right[seen].float().mean())
    found["built_heights_right"] = float(right[standing].float().mean())
    found["colours_right"] = float(same[standing].float().mean())
    return found


TRAINER = Trainer(
    model=ColumnNet,
    data=Columns,
    loss=loss,
    metrics=metrics,
    inputs=("planes", "leans"),
    outputs=("told",),
    example=(torch.zeros(1, 3, LEVELS, SIZE, SIZE), torch.zeros(1, 2, LEVELS, ACROSS, ACROSS)),
)
assert OUTPUTS == LEVELS * (1 + COLOURS) + 2
