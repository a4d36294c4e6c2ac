"""Trains the reader of Blokus 3D's columns on the tables that make_columns drew.

From the planes of a picture (`vision.columns.sweep`) it tells of every square what `vision.columns.reader` says.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import block
from lab.training.learn.light import lit
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.scenes.column_tables import SHOWS
from vision.columns.reader import COLOURS, LETTERS, OUTPUTS
from vision.columns.sweep import ACROSS, LEVELS, PER_CELL, SIDE, PlaneSweep, as_input, swept
from vision.geometry.board_view import BoardView

STEEP = 0.36
"""Boards whose middle leans less (pitches a pitch) are seen from nearly above: by about 20 degrees at most."""
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
        self.steep = np.array([_is_steep(sweep) for sweep, _ in self.lessons])

    def __len__(self) -> int:
        return len(self.lessons)

    def pictures(self) -> Numbers:
        return np.arange(len(self)) // VIEWS

    def draw(self, size: int, rng: np.random.Generator) -> Iterator[Numbers]:
        """Half of a batch are boards seen from nearly above, as most people hold a camera; there heights show least."""
        kinds = [np.flatnonzero(kind) for kind in (self.steep, ~self.steep)]
        if not all(len(kind) for kind in kinds):
            yield from super().draw(size, rng)
        while True:
            halves = size // 2, size - size // 2
            yield np.sort(np.concatenate([rng.choice(kind, half) for kind, half in zip(kinds, halves, strict=True)]))

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Planes, as they are kept if they are to vary (`varied`), and leans, and what is to be told."""
        shown = [self.lessons[i] for i in examples]
        planes = np.stack([sweep.planes if vary else as_input(sweep.planes) for sweep, _ in shown])
        leans = np.stack([sweep.leans for sweep, _ in shown])
        return (
            torch.from_numpy(planes),
            torch.from_numpy(leans),
            torch.from_numpy(np.stack([output for _, output in shown])),
        )


def _is_steep(sweep: PlaneSweep) -> bool:
    """Whether a board is seen from nearly above: things on its middle squares hardly lean."""
    middle = ACROSS // 2
    about = np.abs(sweep.leans[:, 0, middle - 1 : middle + 1, middle - 1 : middle + 1]).mean((1, 2))
    return bool(np.hypot(*about) < STEEP)


def varied(batch: Batch, chance: torch.Generator) -> Batch:
    """A batch (planes N x LEVELS x 144 x 144 x 3) turned by quarters, mirrored, and in another light."""
    planes, leans, output = batch
    count, device = len(planes), planes.device

    def normal(*shape: int) -> Tensor:
        return torch.randn((count, *shape), generator=chance, device=device)

    def by_chance(turned: tuple[Tensor, ...], parts: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        chosen = torch.rand(count, generator=chance, device=device) < 0.5
        return tuple(
            torch.where(chosen.reshape(-1, *[1] * (one.dim() - 1)), one, other)
            for one, other in zip(turned, parts, strict=True)
        )

    along = torch.tensor([-1.0, 1.0], device=device)[:, None, None, None]
    parts = planes, leans, output
    parts = by_chance((planes.flip(2), leans.flip(3) * along, output.flip(2)), parts)
    planes, leans, output = parts
    parts = by_chance((planes.flip(3), leans.flip(4) * -along, output.flip(3)), parts)
    planes, leans, output = parts
    turned = planes.transpose(2, 3), leans.flip(1).transpose(3, 4), output.transpose(2, 3)
    planes, leans, output = by_chance(turned, parts)
    light = lit(planes, torch.exp(0.2 * normal(1)), torch.exp(0.2 * normal(1) + 0.08 * normal(3)))
    return (2 * light - 1).permute(0, 4, 1, 2, 3).contiguous(), leans.contiguous(), output.contiguous()


def read(path: Path) -> list[tuple[PlaneSweep, NDArray[np.float32]]]:
    """The training data of a picture: planes as a board found a little off shows them, and 4 x 10 x 10 of the truth."""
    truth = json.loads(path.read_text())
    picture = cv2.imread(str(path.with_suffix(".jpg")))
    assert picture is not None, path
    view = BoardView.from_json(truth["more"]["view"])
    rng = np.random.default_rng([truth["seed"], 5])
    output = wanted(truth)
    return [(swept(np.asarray(picture, np.uint8), _found(view, rng, k > 0)), output) for k in range(VIEWS)]


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
    output = np.zeros((4, SIDE, SIDE), np.float32)
    output[1] = -1
    for cell, column in truth["columns"].items():
        x, y = (int(part) for part in cell.split(","))
        output[0, x, y] = min(len(column), LEVELS - 1)
        if column:
            output[1, x, y] = LETTERS.index(column[-1])
    for cell, share in truth["top_shown"].items():
        x, y = (int(part) for part in cell.split(","))
        output[2, x, y] = share
    output[3] = np.array(truth["more"]["limits"]) > 0
    return output


def losses_of(output: Tensor, truth: Tensor) -> dict[str, Tensor]:
    inner = output[:, :, 1:-1, 1:-1]
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
        output = net(planes, leans).float()
    return Loss(torch.stack([WEIGHTS[name] * one for name, one in losses_of(output, truth).items()]).sum())


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    truth = batch[2]
    found = {name: float(one) for name, one in losses_of(output[0], truth).items()}
    inner = output[0][:, :, 1:-1, 1:-1]
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
    vary=varied,
)
assert OUTPUTS == LEVELS * (1 + COLOURS) + 2
