"""Tracks half a backgammon board: the number of checkers on each of its twelve points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.checkers.colour_words import word_of
from vision.checkers.finder import find_half_board
from vision.checkers.rows_reader import COUNTS, RowsReading, read_rows
from vision.enough_light import check_light_and_colours, is_dark
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.geometry.half_board import POINTS, ROWS, SIDES, PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.tracking.arm import arm_over_flat
from vision.tracking.dice_on_board import dice_on_board
from vision.tracking.picture_tracker import PictureTracker


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    shows: float = 0.5  # chance; a row that is visible less likely is hidden
    hands: int = 2  # rows that a hand without a visible arm hides at least: one row may be hidden by anything
    least: float = -12.0  # nats; lower bound of a count's log-likelihood: what was never learnt may lie there
    still: float = 0.12  # points' widths; a board whose corners moved less has not moved


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class HalfBoardLook:
    """One picture of the table (implements `vision.tracking.contract.Look`). A cell is "first.1" .. "second.6"; a thing
    is the number of its checkers, "" for none."""

    image: Image
    view: PlacedHalfBoard
    reading: RowsReading
    arm: bool = False
    """True if something reaches over the board from the edge of the picture."""

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Rows that show too little to be read."""
        seen = self.reading.seen.reshape(-1)
        return frozenset(cell for cell, shown in zip(POINTS, seen, strict=True) if shown < P.shows)

    @property
    def hand(self) -> bool:
        """True if something foreign is over the board. Anything may hide one row; only an arm hides more."""
        return len(self.hidden) >= (1 if self.arm else P.hands)

    @property
    def colours(self) -> Mapping[str, str]:
        """Words for the colours of each side's checkers, if it has any."""
        found = zip(SIDES, self.reading.colours, strict=True)
        return {side: word_of(colour) for side, colour in found if colour is not None}

    def read_dice(self) -> tuple[int, ...]:
        """Read the dice on the board; no values if any of them is unsure. Takes a fifth of a second."""
        return dice_on_board(self.image, self.view)

    @property
    def quads(self) -> Mapping[str, Floats]:
        """Outline of each row in the picture, 4 x 2 pixels."""
        return {cell: self.view.quad(cell) for cell in POINTS}

    def log_chances(self, cell: str) -> Floats:
        """Return the log-probabilities (natural) of 0 to 16 checkers on a table of which nothing is known, where
        checkers may be piled. Raises VisionError for a name that is no cell."""
        return np.asarray(self.reading.anywhere.reshape(-1, COUNTS)[_number(cell)])

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Return natural log of p(pixels | count) for each count, up to one constant for the row."""
        logs = self.reading.counts.reshape(-1, COUNTS)[_number(cell)]
        if cell in self.hidden:
            return np.zeros(len(stacks))
        counts = [int(stack or 0) for stack in stacks]
        return np.array([max(float(logs[n]), P.least) if n < COUNTS else P.least for n in counts])

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Return None: untouched checkers cannot be told from ones put back."""
        return None


def _number(cell: str) -> int:
    if cell not in POINTS:
        raise VisionError("vision.half_board.cell", cell=cell, first=POINTS[0], last=POINTS[-1])
    return POINTS.index(cell)


class HalfBoardTracker(PictureTracker[HalfBoardLook]):
    """A board found in a first picture and followed from there (implements `vision.tracking.contract.Tracker`).

    `a1`: approximate near left corner of the field in that picture, pixels; without it the lower side is the near one.
    `corners`: all four in the order of `vision.geometry.half_board.CORNERS`, if somebody tapped them. `camera` is not
    used. Raises VisionError where no such board is found.
    """

    def __init__(
        self,
        image: Image,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        super().__init__(image, HalfBoardLook)
        check_light_and_colours(image)
        self._view = find_half_board(image, a1, corners)
        self._tapped = corners is not None
        self._placed = image
        self._clear: Image | None = None

    @property
    def view(self) -> PlacedHalfBoard:
        """Pose of the board."""
        return self._view

    def check(self, image: Image) -> None:
        """Accept dark pictures: all rows of one are hidden."""

    def _read(self, image: Image) -> HalfBoardLook:
        dark = is_dark(image)
        if not dark:
            self._find(image)
        reading = read_rows(image, self._view)
        if dark:
            reading = replace(reading, seen=np.zeros_like(reading.seen))
        arm = self._clear is not None and arm_over_flat(self._view.ring, self._clear, image)
        look = HalfBoardLook(image, self._view, reading, arm)
        if not look.hand:
            self._clear = image
        return look

    def _find(self, image: Image) -> None:
        """Locate the board in another picture. Where it is not found, it is assumed not to have moved."""
        if image is self._placed or self._tapped:
            return
        try:
            near = self._view.ring[0]
            found = find_half_board(image, (float(near[0]), float(near[1])))
        except VisionError:
            return
        moved = np.linalg.norm(found.ring - self._view.ring, axis=1) / np.linalg.norm(
            self._view.ring[1] - self._view.ring[0]
        )
        if float(moved.max()) * ROWS > P.still and found.confidence > self._view.confidence * 0.8:
            self._view, self._placed, self._clear = found, image, None
