"""Colours of a board and of the table around it, learnt in the very picture in which solids are looked for."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.parameters import Three, parameters
from vision.synthesis.plastics import P as PLASTIC
from vision.synthesis.scene import SolidScene


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    least: Three = (1.8, -1.2, -2.0)  # log; least tints that are told apart
    step: Three = (0.25, 0.12, 0.16)  # log; tints nearer to each other than this count as one
    soft: float = 0.7  # steps over which counts are spread
    beside: int = 9  # pixels around solids that teach nothing: poses are inexact
    known: float = 0.9  # share of bare pixels whose tint was seen elsewhere in the picture


P: Final = parameters(Parameters)
BINS: Final = (16, 20, 20)


class Surroundings:
    """Bare board and table, known by the picture's own pixels."""

    stored = np.inf

    def __init__(self, scene: SolidScene, rim: float = 0.2) -> None:
        side = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * rim * scene.view.pitch
        self.board = scene.inside(scene.view.project(scene.view.ring + side))
        self._shape = scene.shape

    def density(self, seen: Floats, shows: NDArray[np.bool_]) -> Floats:
        """Return the log density of bare pixels by how often their tints are seen on the board, or around it."""
        solid = (~shows).astype(np.uint8).reshape(self._shape)
        clear = cv2.dilate(solid, np.ones((P.beside, P.beside), np.uint8)).ravel() == 0
        steps = np.clip((seen - np.array(P.least)) / np.array(P.step), 0, np.array(BINS) - 1).astype(int)
        bins = (steps[:, 0] * BINS[1] + steps[:, 1]) * BINS[2] + steps[:, 2]
        logs = np.empty(len(seen))
        for part in (self.board, ~self.board):
            counts = np.bincount(bins[clear & part], minlength=int(np.prod(BINS))).reshape(BINS).astype(float)
            for axis in range(3):
                kernel = np.exp(-0.5 * (np.arange(-2, 3) / P.soft) ** 2)
                counts = np.apply_along_axis(np.convolve, axis, counts, kernel / kernel.sum(), "same")
            share = counts.ravel() / max(counts.sum(), 1.0) / float(np.prod(P.step))
            logs[part] = np.log(P.known * share[bins[part]] + (1 - P.known) * np.exp(PLASTIC.nothing))
        return logs
