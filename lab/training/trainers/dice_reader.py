"""Trains the reader of single dice on the pictures that make_dice drew.

From a crop about the middle of a top face it tells what the die shows (or that it is cocked, mostly hidden, no die, or
bears an emblem), its colour, and where the pips of the top face are.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.scenes.discs import add_disc
from vision.dice.crops import FACE, SIDE, by_hue, cut
from vision.dice.finder import FoundDie
from vision.dice.reader import COCKED, COLOURS, EMBLEM, HIDDEN, KINDS, NO_DIE, PIPS_SIDE
from vision.dice.reader import P as READER
from vision.image import Image

SEEN, HALF_SEEN = 0.82, 0.55
LEAST_FACE = 8.0
# Of pictures with more dice than this, two places without are learnt from, of others one.
MANY = 3
SPREAD = 0.9
UNKNOWN = -100
# So often examples are drawn by how badly they were told.
HARD = 0.15
# What is told with more confidence than this is held for sure.
SURE = 0.9
# What a die counts of whose kind a reader has never heard.
MOST_NATS = 10.0
BY_HUE = 0.12
# How often a disc lies where no die does.
DISCS = 0.3
# Of what is found in a picture, so far from the middles of all dice (in faces) there is none; at most so many of these
# are learnt from. A die is found where it is nearer than that and its face, by its logarithm, is nearly as large.
ELSEWHERE, MOST_FALSE = 0.62, 4
AS_FOUND, AS_LARGE = 0.3, 0.35
# Of so many pictures what lies below a top face, mostly a side of the same die, is learnt to be none; how far below.
SIDES, BELOW = 0.5, (0.66, 0.95)
# How often a glint is a streak, and an arc as on the rounded edge of a face.
STREAKS, ARCS = 0.25, 0.35


Finding = Callable[[Image], Sequence[FoundDie]]


class Framing(NamedTuple):
    """Crops of `side` pixels in which a face takes `face`, and maps of their pips of `pips_side`. Patches are kept
    larger than the crops cut from them, so that each can be moved anew every time."""

    side: int
    face: float
    pips_side: int
    patch: int
    patch_face: float


WIDELY = Framing(SIDE, FACE, PIPS_SIDE, 128, 42.0)


class DiceReaderNet(nn.Module):
    """Features of a crop at a half, a quarter and an eighth; what is seen from the least, pips from all."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(block(3, 32, 2), block(32, 32))
        self.mean = nn.Sequential(block(32, 64, 2), block(64, 64), block(64, 64))
        self.coarse = nn.Sequential(block(64, 128, 2), block(128, 128), block(128, 128))
        self.to_quarter, self.to_half = nn.Conv2d(128, 64, 1), nn.Conv2d(64, 32, 1)
        self.mid, self.top = block(64, 64), nn.Sequential(block(32, 24), nn.Conv2d(24, 1, 3, 1, 1))
        self.narrow = nn.Sequential(nn.Conv2d(128 + 64, 48, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU(inplace=True))
        self.wide = nn.Sequential(nn.Linear(48 * 64, 160), nn.ReLU(inplace=True), nn.Dropout(0.2))
        self.kind, self.colour = nn.Linear(160, KINDS), nn.Linear(160, len(COLOURS))

    def forward(self, crop: Tensor) -> tuple[Tensor, Tensor]:
        half = self.fine(crop)
        quarter = self.mean(half)
        deep = self.coarse(quarter)
        fine = self.mid(functional.interpolate(self.to_quarter(deep), scale_factor=2.0, mode="nearest") + quarter)
        pips = self.top(functional.interpolate(self.to_half(fine), scale_factor=2.0, mode="nearest") + half)
        both = torch.cat([deep, functional.avg_pool2d(fine, 2)], 1)
        seen = self.wide(self.narrow(both).flatten(1))
        return torch.cat([self.kind(seen), self.colour(seen)], 1), pips


class Patches(TrainingSet):
    """Dice cut out of all pictures of some files, and places where there is none: patch, kind, colour, the pips of the
    face in patch pixels. Dice that are still read badly come up more often."""

    def __init__(self, files: Sequence[Path], framing: Framing = WIDELY, find: Finding | None = None):
        rng = np.random.default_rng(0)
        self.framing = framing
        rows = [(number, *row) for number, path in enumerate(files) for row in patches_of(path, rng, framing, find)]
        number, patch, kind, colour, pips = zip(*rows, strict=True)
        self.number, self.patch, self.kind = np.array(number), np.stack(patch), np.array(kind)
        self.colour, self.pips = np.array(colour), np.stack(pips)
        self.hardness = np.ones(len(kind))

    def __len__(self) -> int:
        return len(self.kind)

    def pictures(self) -> Numbers:
        return self.number

    def draw(self, size: int, rng: np.random.Generator) -> Iterator[Numbers]:
        while True:
            hard = rng.random() < HARD
            odds = self.hardness / self.hardness.sum() if hard else None
            yield rng.choice(len(self), size, p=odds)

    def note(self, examples: Numbers, losses: Tensor) -> None:
        self.hardness[examples] = 0.5 * self.hardness[examples] + 0.5 * np.clip(losses.numpy(), 0.01, 2)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, kinds, colours, and maps of the pips."""
        crops, pips, colours = zip(*(lesson(self, int(i), rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 127.5 - 1
        kinds = torch.from_numpy(self.kind[examples])
        return inputs, kinds, torch.tensor(colours), torch.from_numpy(np.stack(pips))


def kind_of(die: dict[str, Any]) -> int:
    if die["visible"] < HALF_SEEN:
        return HIDDEN
    if die.get("emblem"):
        return EMBLEM if die["visible"] >= SEEN else UNKNOWN
    if die["value"] is None:
        return COCKED
    return int(die["value"]) - 1 if die["visible"] >= SEEN else UNKNOWN


def patches_of(
    path: Path, rng: np.random.Generator, framing: Framing = WIDELY, find: Finding | None = None
) -> list[tuple[Any, ...]]:
    """The dice of a picture, and some places where there is none; then what is found in it, dice and others."""
    output = json.loads(path.read_text())
    dice, things = output["dice"], output.get("things", [])
    picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    height, width = picture.shape[:2]
    middles = np.array([die["at"] for die in dice]).reshape(-1, 2)
    sizes = [float(np.sqrt(abs(cv2.contourArea(np.array(die["corners"], np.float32))))) for die in dice]
    rows = []
    for die, face in zip(dice, sizes, strict=True):
        x, y = die["at"]
        if face >= LEAST_FACE and 0 <= x < width and 0 <= y < height and die["visible"] >= 0.2:
            rows.append(_row(picture, (x, y), face, kind_of(die), COLOURS.index(die["colour"]), die["pips"], framing))
    for thing in [*[None] * (1 + (len(dice) > MANY)), *things[:2]]:
        face = float(np.exp(rng.uniform(np.log(15), np.log(90))))
        near = middles[int(rng.integers(len(dice)))] if dice and rng.random() < 0.6 else None
        if thing is not None:
            spot = np.array(thing) + rng.normal(0, 0.4, 2) * face
        elif near is not None:
            face = sizes[int(rng.integers(len(dice)))] * float(rng.uniform(0.6, 1.3))
            spot = near + rng.normal(0, 1.3, 2) * max(face, LEAST_FACE)
        else:
            spot = rng.uniform(0, 1, 2) * [width, height]
        if face >= LEAST_FACE and all(
            np.hypot(*(spot - m)) > 0.75 * max(face, s) for m, s in zip(middles, sizes, strict=True)
        ):
            rows.append(_row(picture, (float(spot[0]), float(spot[1])), face, NO_DIE, UNKNOWN, [], framing))
    rows += [_row(picture, *side, NO_DIE, UNKNOWN, [], framing) for side in _sides(rng, middles, sizes)]
    none = 0
    for one in find(picture) if find else []:
        apart = [float(np.hypot(*(m - one.at))) / max(one.face, s) for m, s in zip(middles, sizes, strict=True)]
        nearest = int(np.argmin(apart)) if apart else -1
        if nearest < 0 or apart[nearest] > ELSEWHERE:
            none += 1
            if none > MOST_FALSE:
                continue
            rows.append(_row(picture, one.at, one.face, NO_DIE, UNKNOWN, [], framing))
        elif apart[nearest] < AS_FOUND and abs(np.log(one.face / sizes[nearest])) < AS_LARGE:
            die = dice[nearest]
            if die["visible"] >= 0.2:
                colour = COLOURS.index(die["colour"])
                rows.append(_row(picture, one.at, one.face, kind_of(die), colour, die["pips"], framing))
    return rows


def _sides(
    rng: np.random.Generator, middles: NDArray[np.float64], sizes: Sequence[float]
) -> list[tuple[tuple[float, float], float]]:
    """Now and then a place just below a top face on which no other lies, mostly on a side of its die; and its size."""
    if not len(sizes) or rng.random() > SIDES:
        return []
    k = int(rng.integers(len(sizes)))
    spot = middles[k] + [0.0, float(rng.uniform(*BELOW)) * sizes[k]]
    free = all(np.hypot(*(spot - m)) > ELSEWHERE * s for m, s in zip(middles, sizes, strict=True))
    return [((float(spot[0]), float(spot[1])), sizes[k])] if free and sizes[k] >= LEAST_FACE else []


def _row(
    picture: NDArray[np.uint8],
    at: tuple[float, float],
    face: float,
    kind: int,
    colour: int,
    pips: list[list[float]],
    framing: Framing,
) -> tuple[Any, ...]:
    spots = np.full((6, 2), np.nan, np.float32)
    if pips:
        zoom = framing.patch_face / face
        spots[: len(pips)] = (np.array(pips) - at) * zoom + (framing.patch - 1) / 2
    return cut(picture, at, face, framing.patch, framing.patch_face), kind, colour, spots


def lesson(
    patches: Patches, i: int, rng: np.random.Generator, vary: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float32], int]:
    """A crop moved and coloured anew, its pips painted, and its colour (unknown where it was changed)."""
    side, face, pips_side, patch, patch_face = patches.framing
    zoom, angle, mirror, shift = face / patch_face, 0.0, 1.0, np.zeros(2)
    colour = int(patches.colour[i])
    if vary:
        zoom *= float(np.exp(rng.normal(0, 0.11)))
        angle, mirror = rng.normal(0, 0.13), rng.choice([-1.0, 1.0])
        shift = rng.normal(0, 0.05 * face, 2)
    spin = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([mirror, 1.0])
    if vary:
        squeeze = np.exp(rng.normal(0, 0.05))
        spin = spin @ np.diag([squeeze, 1 / squeeze])
    middle = np.full(2, (patch - 1) / 2)
    move = np.column_stack([spin, (side - 1) / 2 + shift - spin @ middle])
    crop = cv2.warpAffine(patches.patch[i], move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if vary:
        if patches.kind[i] == NO_DIE and rng.random() < DISCS:
            at = side / 2 + rng.normal(0, 0.05 * face, 2)
            crop = add_disc(rng, np.asarray(crop, np.uint8), (at[0], at[1]), face * rng.uniform(0.3, 0.8))
        crop, changed = recoloured(rng, np.asarray(crop, np.uint8), face)
        if rng.random() < BY_HUE:
            share = float(rng.choice(READER.hue_shares))
            crop, changed = ((1 - share) * crop + share * by_hue(crop)).astype(np.uint8), True
        colour = UNKNOWN if changed else colour
    pips = patches.pips[i]
    pips = pips[np.isfinite(pips[:, 0])] @ move[:, :2].T + move[:, 2]
    if patches.kind[i] not in range(6):
        pips = pips[:0]
    return np.asarray(crop, np.uint8), painted((pips + 0.5) * (pips_side / side) - 0.5, pips_side), colour


def recoloured(rng: np.random.Generator, crop: NDArray[np.uint8], face: float = FACE) -> tuple[NDArray[np.uint8], bool]:
    """Light, tone, sharpness and noise anew; now and then other colours altogether (then True)."""
    changed = rng.random() < 0.3
    if changed:
        crop = np.ascontiguousarray(crop[..., rng.permutation(3)])
        if rng.random() < 0.5:
            crop = 255 - crop
    gain = np.exp(rng.normal(0, 0.18) + rng.normal(0, 0.05, 3))
    bent = np.clip((np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.22)) * gain + rng.normal(0, 0.02), 0, 1)
    if changed and rng.random() < 0.5:
        bent = bent * rng.uniform(0.2, 1) + rng.uniform(0, 0.4)
    crop = np.asarray(cv2.LUT(crop, np.clip(bent * 255, 0, 255).astype(np.uint8)[None]), np.uint8)
    pick = rng.random()
    if pick < 0.3:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
    elif pick < 0.5:
        soft = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.8, 2))
        crop = np.asarray(cv2.addWeighted(crop, 1 + (more := rng.uniform(0.3, 1.5)), soft, -more, 0), np.uint8)
    if rng.random() < 0.25:
        crop = glossed(rng, crop, face)
    if rng.random() < 0.2:
        level = crop.mean(axis=(0, 1))
        crop = np.clip(level + rng.uniform(0.35, 1) * (crop - level), 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        crop = dim_hues(crop, rng.uniform(0.8, 3.0), rng.uniform(0.4, 1.0))
    if rng.random() < 0.2:
        _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))])
        crop = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    if rng.random() < 0.5:
        noise = rng.standard_normal(crop.shape, np.float32) * np.float32(rng.uniform(0, 9))
        crop = np.clip(crop + noise, 0, 255).astype(np.uint8)
    return crop, changed


def glossed(rng: np.random.Generator, crop: NDArray[np.uint8], face: float = FACE) -> NDArray[np.uint8]:
    """Glints of lamps on a shiny die: a few bright spots, streaks across it and arcs around its face, no pips."""
    glints = np.zeros(crop.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = tuple(int(n) for n in (len(crop) / 2 + rng.uniform(-0.47, 0.47, 2) * face) * 16)
        size = np.exp(rng.uniform(np.log(0.6), np.log([6.0, 2.5]))) * (face / FACE)
        angles, width = (float(rng.uniform(0, 180)), 0.0, 360.0), -1
        if (pick := rng.random()) < STREAKS:
            size *= (rng.uniform(1, 3), 0.7)
        elif pick < STREAKS + ARCS:
            middle = tuple(int(n) for n in (len(crop) / 2 + rng.normal(0, 0.067 * face, 2)) * 16)
            size, width = face * rng.uniform(0.3, 0.55) * np.exp(rng.normal(0, 0.08, 2)), int(rng.integers(1, 3))
            start = float(rng.uniform(0, 360))
            angles = (0.0, start, start + float(rng.uniform(25, 160)))
        axes = tuple(int(n * 16) for n in size)
        cv2.ellipse(glints, middle, axes, *angles, 1.0, width, cv2.LINE_AA, 4)
    glints = np.asarray(cv2.GaussianBlur(glints, (0, 0), rng.uniform(0.4, 1.5))) * rng.uniform(0.3, 1)
    lamp = rng.uniform(170, 255) * (1 + rng.normal(0, 0.06, 3))
    return np.clip(crop + glints[..., None] * (lamp - crop), 0, 255).astype(np.uint8)


def dim_hues(crop: NDArray[np.uint8], blur: float, share: float) -> NDArray[np.uint8]:
    """Hues smeared (a Gaussian of `blur` pixels) and paled to a share, as telephones do in dim light to hide noise."""
    plane = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2YCrCb), np.float32)
    hues = cv2.GaussianBlur(np.ascontiguousarray(plane[..., 1:]), (0, 0), blur)
    plane[..., 1:] = 128 + share * (np.asarray(hues) - 128)
    return np.asarray(cv2.cvtColor(np.clip(plane, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2BGR), np.uint8)


def painted(pips: NDArray[np.float64], side: int) -> NDArray[np.float32]:
    """A bump for each pip (N x 2 pixels of the map) on a map of `side` pixels."""
    plane = np.zeros((side, side), np.float32)
    steps = np.arange(side, dtype=np.float32)
    for u, v in pips:
        across = np.exp(-((steps - u) ** 2) / (2 * SPREAD**2))
        down = np.exp(-((steps - v) ** 2) / (2 * SPREAD**2))
        np.maximum(plane, down[:, None] * across[None], out=plane)
    return plane


def loss(net: nn.Module, batch: Batch) -> Loss:
    crops, kind, colour, pips = batch
    with mixed():
        output, maps = net(crops.contiguous(memory_format=torch.channels_last))
    output, maps = output.float(), maps.float()[:, 0]
    each = functional.cross_entropy(output[:, :KINDS], kind, ignore_index=UNKNOWN, reduction="none")
    colours = functional.cross_entropy(output[:, KINDS:], colour, ignore_index=UNKNOWN, reduction="none")
    raw = functional.binary_cross_entropy_with_logits(maps, pips, reduction="none") * (1 + 12 * pips)
    paint = raw.mean((1, 2)) * (kind != UNKNOWN)
    return Loss(each.mean() + 0.35 * colours.mean() + paint.mean(), each)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    """Of one die: what it shows, whether that was confidently wrong or right, and its colour."""
    # Earlier readers know fewer kinds.
    kinds = output[0].shape[1] - len(COLOURS)
    chance = torch.softmax(output[0][:, :kinds], 1)[0]
    kind, colour = int(batch[1][0]), int(batch[2][0])
    sure, hit = bool(chance.max() > SURE), int(chance.argmax()) == kind
    known = {
        "nats": -float(torch.log(chance[max(kind, 0)])) if kind < kinds else MOST_NATS,
        "confidently_right": float(sure and hit),
        "confidently_wrong": float(sure and not hit),
    }
    of_colour = float(int(output[0][0, kinds:].argmax()) == colour) if colour != UNKNOWN else np.nan
    return (known if kind != UNKNOWN else dict.fromkeys(known, np.nan)) | {"colour_right": of_colour}


TRAINER = Trainer(
    model=DiceReaderNet,
    data=Patches,
    loss=loss,
    metrics=metrics,
    inputs=("crop",),
    outputs=("told", "pips"),
    example=(torch.zeros(1, 3, SIDE, SIDE),),
    axes={"crop": {0: "dice"}, "told": {0: "dice"}, "pips": {0: "dice"}},
)
