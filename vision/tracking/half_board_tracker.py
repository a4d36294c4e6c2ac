"""Tracks half a backgammon board: the number of checkers on each of its twelve points."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.checkers.colour_words import word_of
from vision.checkers.drawn_rows import Place
from vision.checkers.finder import find_half_board
from vision.checkers.row_changes import registered
from vision.checkers.row_evidence import KnownRows, RowEvidence
from vision.checkers.row_evidence import P as EVIDENCE
from vision.checkers.rows_reader import COUNTS, RowsReading, read_rows
from vision.enough_light import check_light_and_colours, is_dark
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.geometry.half_board import POINTS, ROWS, SIDES, PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.tracking.arm import ArmWatch
from vision.tracking.contract import Look
from vision.tracking.dice_on_board import dice_on_board
from vision.tracking.picture_tracker import PictureTracker


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    shows: float = 0.5  # chance; a row that is visible less likely is hidden
    hands: int = 2  # rows that a hand without a visible arm hides at least: one row may be hidden by anything
    wide: float = 0.03  # share of the board; an arm that covers more is a hand, though no row seems hidden
    lighter: float = 15.0  # grey levels; sides that differ less may both be dark, or light
    bar: float = 0.9  # points' widths; usual distance of the two halves
    still: float = 0.06  # points' widths; a board that moved less from picture to picture has not moved
    still_under_arm: float = 0.25  # `still` under an arm, which disturbs the comparison of pictures


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class HalfBoardLook:
    """One picture of the table (implements `vision.tracking.contract.Look`). A cell is "first.1" .. "second.6"; a thing
    is the number of its checkers, "" for none."""

    image: Image
    view: PlacedHalfBoard
    reading: RowsReading
    arm: float = 0.0
    """Share of the board covered by something that reaches over it from the edge of the picture, 0 for nothing."""
    known: KnownRows | None = None
    """The rows as they were understood last."""

    @cached_property
    def evidence(self) -> RowEvidence:
        """All that tells how many checkers there are."""
        return RowEvidence(self.image, self.view, self.reading, self.known)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Rows that show too little to be read."""
        seen = self.reading.seen.reshape(-1)
        return frozenset(cell for cell, shown in zip(POINTS, seen, strict=True) if shown < P.shows)

    @property
    def hand(self) -> bool:
        """True if something foreign is over the board. Anything may hide one row; only an arm hides more."""
        return self.arm > P.wide or len(self.hidden) >= (1 if self.arm else P.hands)

    @property
    def colours(self) -> Mapping[str, str]:
        """Words for the colours of each side's checkers, if it has any."""
        found = zip(SIDES, self.reading.colours, strict=True)
        return {side: word_of(colour) for side, colour in found if colour is not None}

    @property
    def darker(self) -> str:
        """The side whose checkers are clearly the darker ones, "" for neither."""
        one, other = self.reading.colours
        if one is None or other is None:
            return ""
        lighter = float(np.mean(one) - np.mean(other))
        return "" if abs(lighter) < P.lighter else SIDES[lighter > 0]

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
        return self.evidence.log_chances(_place(cell))

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Return natural log of p(pixels | count) for each count, up to one constant for the row."""
        place = _place(cell)
        if cell in self.hidden:
            return np.zeros(len(stacks))
        logs = self.evidence.log_likelihoods(place)
        never = min(float(logs.min()), EVIDENCE.least)
        return np.array([logs[count] if (count := int(stack or 0)) < COUNTS else never for stack in stacks])

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Return None: untouched checkers cannot be told from ones put back."""
        return None


def _place(cell: str) -> Place:
    if cell not in POINTS:
        raise VisionError("vision.half_board.cell", cell=cell, first=POINTS[0], last=POINTS[-1])
    side, row = divmod(POINTS.index(cell), ROWS)
    return side, row


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
        self._watch = ArmWatch()
        self._known: KnownRows | None = None

    @property
    def view(self) -> PlacedHalfBoard:
        """Pose of the board."""
        return self._view

    def beside(self, image: Image) -> PlacedHalfBoard:
        """Locate the other half of the board. Raises VisionError where only one shows."""
        for left in (-P.bar - ROWS, P.bar + ROWS):
            corner = self._view.project(np.array([[left, 0.0]]))[0]
            with suppress(VisionError):
                found = find_half_board(image, (float(corner[0]), float(corner[1])))
                if np.abs(self._on_board(found.ring.mean(axis=0))[0] - ROWS / 2) > ROWS / 2:
                    return found
        raise VisionError("vision.half_board.alone")

    @property
    def _point_width(self) -> float:
        """Mean width of a point along the board's near side, pixels."""
        return float(np.linalg.norm(self._view.ring[1] - self._view.ring[0])) / ROWS

    def _on_board(self, pixel: Floats) -> Floats:
        """Return the place on the field that is seen at a pixel, in points' widths."""
        x, y, scale = np.linalg.inv(self._view.to_picture) @ [*pixel, 1.0]
        return np.array([x / scale, y / scale])

    def outline(self, cell: str, _thing: str) -> Floats:
        """Return the outline of a row's half of the board, in pixels."""
        return self._view.quad(cell)

    def check(self, image: Image) -> None:
        """Accept dark pictures: all rows of one are hidden."""

    def _read(self, image: Image) -> HalfBoardLook:
        dark = is_dark(image)
        arm = self._watch.covered(self._view.ring, image)
        if not dark and self._find(image, P.still_under_arm if arm > P.wide else P.still):
            arm = 0.0
        reading = read_rows(image, self._view)
        if dark:
            reading = replace(reading, seen=np.zeros_like(reading.seen))
        look = HalfBoardLook(image, self._view, reading, arm, self._known)
        if not (look.hand or arm):
            self._watch.clear(image)
        return look

    def final(self, look: HalfBoardLook) -> bool:
        """Return False for what may be an arm and hides no row: if it stays, it is none."""
        return not look.arm or bool(look.hidden)

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note of what lies in each row and of what that looks like."""
        own = self._own(look)
        if not own.hand:
            counts = {_place(cell): int(count or 0) for cell, count in grid.items() if cell not in own.hidden}
            self._known = KnownRows(own.evidence, counts, self._known)
            if last := self._last.last:
                self._last.revise(replace(last, known=self._known))

    def _find(self, image: Image, still: float) -> bool:
        """Locate the board in another picture. Returns True if it has moved, by `still` points' widths at least. Where
        it is not found it has not. Corners that were tapped are believed until the board clearly lies elsewhere."""
        if image is self._placed:
            return False
        pair = registered(self._placed, self._view, image, self._view, 0.0)
        if pair.moved < still if pair else self._tapped:
            return False
        try:
            near = self._view.ring[0]
            found = find_half_board(image, (float(near[0]), float(near[1])))
        except VisionError:
            return False
        shift = np.linalg.norm(found.ring - self._view.ring, axis=1).max() / self._point_width
        moved = shift > still and (self._tapped or found.confidence > self._view.confidence * 0.8)
        if moved:
            self._view, self._placed, self._tapped = found, image, False
            self._watch.forget()
        return moved
