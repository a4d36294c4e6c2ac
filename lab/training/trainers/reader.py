"""Trains a network of the stack reader, close up or wider, on the crops that make_crops wrote."""

from collections.abc import Mapping, Sequence
from functools import partial
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
from lab.training.learn.training_set import Batch, Numbers, TrainingSet, load, rows_of, unvaried
from lab.training.scenes.relit import Relight
from vision.networks.trained_for import CELLS
from vision.stacks.features import FEATURES, LEVELS, feature_matrix
from vision.stacks.reader_views import COARSE, FINE, Zoom

UNCOVERED = 0.5
# Channels in, channels out and stride of each convolution.
LAYERS = {
    "fine": ((9, 16, 2), (16, 32, 2), (32, 48, 2), (48, 48, 1), (48, 96, 2), (96, 96, 1), (96, 128, 2)),
    "coarse": ((9, 24, 2), (24, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1), (64, 96, 2), (96, 96, 1)),
}
EMBEDDING, HEADS = 192, 4
DROPOUT = 0.3
# Shares of tables without an earlier picture, and of those of which only some cells are known from one.
ALONE, PARTLY = 0.4, 0.2
# How far training data are moved at random: crop pixels, and for half of the tables also radians and the logarithm of
# size.
SHIFT, TURN, STRETCH = 3, 0.02, 0.015
# The logarithm of a stacking rise that was told by the stacks is off by so much.
RISE_ERROR = 0.04
# Red and green change places: plastic filters every channel for itself, and yellow lets both through.
EXCHANGED = str.maketrans("RG", "GR")
EXCHANGE = 0.35


class SelfAttention(nn.Module):
    """Self-attention among the cells of a picture (Vaswani et al. 2017): all its pyramids are made alike, so a cell
    that is hard to read is easier beside one that is not."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(EMBEDDING)
        self.query, self.key, self.value = (nn.Linear(EMBEDDING, EMBEDDING) for _ in range(3))
        self.out = nn.Linear(EMBEDDING, EMBEDDING)

    def forward(self, cells: Tensor) -> Tensor:
        normed = self.norm(cells)
        query, key, value = (self._heads(layer(normed)) for layer in (self.query, self.key, self.value))
        attention = torch.softmax(query @ key.transpose(2, 3) / (EMBEDDING // HEADS) ** 0.5, -1)
        seen = (attention @ value).transpose(1, 2).reshape(-1, len(CELLS), EMBEDDING)
        answer: Tensor = cells + self.out(seen)
        return answer

    @staticmethod
    def _heads(cells: Tensor) -> Tensor:
        return cells.reshape(-1, len(CELLS), HEADS, EMBEDDING // HEADS).transpose(1, 2)


class FeedForward(nn.Module):
    """What a cell makes of what it has seen (Vaswani et al. 2017)."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(EMBEDDING)
        self.wide, self.out = nn.Linear(EMBEDDING, 2 * EMBEDDING), nn.Linear(2 * EMBEDDING, EMBEDDING)

    def forward(self, cells: Tensor) -> Tensor:
        answer: Tensor = cells + self.out(functional.relu(self.wide(self.norm(cells))))
        return answer


class Reader(nn.Module):
    """The crops of all cells of a picture (with earlier crops of the same cells and their known stacks, where there
    are any) to feature weights."""

    def __init__(self, zoom: Zoom) -> None:
        super().__init__()
        layers = [block(*sizes) for sizes in LAYERS[zoom.name]]
        self.trunk = nn.Sequential(*layers, nn.Flatten())
        flat = self.trunk(torch.zeros(1, 9, zoom.height, zoom.width)).shape[1]
        self.known = nn.Linear(FEATURES + 1, 64)
        self.join = nn.Sequential(nn.Dropout(DROPOUT), nn.Linear(flat + 64, EMBEDDING))
        self.compare = nn.Sequential(
            SelfAttention(), FeedForward(), SelfAttention(), FeedForward(), nn.LayerNorm(EMBEDDING)
        )
        self.tell = nn.Linear(EMBEDDING, FEATURES + 1)

    def forward(self, picture: Tensor, known: Tensor) -> Tensor:
        """Cells x 9 x height x width and cells x features, all cells of a picture one after the other."""
        joined = self.join(torch.cat([self.trunk(picture), functional.relu(self.known(known))], 1))
        compared = self.compare(joined.reshape(-1, len(CELLS), EMBEDDING))
        out: Tensor = self.tell(compared.reshape(-1, EMBEDDING))
        return out


class Tables(TrainingSet):
    """The crops of all tables of some files, each before and after some moves.

    Without varying them, every table comes twice: first all of them without the earlier picture, then with it.
    """

    def __init__(self, zoom: Zoom, files: Sequence[Path]):
        parts = load(files)
        self.before, self.after, self.silhouette = (
            _gathered(parts, name, zoom) for name in ("before", "after", "silhouette")
        )
        self.pose, self.covered, self.rise, *stacks = (
            np.concatenate([part[name] for part in parts])
            for name in ("pose", "covered", "stacking_rise", "stack_before", "stack_after")
        )
        self.vocabulary = sorted(
            {
                way
                for column in stacks
                for s in column.tolist()
                if len(s) // 2 - 1 <= LEVELS
                for way in (s, s.translate(EXCHANGED))
            }
        )
        index = {stack: i for i, stack in enumerate(self.vocabulary)}
        self.labels = [np.array([index.get(s, -1) for s in column.tolist()]) for column in stacks]
        self.exchanged = np.array([index[s.translate(EXCHANGED)] for s in self.vocabulary] + [-1])
        self.matrix = torch.from_numpy(feature_matrix(self.vocabulary))
        self.zoom = zoom

    def __len__(self) -> int:
        return len(self.before) // len(CELLS)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Inputs, known features, label, covered, and the features of all stacks that can be labels."""
        if vary:
            return self.tables(examples, rng, _unknown(len(examples), rng), vary=True)
        return self.tables(np.tile(examples, 2), rng, np.repeat([1.0, 0.0], len(examples)), vary=False)

    def tables(self, tables: Numbers, rng: np.random.Generator, alone: NDArray[np.float64], *, vary: bool) -> Batch:
        """The same; `alone` is the share of its cells that have no earlier picture, table by table."""
        rows = rows_of(tables)
        swap = np.repeat(rng.random(len(tables)) < (0.3 if vary else 0.0), len(CELLS))
        now, then = self.after[rows].copy(), self.before[rows].copy()
        if vary:
            _move(now, then, rng)
        now[swap], then[swap] = then[swap], now[swap]
        label = np.where(swap, self.labels[0][rows], self.labels[1][rows])
        label_then = np.where(swap, self.labels[1][rows], self.labels[0][rows])
        if vary:
            exchange = np.repeat(rng.random(len(tables)) < EXCHANGE, len(CELLS))
            now[exchange, ..., 1:], then[exchange, ..., 1:] = now[exchange, ..., :0:-1], then[exchange, ..., :0:-1]
            label = np.where(exchange, self.exchanged[label], label)
            label_then = np.where(exchange, self.exchanged[label_then], label_then)
        covered = np.where(swap, 0.0, self.covered[rows])
        lonely = (
            (rng.random(len(rows)) < np.repeat(alone, len(CELLS)))
            | (label_then < 0)
            | (swap & (self.covered[rows] > 0.3))
        )
        # Channels last in memory, as the network likes it.
        planes = np.empty((*now.shape[:3], 9), np.float32)
        if vary:
            _photograph_anew(now, then, rng, planes)
        else:
            planes[..., :3], planes[..., 3:6] = unvaried(now), unvaried(then)
        planes[lonely, ..., 3:6] = 0
        misjudged = np.exp(rng.normal(0, RISE_ERROR if vary else 0, len(tables)))
        rises = (self.rise[rows] * np.repeat(misjudged, len(CELLS))).astype(np.float32)
        guides = self.zoom.guides(self.pose[rows].astype(np.float32), self.silhouette[rows], rises[:, None])
        planes[..., 6:] = guides.transpose(0, 2, 3, 1)
        if vary:
            flip = np.repeat(rng.random(len(tables)) < 0.5, len(CELLS))
            planes[flip] = planes[flip, :, ::-1]
        picture = torch.from_numpy(planes).permute(0, 3, 1, 2)
        known = torch.cat([self.matrix[label_then], torch.ones(len(rows), 1)], 1)
        known[torch.from_numpy(lonely)] = 0
        covered = torch.from_numpy(covered.astype(np.float32))
        return picture, known, torch.from_numpy(label), covered, self.matrix


def _gathered(parts: Sequence[Any], name: str, zoom: Zoom) -> NDArray[np.uint8]:
    """One array of all parts as the zoom sees them; whole they are too large to be held twice."""
    counts = [len(part["pose"]) for part in parts]
    first = zoom.view(parts[0][name][0])
    seen = np.empty((sum(counts), *first.shape), first.dtype)
    for start, part in zip(np.cumsum([0, *counts]), parts, strict=False):
        for k, crop in enumerate(part[name]):
            seen[start + k] = zoom.view(crop)
    return seen


def _unknown(tables: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The share of its cells that have no earlier picture, table by table."""
    kind = rng.random(tables)
    return np.where(kind < ALONE, 1.0, np.where(kind < ALONE + PARTLY, rng.random(tables), 0.0))


def _move(now: NDArray[np.uint8], then: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Shifts the two crops of each cell alike, and turns and stretches those of half of the tables."""
    height, width = now.shape[1:3]
    for first in range(0, len(now), len(CELLS)):
        free = rng.random() < 0.5
        for cell in range(first, first + len(CELLS)):
            dy, dx = rng.integers(-SHIFT, SHIFT + 1, 2)
            turn, size = (rng.normal(0, np.degrees(TURN)), np.exp(rng.normal(0, STRETCH))) if free else (0.0, 1.0)
            way = cv2.getRotationMatrix2D((width / 2, height * 0.7), turn, size)
            way[:, 2] += dx, dy
            how = cv2.INTER_LINEAR if free else cv2.INTER_NEAREST
            for crops in (now, then):
                crops[cell] = cv2.warpAffine(
                    crops[cell], way, (width, height), flags=how, borderMode=cv2.BORDER_REFLECT
                )


def _photograph_anew(now: NDArray[np.uint8], then: NDArray[np.uint8], rng: np.random.Generator, planes: Any) -> None:
    """More cameras and lamps: gains, gamma, saturation and noise, alike for all cells of a picture and nearly alike for
    a table's two pictures. Both cells x height x width x 3, all cells of a table one after the other; to the first six
    of `planes`, -1..1."""
    noise = rng.standard_normal(2 * now[0].size, np.float32)
    for first in range(0, len(now), len(CELLS)):
        cells = slice(first, first + len(CELLS))
        light = Relight.random(rng)
        light.show(now[cells], planes[cells, ..., :3], noise, rng)
        light.show(then[cells], planes[cells, ..., 3:6], noise, rng)


def losses_of(output: Tensor, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """The mean negative log-likelihoods of the stacks that can be read and of which cells are hidden, and which of the
    former were read right."""
    _, _, label, covered, matrix = batch
    readable = (covered < UNCOVERED) & (label >= 0)
    scores, truth = output[readable, :FEATURES] @ matrix.T, label[readable]
    hidden = functional.binary_cross_entropy_with_logits(output[:, FEATURES], covered)
    return functional.cross_entropy(scores, truth), hidden, (scores.argmax(1) == truth).float()


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        output = net(batch[0], batch[1])
    reading, hidden, _ = losses_of(output.float(), batch)
    return Loss(reading + 0.5 * hidden)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    """Of one table, without an earlier picture and with one."""
    found: dict[str, float] = {}
    *each, matrix = [output[0], *batch]
    for name, half in zip(("alone", "earlier"), zip(*(one.chunk(2) for one in each), strict=True), strict=True):
        reading, hidden, right = losses_of(half[0], (*half[1:], matrix))
        found |= {f"{name}_nats": reading.item(), f"{name}_right": right.mean().item()}
        found |= {f"{name}_hidden_nats": hidden.item()}
    return found


def trainer(zoom: Zoom) -> Trainer:
    return Trainer(
        model=partial(Reader, zoom),
        data=partial(Tables, zoom),
        loss=loss,
        metrics=metrics,
        inputs=("picture", "known"),
        outputs=("weights",),
        example=(torch.zeros(len(CELLS), 9, zoom.height, zoom.width), torch.zeros(len(CELLS), FEATURES + 1)),
    )


FINE_TRAINER, COARSE_TRAINER = trainer(FINE), trainer(COARSE)
