"""Trains the finder of pyramids beyond the ends of a board on the tables that make_ball_tables drew.

For every cell of 4 x 4 pixels of an end's view (`vision.programs.ends`) it tells whether a pyramid's foot lies there,
where in the cell, and whether a hand or a screen covers it. Of a view of the board itself only the latter is told.
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

from lab.training.learn.layers import block
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.trainers.painted import recoloured
from vision.geometry.board_view import BoardView
from vision.geometry.grid import FIELD
from vision.programs.ends import BESIDE, BEYOND, BOARD, ENDS, GREY, SCALE, WITHIN, EndMap

STRIDE = 4
WIDTH, HEIGHT = round((FIELD.files + 2 * BESIDE) * SCALE), round((BEYOND + WITHIN) * SCALE)
COLUMNS, ROWS = WIDTH // STRIDE, HEIGHT // STRIDE
# Of a foot that shows less than the second share nothing is to be told, less than the first neither found nor missed.
SHOWN, HARDLY = 0.4, 0.12
SPREAD = 0.8
# What covers is rare, and counts so many times.
COVERS_RARE = 4.0
# What is told of every cell: foot, offset (2), hand, screen.
PLANES = 5


class FeetFinderNet(nn.Module):
    """Features of a quarter of the view, ever wider."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 28, 2))
        self.wider = nn.ModuleList([block(28, 28, wide=wide) for wide in (1, 2, 4, 8, 1)])
        self.tell = nn.Conv2d(28, PLANES, 1)
        nn.init.constant_(self.tell.bias[:1], -4.0)  # type: ignore[index]

    def forward(self, ends: Tensor) -> Tensor:
        seen = self.stem(ends)
        for layer in self.wider:
            seen = seen + layer(seen)
        output: Tensor = self.tell(seen)
        return output


class EndViews(TrainingSet):
    """Both ends of all tables of some files, and the board where a hand is over the table, pictures kept as they are
    coded."""

    def __init__(self, files: Sequence[Path]):
        self.output = [json.loads(path.read_text()) for path in files]
        self.coded = [np.fromfile(path.with_suffix(".jpg"), np.uint8) for path in files]
        views = [(*ENDS, BOARD) if output["more"]["over"]["hands"] else ENDS for output in self.output]
        self.shown = [(table, view) for table, some in enumerate(views) for view in some]

    def __len__(self) -> int:
        return len(self.shown)

    def pictures(self) -> Numbers:
        return np.array([table for table, _ in self.shown])

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Views of ends, and what to tell of them (see `targets`)."""
        views, wanted = zip(*(self.lesson(int(i), rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, torch.from_numpy(np.stack(wanted))

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], NDArray[np.float32]]:
        table, view = self.shown[i]
        output = self.output[table]
        picture = cv2.imdecode(self.coded[table], cv2.IMREAD_COLOR)
        assert picture is not None
        here = EndMap(BoardView.from_json(output["more"]["view"]), view)
        move = random_move(rng) if vary else np.eye(2, 3)
        to_view = cv2.invertAffineTransform(move)
        where = np.stack(here.pixels(), axis=-1)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        where = np.asarray(
            cv2.warpAffine(where, to_view, (WIDTH, HEIGHT), None, flags, cv2.BORDER_CONSTANT, (-99, -99))
        )
        if vary and rng.random() < 0.3:
            picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.2)))
        seen = np.asarray(cv2.remap(picture, *apart(where), cv2.INTER_LINEAR, borderValue=GREY), np.uint8)
        if vary:
            seen = recoloured(rng, seen)
        wanted = targets(output, here, move, where, picture.shape[:2])
        return seen, wanted


def random_move(rng: np.random.Generator) -> NDArray[np.float64]:
    """A view's pixels to those of one mirrored, turned, shifted and scaled a little."""
    turn, scale = rng.normal(0, 0.06), np.exp(rng.normal(0, 0.06))
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    spin = spin @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    return np.column_stack([spin, middle + rng.normal(0, [12, 8]) - spin @ middle])


def targets(
    output: Mapping[str, Any], here: EndMap, move: NDArray[np.float64], where: NDArray[Any], size: tuple[int, ...]
) -> NDArray[np.float32]:
    """7 x ROWS x COLUMNS: bump, where it counts, offset (2), where that counts, shares of hand and screen."""
    maps = np.zeros((7, ROWS, COLUMNS), np.float32)
    maps[1] = here.end != BOARD
    v, u = np.mgrid[:ROWS, :COLUMNS]
    for foot, seen in feet_of(output, here):
        # The move takes middles of pixels to middles of pixels, which lie half a pixel from their corners.
        x, y = ((foot - 0.5) @ move[:, :2].T + move[:, 2] + 0.5) / STRIDE - 0.5
        if not (-2 < x < COLUMNS + 1 and -2 < y < ROWS + 1) or seen < HARDLY:
            continue
        away = (u - x) ** 2 + (v - y) ** 2
        inside = -0.5 <= x < COLUMNS - 0.5 and -0.5 <= y < ROWS - 0.5
        if seen < SHOWN or not inside:
            maps[1][away < 4] = 0
            continue
        np.maximum(maps[0], np.exp(-away / (2 * SPREAD**2)), out=maps[0])
        i, j = round(float(y)), round(float(x))
        maps[0, i, j] = maps[1, i, j] = 1
        near = (np.abs(u - x) < 1.3) & (np.abs(v - y) < 1.3)
        maps[2][near], maps[3][near], maps[4][near] = (x - u)[near], (y - v)[near], 1
    over = output["more"]["over"]
    for plane, kind in enumerate(("hands", "screens"), 5):
        if over[kind]:
            mask = np.zeros(size, np.uint8)
            for polygon in over[kind]:
                cv2.fillPoly(mask, [np.round(np.array(polygon)).astype(np.int32)], 255)
            covered = cv2.remap(mask, *apart(where), cv2.INTER_NEAREST)
            maps[plane] = cv2.resize(covered, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) / np.float32(255)
    return maps


def feet_of(output: Mapping[str, Any], here: EndMap) -> list[tuple[NDArray[np.float64], float]]:
    """The feet of pyramids beyond an end, in its view's pixels, and how much of each shows (the most of a stack)."""
    feet: dict[tuple[float, float], tuple[float, float]] = {}
    for piece in output["more"]["pieces"]:
        spot = piece["x"], piece["y"]
        z, seen = feet.get(spot, (np.inf, 0.0))
        feet[spot] = min(z, piece["z"]), max(seen, piece["seen"])
    view = here.view
    spots = np.array([[x, y, z] for (x, y), (z, _) in feet.items()]).reshape(-1, 3)
    there = here.in_view(view.on_board(view.project(spots)) / view.pitch)
    past = {"near": spots[:, 1] < 0, "far": spots[:, 1] > view.grid.ranks * view.pitch}
    beyond = past.get(here.end, np.zeros(len(spots), bool))
    shares = [seen for _, seen in feet.values()]
    return [(foot, seen) for foot, seen, out in zip(there, shares, beyond, strict=True) if out]


def loss_of(output: Tensor, wanted: Tensor) -> Tensor:
    """Penalty-reduced focal loss for the bumps (CenterNet, arXiv 1904.07850), smooth L1 for offsets, cross-entropy for
    what covers."""
    chance, bump, counts = torch.sigmoid(output[:, 0]), wanted[:, 0], wanted[:, 1]
    feet = (bump > 0.999).float()
    hit = functional.logsigmoid(output[:, 0]) * (1 - chance) ** 2 * feet
    miss = functional.logsigmoid(-output[:, 0]) * chance**2 * (1 - bump) ** 4 * (1 - feet)
    heat = -((hit + miss) * counts).sum() / feet.sum().clamp(min=1)
    offsets = (
        functional.smooth_l1_loss(output[:, 1:3], wanted[:, 2:4], reduction="none", beta=0.1).sum(1) * wanted[:, 4]
    )
    rare = torch.tensor(COVERS_RARE, device=output.device).expand(2, 1, 1)
    covers = functional.binary_cross_entropy_with_logits(output[:, 3:5], wanted[:, 5:7], pos_weight=rare)
    return heat + 8 * offsets.sum() / wanted[:, 4].sum().clamp(min=1) + 12 * covers


def loss(net: nn.Module, batch: Batch) -> Loss:
    """In whole precision: in half of it, processors give no gradient of dilated convolutions that is a number."""
    views, wanted = batch
    return Loss(loss_of(net(views.contiguous(memory_format=torch.channels_last)), wanted))


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    return {"loss": loss_of(output[0], batch[1]).item()}


def apart(where: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Columns and rows of a map of places (H x W x 2)."""
    return np.ascontiguousarray(where[..., 0], np.float32), np.ascontiguousarray(where[..., 1], np.float32)


TRAINER = Trainer(
    model=FeetFinderNet,
    data=EndViews,
    loss=loss,
    metrics=metrics,
    inputs=("ends",),
    outputs=("feet",),
    example=(torch.zeros(2, 3, HEIGHT, WIDTH),),
    axes={"ends": {0: "ends"}, "feet": {0: "ends"}},
)
