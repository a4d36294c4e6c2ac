"""A table of Looney Blockade as a photograph: path-traced pyramids, a hand and a carried piece painted over them."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.games.looney_blockade.table.practice import random_setup
from lab.training.scenes.path_traced import trace
from lab.training.scenes.tables import BoardEye, random_placings
from vision.drawing.hands import hand_at
from vision.drawing.painting import Canvas, Rgb
from vision.drawing.simulated_camera import view_from
from vision.drawing.table import BoardStyle, Body, Placing, Scene, render_linear, standing_bodies, to_image
from vision.geometry.grid import VOLCANO
from vision.geometry.solids import USUAL_RISE_MM, solids
from vision.image import Image

# Chosen by eye among the seeds of the tracer: a table top of wood, pyramids of clear plastic.
SEED: Final = 5
SETUP_SEED: Final = 3
DISTANCE_MM: Final = 265.0
SAMPLES: Final = 32
# The brightest parts of the picture, as a share of white, and the percentile that counts as bright.
BRIGHT, BRIGHT_PERCENTILE = 0.75, 85
BOARD = BoardStyle((0.62, 0.55, 0.45), (0.62, 0.55, 0.45), (0.2, 0.15, 0.1), 1.5, (0.12, 0.08, 0.05), 9.0)
# Fingertips above the apex of the piece that they hold.
HELD_MM: Final = 3.0


def set_up() -> dict[str, str]:
    """Return the proper set-up that is shown, stacks by cell."""
    return dict(random_setup(random.Random(SETUP_SEED)).grid)


@dataclass(frozen=True)
class Player:
    """The look of a player's hand: where it comes from (radians), the seed of its shape, skin and sleeve."""

    away: float
    seed: int
    skin: Rgb
    sleeve: Rgb


@dataclass(frozen=True)
class Carried:
    """A player's hand at `at` (x, y, z mm), and the piece that it holds, if any."""

    player: Player
    at: tuple[float, float, float]
    piece: str = ""


class PhotographedTable:
    """Photographs a table of `size` pixels. What stands there is traced once for each grid."""

    def __init__(self, size: tuple[int, int], samples: int = SAMPLES) -> None:
        view = view_from(VOLCANO, size, DISTANCE_MM)
        matrix = np.array([[view.camera.focal, 0, size[0] / 2], [0, view.camera.focal, size[1] / 2], [0, 0, 1.0]])
        rotation, translation = np.array(view.rotation), np.array(view.translation)
        self._eye = BoardEye(matrix, np.zeros(5), rotation, translation, size, view.pitch)
        placings: Mapping[str, Placing] = random_placings(np.random.default_rng(SEED), set_up(), 0.2)
        eye = self._eye
        self._empty = Scene(
            eye.project, eye.camera_centre, size, eye.pitch, {}, board=BOARD, placings=placings, board_grid=VOLCANO
        )
        self._samples = samples
        self._traced: dict[tuple[tuple[str, str], ...], Canvas] = {}
        self._exposure: np.float32 | None = None

    def at(self, cell: str, height_mm: float) -> tuple[float, float, float]:
        """Return the point that many millimetres above the middle of a cell."""
        x, y = VOLCANO.centre(cell, self._eye.pitch)
        return x, y, height_mm

    def picture(self, grid: Mapping[str, str], carried: Carried | None = None) -> Image:
        canvas = self._table(grid)
        if carried is None:
            return to_image(canvas)
        who = carried.player
        hand = hand_at(np.random.default_rng(who.seed), carried.at, who.away, 0.0, who.skin, who.sleeve)
        for painted in ({"above": (hand,)}, {"bodies": _held(carried)}):
            canvas = render_linear(replace(self._empty, board=None, table=canvas, **painted))
        return to_image(canvas)

    def _table(self, grid: Mapping[str, str]) -> Canvas:
        key = tuple(sorted(grid.items()))
        if key not in self._traced:
            traced = trace(replace(self._empty, grid=grid), self._eye, SEED, self._samples)
            if self._exposure is None:
                self._exposure = np.float32(BRIGHT / np.percentile(traced.max(axis=2), BRIGHT_PERCENTILE))
            self._traced[key] = traced * self._exposure
        return self._traced[key]


def _held(carried: Carried) -> tuple[tuple[Body, ...], ...]:
    if not carried.piece:
        return ()
    x, y, z = carried.at
    (solid,) = solids(carried.piece, USUAL_RISE_MM)
    return (standing_bodies(x, y, (0.0,), [solid._replace(foot=z - HELD_MM - solid.apex, apex=z - HELD_MM)]),)
