"""Trains the reader of what keeps commands company on the tables that make_crowded_tables drew.

From a crop about a command it tells of which colour a small beside it or on it, a large beside it and a medium on it
are, if there are any (`vision.programs.company_reader`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.geometry.board_view import BoardView
from vision.programs.company_reader import ANSWERS, AROUND, KINDS, SIDE
from vision.programs.pyramid_crops import leans, light_of, normalised, upwards
from vision.programs.pyramid_reader import COLOURS
from vision.programs.standing_reader import CONTEXT, context_of, cut_standing
from vision.training.learn.layers import Residual, block
from vision.training.learn.precision import mixed
from vision.training.learn.trainer import Loss, Trainer
from vision.training.learn.training_set import Batch, Numbers
from vision.training.learn.weights import take_up
from vision.training.trainers.close_crops import CloseCrops, ContextNet, moved
from vision.training.trainers.pyramid_reader import UNKNOWN
from vision.training.trainers.standing_reader import TRAINER as STANDING
from vision.training.trainers.standing_reader import otherwise

NUMBERS = len(KINDS) * ANSWERS
WIDER = 1.25
# Commands are sought so far off (in sides of a crop); crops turned by so much (radians), resized.
OFF, TURNED, RESIZED = 0.025, 0.06, 0.05
# What lies farther off (mm) than the first is not beside a command; between both nothing is told.
BESIDE, AWAY = 44.0, 50.0
# What is nearer to another command than by this share, or shows less than that, nothing is told of.
NEARER, SHOWS = 1.12, 0.25
# Of commands of which less shows nothing is asked.
SEEN = 0.15
# What a crop of the other close reader shows of the middle of one of these.
CLOSE = 48


class CompanyNet(ContextNet):
    """For crops of 80 x 80."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3, 24, 2)
        self.mean = nn.Sequential(block(24, 48, 2), Residual(48))
        self.context = nn.Sequential(nn.Linear(CONTEXT, 64), nn.ReLU(inplace=True))
        self.lit = nn.Linear(64, 48)
        self.coarse = nn.Sequential(block(48, 96, 2), Residual(96))
        self.least = nn.Sequential(block(96, 112, 2), block(112, 64))
        self.wide = nn.Sequential(nn.Linear(64 * 25 + 64, 144), nn.ReLU(inplace=True), nn.Dropout(0.25))
        self.tell = nn.Linear(144, NUMBERS)


class CompanyCrops(CloseCrops):
    """Commands, each a crop wider than it is shown, and the light of their tables."""

    def __init__(self, files: Sequence[Path]):
        super().__init__(files, _lessons)
        self.crops, self.leans, self.dense, self.told, self.lights = self.columns

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Crops, contexts, and what is to be told of them (N x kinds)."""
        crops = np.empty((len(examples), SIDE, SIDE, 3), np.uint8)
        dense, lights = self.dense[examples].copy(), np.empty((len(examples), 9))
        for k, example in enumerate(examples):
            wide, light = self.crops[example], self.lights[self.tables[example]]
            if not vary:
                crops[k], lights[k] = moved(wide, SIDE, np.zeros(2), 0.0, 1.0), light_of(light)
                continue
            off, turn, size = rng.normal(0, OFF, 2), rng.normal(0, TURNED), np.exp(rng.normal(0, RESIZED))
            crops[k], other = otherwise(rng, moved(wide, SIDE, off, turn, size), light)
            dense[k] *= size
            lights[k] = light_of(other)
            if rng.random() < 0.5:
                crops[k] = crops[k, :, ::-1]
        context = context_of(self.leans[examples], dense, dense * SIDE / 2, lights)
        told = torch.from_numpy(self.told[examples].astype(np.int64))
        return torch.from_numpy(normalised(crops)), torch.from_numpy(context), told


def _lessons(path: Path) -> tuple[NDArray[Any], ...]:
    """Wide crops of a table's commands, with leans, pixels a pixel, what is to be told, and the table made small."""
    truth, read = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    assert read is not None
    picture = np.asarray(read, np.uint8)
    view = BoardView.from_json(truth["more"]["view"])
    pieces = [piece for piece in truth["more"]["pieces"] if piece["role"].partition(".")[0] in ("near", "far")]
    pieces += [piece for piece in truth["more"]["pieces"] if piece["role"] == "stray"]
    at, told = [], []
    width, height = view.camera.size
    for end in ("near", "far"):
        commands = [one for one in pieces if one["role"] in {f"{end}.{size}{row}" for size in "SML" for row in "123"}]
        others = [one for one in pieces if one not in commands]
        for command in commands:
            seen = view.project(np.array([[command["x"], command["y"], command["z"]]]))
            if command["seen"] >= SEEN and 0 <= seen[0, 0] < width and 0 <= seen[0, 1] < height:
                at.append(view.on_board(seen)[0] / view.pitch)
                told.append(company_of(command, commands, others))
    where = np.array(at).reshape(-1, 2)
    crops, dense = cut_standing(picture, view, where, round(WIDER * SIDE), WIDER, AROUND)
    light = np.asarray(cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA), np.uint8)
    wanted = np.array(told, np.int64).reshape(-1, len(KINDS))
    return crops, leans(view, where, upwards(view, where)), dense, wanted, light[None]


def company_of(
    command: Mapping[str, Any], commands: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> list[int]:
    """What is to be told of a command of an array, by kind: 0 or 1 + the number of a colour."""
    found: dict[str, list[tuple[float, int]]] = {kind: [] for kind in KINDS}
    for one in others:
        reach = _reach(one, command)
        on = reach < 1.0 and one["z"] > command["z"] + 1
        kind = {(1, True): "on", (2, True): "medium", (1, False): "beside", (3, False): "large"}.get((one["pips"], on))
        rivals = [_reach(one, other) for other in commands if other is not command]
        nearest = min(rivals, default=1e3)
        if kind is None or (abs(one["z"] - command["z"]) > 1 and not on):
            continue
        if on or (reach < BESIDE and NEARER * reach < nearest):
            found[kind].append((reach, 1 + COLOURS.index(one["colour"]) if one["seen"] >= SHOWS else UNKNOWN))
        elif reach < AWAY and reach < NEARER * nearest:
            found[kind].append((reach, UNKNOWN))
    return [min(found[kind], default=(0.0, 0))[1] for kind in KINDS]


def _reach(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return float(np.hypot(one["x"] - other["x"], one["y"] - other["y"]))


def losses_of(told: Tensor, wanted: Tensor) -> dict[str, Tensor]:
    """The cross-entropies of what is known of crops."""
    found = {}
    for column, (kind, part) in enumerate(zip(KINDS, told.split(ANSWERS, dim=1), strict=True)):
        known = wanted[:, column]
        total = functional.cross_entropy(part, known, ignore_index=UNKNOWN, reduction="sum")
        found[kind] = total / (known >= 0).sum().clamp(min=1)
    return found


def loss(net: nn.Module, batch: Batch) -> Loss:
    crops, context, wanted = batch
    with mixed():
        told = net(crops.contiguous(memory_format=torch.channels_last), context).float()
    return Loss(torch.stack(list(losses_of(told, wanted).values())).sum())


def metrics(told: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    wanted = batch[2]
    found = {kind: float(one) for kind, one in losses_of(told[0], wanted).items()}
    for column, (kind, part) in enumerate(zip(KINDS, told[0].split(ANSWERS, dim=1), strict=True)):
        there = wanted[:, column] > 0
        if there.any():
            found[f"{kind}_found_right"] = float((part.argmax(1)[there] == wanted[there, column]).float().mean())
    return found


def begin(net: nn.Module, path: Path, lessons: Iterable[Batch]) -> None:
    """Give the network what the reader of pyramids that stand knows of single crops; the rest it learns from nothing.
    Weights of its own it takes up as they are."""
    if path.suffix != ".onnx":
        take_up(net, path, lessons)
        return
    other = STANDING.model()
    edge = (SIDE - CLOSE) // 2
    middle = slice(edge, edge + CLOSE)
    take_up(other, path, [(crops[:, :, middle, middle], context) for crops, context in lessons])
    known = other.state_dict()
    renamed = {f"least.0.{name.removeprefix('least.')}": known[name] for name in known if name.startswith("least.")}
    parts = ("fine.", "mean.", "context.", "lit.", "coarse.")
    net.load_state_dict({k: v for k, v in known.items() if k.startswith(parts)} | renamed, strict=False)


TRAINER = Trainer(
    model=CompanyNet,
    data=CompanyCrops,
    loss=loss,
    metrics=metrics,
    inputs=("crops", "context"),
    outputs=("told",),
    example=(torch.zeros(2, 3, SIDE, SIDE), torch.zeros(2, CONTEXT)),
    axes={"crops": {0: "crops"}, "context": {0: "crops"}, "told": {0: "crops"}},
    begin=begin,
)
