"""Trains the reader of half backgammon boards on the tables that make_half_boards drew.

From a side's crop (`vision.geometry.half_board`), and how things lean in it, it tells how many checkers lie on each of
six points, on the board and on top of others, whether the point is seen, and paints where checkers' middles are.
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
from lab.training.learn.light import lit
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.checkers.rows_reader import HIGH, LOW, STRIDE, network_input
from vision.geometry.half_board import BESIDE, CORNERS, DEEP, HEIGHT, ROWS, SCALE, SIDES, WIDTH, PlacedHalfBoard, shrunk
from vision.image import Image

# A row covered more than the second share is to be told hidden, less than the first seen; in between nothing is asked.
SEEN, HIDDEN = 0.25, 0.4
SPREAD = 0.9
# How far (points' widths) corners are from where they are found, about.
ASTRAY = 0.06
# A share of boards has its colours exchanged.
EXCHANGED = 0.3


class RowsNet(nn.Module):
    """Features of an eighth of the crop, ever wider; then along each row."""

    def __init__(self) -> None:
        super().__init__()
        wide = 48
        self.stem = nn.Sequential(block(5, 16, 2), block(16, 32, 2))
        self.fine = block(32, 32)
        self.down = block(32, wide, 2)
        self.wider = nn.ModuleList([block(wide, wide, wide=reach) for reach in (1, 2, 4, 2, 1)])
        self.paint = nn.Conv2d(wide, 2, 1)
        self.row = nn.Sequential(nn.Conv2d(wide + 2, 80, (3, SCALE // STRIDE), (1, SCALE // STRIDE)), nn.ReLU())
        self.along = nn.Sequential(
            nn.Conv2d(80, 80, (5, 1), (2, 1)), nn.ReLU(), nn.Conv2d(80, 80, (5, 1), (2, 1)), nn.ReLU()
        )
        self.tell = nn.Conv2d(80, LOW * HIGH + 1, (6, 1))
        nn.init.constant_(self.paint.bias, -3.0)  # type: ignore[arg-type]

    def forward(self, sides: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.stem(sides)
        seen = self.down(seen + self.fine(seen))
        for layer in self.wider:
            seen = seen + layer(seen)
        painted = self.paint(seen)
        start = BESIDE // STRIDE
        rows = torch.cat([seen, painted], 1)[:, :, :, start : start + ROWS * SCALE // STRIDE]
        output = self.tell(self.along(self.row(rows)))
        return output[:, :, 0].permute(0, 2, 1), painted


class BoardSides(TrainingSet):
    """Both sides of all tables of some files, in memory as they are on disk: example 2n is the near side of file n."""

    def __init__(self, files: Sequence[Path]):
        self.output = [json.loads(path.read_text()) for path in files]
        self.files = [np.frombuffer(path.with_suffix(".jpg").read_bytes(), np.uint8) for path in files]

    def __len__(self) -> int:
        return 2 * len(self.files)

    def picture(self, i: int) -> Image:
        """The picture of a file."""
        return np.asarray(cv2.imdecode(self.files[i], cv2.IMREAD_COLOR), np.uint8)

    def pictures(self) -> Numbers:
        return np.arange(len(self)) // 2

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Numbers of pairs of counts, whether rows are seen, what of both counts (each N x 6), and maps (N x 2 x H x W)
        come last; before them what the network is shown (N x 5 x height x width), or, if they are to vary, crops
        (N x height x width x 3) and eyes (N x 3; `varied`)."""
        parts = zip(*(self.lesson(int(i), rng, vary) for i in examples), strict=True)
        return tuple(torch.from_numpy(np.stack(part)) for part in parts)

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], ...]:
        output, end = self.output[i // 2], i % 2
        picture = self.picture(i // 2)
        ring = np.array([output["corners"][name] for name in CORNERS], float)
        if vary:
            ring = ring + rng.normal(0, ASTRAY, (4, 2)) * np.linalg.norm(ring[1] - ring[0]) / ROWS
        view = PlacedHalfBoard(ring, (picture.shape[1], picture.shape[0]))
        small, near = shrunk(picture, view)
        crop = near.crop(small, SIDES[end])
        if vary and rng.random() < 0.3:
            crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.4, 1.8))), np.uint8)
        spots = np.array([one["at"] for one in output["checkers"]], float).reshape(-1, 2)
        way = view.crop_map(SIDES[end])
        there = np.asarray(cv2.perspectiveTransform(spots[:, None], way), float)[:, 0] if len(spots) else spots
        layers = np.array([one["layer"] for one in output["checkers"]], int)
        pairs, covered = pairs_of(output, SIDES[end]), np.array(output["more"]["covered"][end])
        if end:
            pairs, covered = pairs[::-1], covered[::-1]
        maps = np.stack([bumps(there[layers == 0]), bumps(there[layers > 0])])
        asked = ((covered < SEEN) | (covered > HIDDEN)).astype(np.float32)
        shown = (crop, eye_of(near, SIDES[end])) if vary else (network_input(near, crop, SIDES[end])[0],)
        return *shown, pairs.copy(), (covered < SEEN).astype(np.float32), asked, maps


def eye_of(view: PlacedHalfBoard, side: str) -> NDArray[np.float32]:
    """Where the camera stands as a side's player sees it, (3,) points' widths."""
    x, y, z = view.eye
    return np.array([x, y, z] if side == SIDES[0] else [ROWS - x, DEEP - y, z], np.float32)


def leans(eyes: Tensor) -> Tensor:
    """How what stands in crops leans (N x 2 x height x width), for eyes (N x 3) as a side's player sees them."""
    x = (torch.arange(WIDTH, device=eyes.device) + 0.5 - BESIDE) / SCALE
    y = (HEIGHT - BESIDE - 0.5 - torch.arange(HEIGHT, device=eyes.device)) / SCALE
    across, down, high = eyes[:, :, None, None].unbind(1)
    right, low = (x[None, None] - across) / high, -(y[None, :, None] - down) / high
    return torch.stack([right.expand(-1, HEIGHT, -1), low.expand(-1, -1, WIDTH)], 1)


def varied(batch: Batch, chance: torch.Generator) -> Batch:
    """A batch in another light, of other colours, and half of it mirrored."""
    crops, eyes, pairs, seen, asked, maps = batch
    count, device = len(crops), crops.device

    def normal(*shape: int) -> Tensor:
        return torch.randn((count, *shape), generator=chance, device=device)

    def even(*shape: int) -> Tensor:
        return torch.rand((count, *shape), generator=chance, device=device)

    light = lit(crops, torch.exp(0.25 * normal(1)), torch.exp(0.25 * normal(1) + 0.12 * normal(3)))
    light = light + (2 * even(*crops.shape[1:]) - 1) * 20 / 255 * 0.8 * even(1, 1, 1)
    others = even(3).argsort(1)
    orders = torch.where(even(1) < EXCHANGED, others, torch.arange(3, device=device))
    light = light.clamp(0, 1).permute(0, 3, 1, 2).gather(1, orders[:, :, None, None].expand(-1, -1, HEIGHT, WIDTH))
    sides = torch.cat([2 * light - 1, leans(eyes)], 1)
    flip = even() < 0.5
    mirrored = sides.flip(3) * torch.tensor([1.0, 1, 1, -1, 1], device=device)[:, None, None]
    sides = torch.where(flip[:, None, None, None], mirrored, sides)
    maps = torch.where(flip[:, None, None, None], maps.flip(3), maps)
    pairs, seen, asked = (torch.where(flip[:, None], one.flip(1), one) for one in (pairs, seen, asked))
    return sides, pairs, seen, asked, maps


def pairs_of(output: Mapping[str, Any], side: str) -> NDArray[np.int64]:
    """For each row of a side (6) the number of the pair of how many checkers lie on the board and on those."""
    found = np.zeros((2, ROWS), np.int64)
    for one in output["checkers"]:
        if one["side"] == side:
            found[min(one["layer"], 1), one["row"] - 1] += 1
    low, high = found
    return np.asarray(low.clip(0, LOW - 1) * HIGH + high.clip(0, HIGH - 1), np.int64)


def bumps(spots: NDArray[np.float64]) -> NDArray[np.float32]:
    """A map of a quarter of the crop with a bump at each of some places (N x 2 pixels)."""
    v, u = np.mgrid[: HEIGHT // STRIDE, : WIDTH // STRIDE]
    made = np.zeros(v.shape, np.float32)
    for x, y in (spots + 0.5) / STRIDE - 0.5:
        np.maximum(made, np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * SPREAD**2)), out=made)
    return made


def loss_of(output: Tensor, painted: Tensor, batch: Batch) -> Tensor:
    """Cross entropies, N."""
    _, pairs, seen, asked, maps = batch
    rows = functional.cross_entropy(output[..., :-1].flatten(0, 1), pairs.flatten(), reduction="none")
    rows = rows.reshape(pairs.shape) * seen * asked
    shows = functional.binary_cross_entropy_with_logits(output[..., -1], seen, reduction="none") * asked
    paint = functional.binary_cross_entropy_with_logits(painted, maps, reduction="none") * (1 + 6 * maps)
    return rows.mean(1) + shows.mean(1) + 8 * paint.mean((1, 2, 3))


def loss(net: nn.Module, batch: Batch) -> Loss:
    with mixed():
        output, painted = net(batch[0].contiguous(memory_format=torch.channels_last))
    return Loss(loss_of(output.float(), painted.float(), batch).mean())


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    rows, painted = output
    asked = batch[2] * batch[3] > 0
    chances = rows[..., :-1].softmax(-1)
    said, wanted = (_counts(chances), batch[1] // HIGH + batch[1] % HIGH)
    piled = asked & (batch[1] % HIGH > 0)
    right = (said == wanted).float()
    return {
        "loss": loss_of(rows, painted, batch).mean().item(),
        "right": right[asked].mean().item() if asked.any() else float("nan"),
        "piled_right": right[piled].mean().item() if piled.any() else float("nan"),
    }


def _counts(chances: Tensor) -> Tensor:
    """The likeliest counts (... ) for the chances of all pairs (... x 81)."""
    sums = (torch.arange(LOW)[:, None] + torch.arange(HIGH)).flatten()
    every = torch.stack([chances[..., sums == n].sum(-1) for n in range(LOW + HIGH - 1)], -1)
    return every.argmax(-1)


TRAINER = Trainer(
    model=RowsNet,
    data=BoardSides,
    loss=loss,
    metrics=metrics,
    inputs=("sides",),
    outputs=("rows", "maps"),
    example=(torch.zeros(2, 5, HEIGHT, WIDTH),),
    axes={"sides": {0: "sides"}, "rows": {0: "sides"}, "maps": {0: "sides"}},
    vary=varied,
)
