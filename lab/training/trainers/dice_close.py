"""Trains the closer look at single dice on the pictures that make_dice and its like drew.

Crops show a face at twice the resolution of the reader's, and less around it. The network begins with the reader's
features, which look at the crop at half its size; what they miss is told them by a layer that sees all of it. All
learn. What it tells of a die's kind and its pips is told as the reader tells it.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.training.learn.layers import block
from lab.training.learn.precision import mixed
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch
from lab.training.learn.weights import take_up
from lab.training.trainers.dice_reader import MOST_NATS, SURE, UNKNOWN, DiceReaderNet, Framing, Patches
from vision.dice.close_reader import FACE, PIPS_SIDE, SIDE
from vision.dice.crops import SIDE as READER_SIDE
from vision.dice.finder import DiceFinder
from vision.dice.reader import KINDS
from vision.dice.reader import MODEL as READER

CLOSELY = Framing(SIDE, FACE, PIPS_SIDE, 120, 64.0)
DETAILS = 8
# What is so likely a die at first glance is learnt from, whether it is one or none.
LEAST_GLANCED = 0.15
# Features at a sixteenth of the crop are so many a side.
DEEP = SIDE // 16
# What is taken over from the reader, and its first convolution.
FEATURES = ("fine", "mean", "coarse", "to_quarter", "to_half", "mid", "top")
FIRST = "fine.0.0.weight"


class CloseDiceNet(nn.Module):
    """The reader's features of a crop at half its size, and details from the whole; what is seen, and pips."""

    def __init__(self) -> None:
        super().__init__()
        self.detail = block(3, DETAILS, 2)
        self.fine = nn.Sequential(block(3 + DETAILS, 32, 2), block(32, 32))
        self.mean = nn.Sequential(block(32, 64, 2), block(64, 64), block(64, 64))
        self.coarse = nn.Sequential(block(64, 128, 2), block(128, 128), block(128, 128))
        self.to_quarter, self.to_half = nn.Conv2d(128, 64, 1), nn.Conv2d(64, 32, 1)
        self.mid, self.top = block(64, 64), nn.Sequential(block(32, 24), nn.Conv2d(24, 1, 3, 1, 1))
        self.narrow = nn.Sequential(nn.Conv2d(128 + 64, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        self.wide = nn.Sequential(nn.Linear(24 * DEEP * DEEP, 96), nn.ReLU(inplace=True), nn.Dropout(0.15))
        self.kind = nn.Linear(96, KINDS)

    def forward(self, crop: Tensor) -> tuple[Tensor, Tensor]:
        half = self.fine(torch.cat([functional.avg_pool2d(crop, 2), self.detail(crop)], 1))
        quarter = self.mean(half)
        deep = self.coarse(quarter)
        fine = self.mid(functional.interpolate(self.to_quarter(deep), scale_factor=2.0, mode="nearest") + quarter)
        pips = self.top(functional.interpolate(self.to_half(fine), scale_factor=2.0, mode="nearest") + half)
        seen = self.narrow(torch.cat([deep, functional.avg_pool2d(fine, 2)], 1))
        return self.kind(self.wide(seen.flatten(1))), pips


def begin(net: nn.Module, start: Path, lessons: Iterable[Batch]) -> None:
    """Take over the features of the reader, to which details mean nothing yet; or go on from weights of its like."""
    if start.name != READER:
        take_up(net, start, lessons)
        return
    reader, margin = DiceReaderNet(), (READER_SIDE - SIDE // 2) // 2
    take_up(reader, start, [(functional.pad(functional.avg_pool2d(crop, 2), [margin] * 4),) for crop, *_ in lessons])
    state = {name: value for name, value in reader.state_dict().items() if name.split(".")[0] in FEATURES}
    first = state[FIRST]
    state[FIRST] = torch.cat([first, torch.zeros(len(first), DETAILS, *first.shape[2:])], 1)
    net.load_state_dict(net.state_dict() | state)


def loss(net: nn.Module, batch: Batch) -> Loss:
    crops, kind, _, pips = batch
    with mixed():
        output, maps = net(crops.contiguous(memory_format=torch.channels_last))
    output, maps = output.float(), maps.float()[:, 0]
    each = functional.cross_entropy(output, kind, ignore_index=UNKNOWN, reduction="none")
    raw = functional.binary_cross_entropy_with_logits(maps, pips, reduction="none") * (1 + 12 * pips)
    paint = raw.mean((1, 2)) * (kind != UNKNOWN)
    return Loss(each.mean() + paint.mean(), each)


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    """Of one die: what it shows, and whether that was confidently wrong or right."""
    kind = int(batch[1][0])
    if kind == UNKNOWN:
        return dict.fromkeys(("nats", "confidently_right", "confidently_wrong"), float("nan"))
    chance = torch.softmax(output[0], 1)[0]
    sure, hit = bool(chance.max() > SURE), int(chance.argmax()) == kind
    nats = min(-float(torch.log(chance[kind].clamp(min=1e-9))), MOST_NATS)
    return {"nats": nats, "confidently_right": float(sure and hit), "confidently_wrong": float(sure and not hit)}


def patches(files: Sequence[Path]) -> Patches:
    """All dice, and what the installed finder takes for dice."""
    finder = DiceFinder()
    return Patches(files, CLOSELY, lambda picture: finder.glance(picture, LEAST_GLANCED))


TRAINER = Trainer(
    model=CloseDiceNet,
    data=patches,
    loss=loss,
    metrics=metrics,
    inputs=("crop",),
    outputs=("told", "pips"),
    example=(torch.zeros(1, 3, SIDE, SIDE),),
    axes={"crop": {0: "dice"}, "told": {0: "dice"}, "pips": {0: "dice"}},
    begin=begin,
)
