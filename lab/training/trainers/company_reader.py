"""Trains the reader of what keeps commands company on the tables that make_crowded_tables drew.

From a crop about a command it tells of which colour a small beside it or on it, a large beside it and a medium on it
are, if there are any (`vision.programs.context_classifier`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.training.learn.layers import Residual, block
from lab.training.learn.training_set import Batch
from lab.training.learn.weights import take_up
from lab.training.trainers.close_crops import UNKNOWN, ContextNet, crop_trainer, cross_entropies
from lab.training.trainers.standing_reader import TRAINER as STANDING
from lab.training.trainers.standing_reader import LitCrops
from vision.geometry.board_view import BoardView
from vision.programs.context_classifier import ANSWERS, AROUND, KINDS, SIDE
from vision.programs.pyramid_crops import leans, upwards
from vision.programs.pyramid_reader import COLOURS
from vision.programs.standing_reader import CONTEXT, MODEL, cut_standing

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


class ClassifierNet(ContextNet):
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


def crops_of(files: Sequence[Path]) -> LitCrops:
    """Commands of tables."""
    return LitCrops(files, _lessons, SIDE, (OFF, TURNED, RESIZED))


def _lessons(path: Path) -> tuple[NDArray[Any], ...]:
    """Wide crops of a table's commands, with leans, pixels a pixel, what is to be told, and the table made small."""
    truth, read = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
    assert read is not None
    picture = np.asarray(read, np.uint8)
    view = BoardView.from_json(truth["more"]["view"])
    pieces = [piece for piece in truth["more"]["pieces"] if piece["role"].partition(".")[0] in ("near", "far")]
    pieces += [piece for piece in truth["more"]["pieces"] if piece["role"] == "stray"]
    at, output = [], []
    width, height = view.camera.size
    for end in ("near", "far"):
        commands = [one for one in pieces if one["role"] in {f"{end}.{size}{row}" for size in "SML" for row in "123"}]
        others = [one for one in pieces if one not in commands]
        for command in commands:
            seen = view.project(np.array([[command["x"], command["y"], command["z"]]]))
            if command["seen"] >= SEEN and 0 <= seen[0, 0] < width and 0 <= seen[0, 1] < height:
                at.append(view.on_board(seen)[0] / view.pitch)
                output.append(context_labels(command, commands, others))
    where = np.array(at).reshape(-1, 2)
    crops, dense = cut_standing(picture, view, where, round(WIDER * SIDE), WIDER, AROUND)
    light = np.asarray(cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA), np.uint8)
    wanted = np.array(output, np.int64).reshape(-1, len(KINDS))
    return crops, leans(view, where, upwards(view, where)), dense, wanted, light[None]


def context_labels(
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


def losses_of(output: Tensor, wanted: Tensor) -> dict[str, Tensor]:
    return cross_entropies(output, wanted, dict.fromkeys(KINDS, ANSWERS))


def metrics(output: Sequence[Tensor], batch: Batch) -> Mapping[str, float]:
    wanted = batch[2]
    found = {kind: float(one) for kind, one in losses_of(output[0], wanted).items()}
    for column, (kind, part) in enumerate(zip(KINDS, output[0].split(ANSWERS, dim=1), strict=True)):
        there = wanted[:, column] > 0
        if there.any():
            found[f"{kind}_found_right"] = float((part.argmax(1)[there] == wanted[there, column]).float().mean())
    return found


def begin(net: nn.Module, path: Path, lessons: Iterable[Batch]) -> None:
    """Give the network what the reader of pyramids that stand knows of single crops; the rest it learns from nothing.
    Weights of its own it takes up as they are."""
    if path.name != MODEL:
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


TRAINER = crop_trainer(
    ClassifierNet,
    SIDE,
    CONTEXT,
    losses_of,
    dict.fromkeys(KINDS, 1.0),
    data=crops_of,
    metrics=metrics,
    begin=begin,
)
