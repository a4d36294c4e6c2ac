"""Trains the finder of Pyramid Ball's boards: the network of `painted`, shown tables that make_ball_tables drew.

From a picture shrunk to 256 x 192, or enlarged around the board, it paints the grid's outer corners, its 72
intersections, the board, and the feet of the pyramids on it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from lab.training.learn.trainer import Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.trainers.painted import INPUT, OUTPUT, maps, recoloured, shuffle
from lab.training.trainers.painted import TRAINER as VOLCANO_TRAINER
from vision.geometry.board_view import BoardView
from vision.geometry.grid import FIELD, BoardGrid
from vision.geometry.solids import BASE_MM

KEPT = 480
"""The longer side (pixels) at which pictures are kept."""
CLOSE = 0.5
"""The share of training data enlarged around the board, as it is looked at a second time."""
FEET = 7
"""As many pyramids as stand on a board with feet of their own."""


class Fields(TrainingSet):
    """The pictures beside some truths, in memory."""

    GRID: ClassVar[BoardGrid] = FIELD

    def __init__(self, files: Sequence[Path]):
        self.pictures_, self.intersections, self.feet = zip(*(self.read(path) for path in files), strict=True)

    def read(self, path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """A picture, KEPT along its longer side, and where in it the intersections (N x 2 pixels) and the feet on the
        board (M x 4 x 2) are."""
        truth = json.loads(path.read_text())
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        assert picture is not None, path
        scale = KEPT / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        intersections, feet = ((spots + 0.5) * scale - 0.5 for spots in self.places(truth))
        return np.asarray(small, np.uint8), intersections, feet

    def places(self, truth: Mapping[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Intersections and feet in the picture that a truth is about, NaN where there are none."""
        if "view" not in truth.get("more", {}):
            return np.full((len(self.GRID.intersections), 2), np.nan), np.full((FEET, 4, 2), np.nan)
        view = BoardView.from_json(truth["more"]["view"])
        feet = np.full((FEET, 4, 2), np.nan)
        standing = [p for p in truth["more"]["pieces"] if p["role"] in FIELD.cells]
        for k, piece in enumerate(standing):
            turns = piece["twist"] + np.pi / 4 + np.arange(4) * np.pi / 2
            reach = BASE_MM[piece["pips"]] / np.sqrt(2)
            ring = [piece["x"] + reach * np.cos(turns), piece["y"] + reach * np.sin(turns), np.zeros(4)]
            feet[k] = view.project(np.column_stack(ring))
        return self.seen_intersections(view), feet

    def seen_intersections(self, view: BoardView) -> NDArray[np.float64]:
        """The grid's intersections in a picture."""
        intersections = self.GRID.intersections
        return view.project(np.column_stack([intersections * view.pitch, np.zeros(len(intersections))]))

    def __len__(self) -> int:
        return len(self.pictures_)

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """Pictures, and the maps to paint of them."""
        pictures, painted = zip(*(self.lesson(i, rng, vary) for i in examples), strict=True)
        inputs = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 127.5 - 1
        return inputs, torch.from_numpy(np.stack(painted))

    def lesson(self, i: int, rng: np.random.Generator, vary: bool) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """A picture at the network's size, moved and coloured anew, and the maps to paint."""
        picture, spots = self.pictures_[i], self.intersections[i]
        close = rng.random() < CLOSE if vary else i % 2 == 0
        around = self.ring(spots, rng if vary else None) if close else None
        if around is not None and vary and not np.isfinite(around).all():
            around = _some_part(picture, rng)  # a second look is taken at what is no board, too
        to_input = self._frame(picture, around)
        if vary:
            to_input = to_input @ shuffle(rng, picture.shape[1], picture.shape[0])
        scale = float(np.sqrt(abs(np.linalg.det(to_input[:2, :2]))))
        if scale < 0.7:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale)
        seen = cv2.warpAffine(picture, to_input[:2], INPUT, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        if vary:
            seen = recoloured(rng, np.asarray(seen, np.uint8))
        shrink = to_input[:2] * (OUTPUT[0] / INPUT[0])
        moved, feet = (p @ shrink[:, :2].T + shrink[:, 2] for p in (spots, self.feet[i]))
        return np.asarray(seen), self.painted(moved, feet)

    def painted(self, intersections: NDArray[np.float64], feet: NDArray[np.float64]) -> NDArray[np.float32]:
        """The maps to paint for what `places` tells, in output pixels."""
        return maps(intersections, feet, self.GRID)

    def ring(self, intersections: NDArray[np.float64], rng: np.random.Generator | None) -> NDArray[np.float64]:
        """Around which of the intersections a picture is enlarged, at random where it may be."""
        return intersections

    def _frame(self, picture: NDArray[Any], spots: NDArray[np.float64] | None) -> NDArray[np.float64]:
        """What takes the picture, or what lies around some spots, into the network's, 3 x 3."""
        height, width = picture.shape[:2]
        known = spots is not None and bool(np.isfinite(spots).all())
        ring = spots if spots is not None and known else np.array([[0, 0], [width - 1, height - 1]], float)
        low, high = ring.min(axis=0), ring.max(axis=0)
        room = 1.25 if known else 1.0
        scale = min(side / (room * (far + 1)) for side, far in zip(INPUT, high - low, strict=True))
        shift = (np.array(INPUT) - 1) / 2 - scale * (low + high) / 2
        return np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1.0]])


def _some_part(picture: NDArray[Any], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return two opposite corners (2 x 2 pixels) of a part of a picture, a third to all of each side."""
    size = np.array([picture.shape[1], picture.shape[0]], float)
    sides = size * rng.uniform(1 / 3, 1, 2)
    low = rng.random(2) * (size - sides)
    return np.array([low, low + sides])


TRAINER = Trainer(
    model=VOLCANO_TRAINER.model,
    data=Fields,
    loss=VOLCANO_TRAINER.loss,
    metrics=VOLCANO_TRAINER.metrics,
    inputs=VOLCANO_TRAINER.inputs,
    outputs=VOLCANO_TRAINER.outputs,
    example=VOLCANO_TRAINER.example,
)
