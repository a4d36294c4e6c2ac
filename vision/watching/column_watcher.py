"""Watches a turntable with a masked board of 10 x 10 squares on which columns of cubes are built."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.by_outline import located_by_outline, nearest_turn
from vision.columns.reader import ColumnSight, read_columns
from vision.columns.settled import HIDDEN, SettledColumn, chance_logs, joint, place_of, settled
from vision.columns.sweep import LEVELS, SIDE, swept
from vision.columns.turning import fits, turned
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import TURNTABLE
from vision.image import Floats, Image
from vision.watching.contract import Look
from vision.watching.same_picture import alike, small
from vision.watching.watcher import resized

BOARD: Final = BoardPrior(TURNTABLE, lambda cell: False)
"""No square holds a cube for certain."""
TRUST: Final = 0.8
"""Scale on log-likelihoods: what misleads the reader once misleads it again."""
SURE_PLACE: Final = 0.88
"""Where a board is found less surely than this, it often lies some tenths of a square elsewhere,"""
DOUBT: Final = 0.4
"""and logs of what is read count by so much only."""
SURE_TURN: Final = 6.0
"""How much likelier (natural log) a turn is than the next where it is sure."""
UNTOLD: Final = 0.7
"""A square that is hidden more likely than this is not told of."""
GUESSED: Final = 0.01
"""How likely what is read of a hidden column is, whatever stands there."""
HAND_SQUARES: Final = 4
"""So many squares hidden without a column before them are a hand."""


@dataclass(frozen=True)
class ColumnLook:
    """One picture of the board (implements `vision.watching.contract.Look`). `turned`: by how much the board is turned
    since the first picture, radians anticlockwise seen from above; `ambiguous`: which way it stands is not sure."""

    image: Image
    view: BoardView
    sight: ColumnSight
    limits: Mapping[str, int]
    turned: float
    ambiguous: bool

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Squares of which too little shows to judge by."""
        return self._hidden(HIDDEN)

    def _hidden(self, share: float) -> frozenset[str]:
        """Squares out of the picture, or hidden more likely than a share."""
        width, height = self.view.camera.size
        names = [f"{x},{y}" for x in range(SIDE) for y in range(SIDE)]
        middles = [(x + 0.5, y + 0.5, 0.0) for x, y in map(place_of, names)]
        seen = self.view.project(np.array(middles) * self.view.pitch)
        out = np.asarray(((seen < 0) | (seen >= (width, height))).any(axis=1))
        covered = self.sight.hidden.reshape(-1) > share
        return frozenset(name for name, away, over in zip(names, out, covered, strict=True) if away or over)

    @property
    def hand(self) -> bool:
        """Something is over the board that is no column."""
        return len([cell for cell in self.hidden if not self._behind(cell)]) >= HAND_SQUARES

    def _behind(self, cell: str) -> bool:
        """Whether a column may hide a square: one stands between it and the camera, or there."""
        x, y = place_of(cell)
        heights = self.sight.heights.argmax(axis=-1)
        eye = self.view.camera_centre / self.view.pitch
        way = (eye[:2] - (x + 0.5, y + 0.5)) / max(float(eye[2]), 0.5)
        low = float(heights[x, y])
        for rise in np.arange(0.1, LEVELS, 0.2):
            a, b = (int(np.floor(c)) for c in (x + 0.5 + rise * way[0], y + 0.5 + rise * way[1]))
            if not (0 <= a < SIDE and 0 <= b < SIDE):
                return False
            if (a, b) != (x, y) and heights[a, b] + 0.5 > low + rise:
                return True
        return False

    @cached_property
    def columns(self) -> Mapping[str, SettledColumn]:
        """The likeliest column of every square; of some that are not judged by, too."""
        return settled(self.sight, self.limits, self._hidden(UNTOLD))

    @cached_property
    def _joint(self) -> Floats:
        return joint(self.sight, self.limits)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> Floats:
        """Natural log of p(pixels | column) for each column asked about, up to one constant for the square."""
        if cell in self.hidden:
            return np.zeros(len(stacks))
        told = chance_logs(self._joint, cell, tuple(stacks))
        covered = float(np.clip(self.sight.hidden[place_of(cell)], 1e-6, 1 - 1e-6))
        return np.asarray(TRUST * np.logaddexp(np.log(1 - covered) + told, np.log(covered * GUESSED)))

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Nothing tells whether a column was touched that stands as before."""
        return None


class ColumnWatcher:
    """A turntable found in a first picture and followed from there, however it is turned.

    `limits`: how high each square that the mask leaves open may be built. `a1`: roughly where the outer corner of
    square "0,0" is in that picture, in pixels; without it the mask tells. `corners`: those of "0,0", "10,0", "10,10"
    and "0,10", if somebody tapped them. `camera`: the camera's profile, if it was measured. Raises VisionError where no
    such board is found.
    """

    def __init__(
        self,
        image: Image,
        limits: Mapping[str, int],
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        self._limits, self._camera = limits, camera
        self._size = image.shape[1], image.shape[0]
        view = located_by_outline(image, BOARD, camera=camera, corners=corners)
        sight = _read(image, view)
        quarter, sure = 0, True
        if a1 is not None:
            corner = nearest_turn(view, a1)
            quarter = min(range(4), key=lambda k: _apart(view.turned(k), corner))
        elif corners is None:
            quarter, sure = self._stands(view, sight, {}, None)
        self._first = self._view = view.turned(quarter)
        self._last = small(image), self._look(image, self._view, turned(sight, quarter), not sure)

    @property
    def view(self) -> BoardView:
        """Where the board lies, and which way it stands."""
        return self._view

    def look(self, image: Image, believed: Mapping[str, str] | None = None) -> ColumnLook:
        """Read a picture; one that shows what the last one showed is not read again. `believed`: the columns that
        stood (letters bottom to top), which tell with the mask which way the board stands now. Raises VisionError for
        a picture of another shape, and where the board cannot be found any more."""
        image = resized(image, self._size)
        shrunk = small(image)
        if alike(self._last[0], shrunk):
            return replace(self._last[1], image=image)
        camera = self._camera or self._view.camera
        view = located_by_outline(image, BOARD, camera=camera)
        sight = _read(image, view)
        quarter, sure = self._stands(view, sight, believed or {}, self._view)
        self._view = view.turned(quarter)
        look = self._look(image, self._view, turned(sight, quarter), not sure)
        self._last = shrunk, look
        return look

    def weighed(self, look: Look) -> None:
        """Nothing is noted of what was not understood: a square seen again says the same."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Nothing is learnt: colours and cubes are read alike in every picture."""
        if not isinstance(look, ColumnLook):
            raise VisionError("vision.look.foreign")

    def _look(self, image: Image, view: BoardView, sight: ColumnSight, unsure: bool) -> ColumnLook:
        since = self._first.matrix.T @ view.matrix
        angle = float(np.arctan2(since[1, 0], since[0, 0]))
        return ColumnLook(image, view, sight, self._limits, angle, unsure)

    def _stands(
        self, view: BoardView, sight: ColumnSight, believed: Mapping[str, str], previous: BoardView | None
    ) -> tuple[int, bool]:
        """By how many quarters the view must be turned for the board to stand as mask, columns and, where these leave
        it open, the previous view tell; and whether they tell."""
        worth = np.array([fits(turned(sight, quarter), self._limits, believed) for quarter in range(4)])
        apart = [0.0 if previous is None else _apart(view.turned(quarter), previous) for quarter in range(4)]
        if previous is None:
            best = int(worth.argmax())
        else:
            near = np.flatnonzero(worth > worth.max() - SURE_TURN)
            best = int(min(near, key=lambda quarter: apart[quarter]))
        others = np.delete(worth, best)
        return best, bool(worth[best] - others.max() > SURE_TURN)


def _read(image: Image, view: BoardView) -> ColumnSight:
    sight = read_columns(swept(image, view))
    return sight if view.confidence > SURE_PLACE else sight.doubted(DOUBT)


def _apart(one: BoardView, other: BoardView) -> float:
    """How far apart (pixels) the corners of two views are."""
    return float(np.abs(one.project(one.ring) - other.project(other.ring)).sum())
