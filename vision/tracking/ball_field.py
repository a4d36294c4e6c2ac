"""Tracks a board of 7 x 8 squares with single pyramids and the programs beyond its ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.ground_pattern import made_plain, squares_of, with_squares_alike
from vision.board.locate import THOROUGH, locate
from vision.board.stillness import displacement
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.programs.array_reading import ArrayReading
from vision.programs.ends import ENDS
from vision.programs.field import FieldReading, look_at
from vision.programs.pips import USUAL
from vision.programs.table_colours import TableColours
from vision.tracking.contract import Look
from vision.tracking.outlines import pile_outline
from vision.tracking.picture_tracker import PictureTracker

BOARD: Final = BoardPrior(FIELD, lambda cell: False)
"""Board prior: no square holds a pyramid for certain."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    trust: float = 0.8  # scale on log-likelihoods: errors of the reader repeat
    still_px: float = 0.7  # pixels; smaller movements are taken for none: lines are located no better
    turned: float = 3.5  # nats from which a board lies the other way round


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class TableReading:
    """Reading of one picture."""

    field: FieldReading
    colours: TableColours
    cloth: frozenset[str]
    """Ends where the ground itself looks like a screen."""

    @cached_property
    def arrays(self) -> Mapping[str, ArrayReading | None]:
        """Programs by end."""
        return {end: self.field.array(end, self.colours) for end in ENDS}

    @cached_property
    def screened(self) -> frozenset[str]:
        """Ends where a screen stands."""
        return self.field.screened - self.cloth

    @cached_property
    def busy(self) -> frozenset[str]:
        """Ends whose programs are under a hand or behind a screen."""
        return self.screened | {end for end in ENDS if self.field.hand_at(end)}


@dataclass(frozen=True)
class BallFieldLook:
    """One picture of the table (implements `vision.tracking.contract.Look`)."""

    image: Image
    reading: TableReading
    """Reading of this picture or of one that shows the same."""

    @property
    def view(self) -> BoardView:
        """Pose of the board."""
        return self.reading.field.view

    @property
    def hidden(self) -> frozenset[str]:
        """Squares that show too little to be read."""
        return self.reading.field.hidden

    @property
    def hand(self) -> bool:
        """True if something foreign is over the board."""
        return self.reading.field.hand

    @property
    def arrays(self) -> Mapping[str, ArrayReading | None]:
        """Programs by end ("near", "far"); None where none is found."""
        return self.reading.arrays

    @property
    def busy(self) -> frozenset[str]:
        """Ends whose programs are under a hand or behind a screen."""
        return self.reading.busy

    @property
    def screened(self) -> frozenset[str]:
        """Ends where a screen stands."""
        return self.reading.screened

    @property
    def patterned(self) -> bool:
        """True if the ground's pattern makes programs less sure: a visible one, or one that looks like screens at both
        ends."""
        return self.reading.field.patterned or self.reading.field.screened == frozenset(ENDS)

    @property
    def colours(self) -> Mapping[str, Mapping[str, float]]:
        """Log-probability of each colour as a team's ("teams") and the ball's ("ball") by what lies beyond the ends; 0
        for the likeliest."""
        return self.reading.colours.beside

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> Floats:
        """Return natural log of p(pixels | thing) for each thing, up to one constant for the square."""
        if cell in self.hidden:
            return np.zeros(len(stacks))
        return P.trust * self.reading.field.log_chances(cell, stacks)

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Return None: an untouched pyramid cannot be told from one put back."""
        return None


class BallFieldTracker(PictureTracker[BallFieldLook]):
    """A board found in a first picture and followed from there (implements `vision.tracking.contract.Tracker`).

    `a1`: approximate outer corner of a1 in that picture, pixels; without it a1 is the near left corner. `corners`: all
    four corners in the order of the grid's ring, if somebody tapped them. `camera`: the camera's profile, if measured.
    Raises VisionError where no such board is found.
    """

    def __init__(
        self,
        image: Image,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
        turned: Callable[[BallFieldLook], float] | None = None,
    ) -> None:
        super().__init__(image, BallFieldLook)
        self._turned = turned if a1 is None and corners is None else None
        self._view = locate(image, BOARD, a1=a1, corners=corners, camera=camera, search=THOROUGH)
        self._placed = image
        self._teams: tuple[str, str] | None = None
        self._ball: str | None = None
        self._usual = USUAL
        self._cloth: frozenset[str] | None = None

    @property
    def view(self) -> BoardView:
        """Pose of the board."""
        return self._view

    def outline(self, cell: str, pile: str) -> Floats:
        """Return the outline of a square with pyramids on it, N x 2 pixels."""
        return pile_outline(self.view, cell, pile)

    def _read(self, image: Image) -> BallFieldLook:
        self._find(image)
        look = self._read_here(image)
        if self._turned is None or self._turned(look) <= P.turned:
            return look
        self._view = self._view.turned(2)
        return self._read_here(image)

    def _read_here(self, image: Image) -> BallFieldLook:
        plain = made_plain(image, self._view)
        chequered = squares_of(image, self._view)
        shown = image if plain is None else plain
        bare = None if chequered is None else with_squares_alike(shown, self._view, chequered)
        reading = look_at(image, self._view, self._usual, plain, bare)
        colours = reading.colours(self._teams, self._ball)
        return BallFieldLook(image, TableReading(reading, colours, self._cloth or frozenset()))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Learn the colours of teams and ball from `grid`; from the first table also the board's pitch, and whether the
        cloth looks like screens."""
        own = self._own(look)
        self._turned = None
        if self._cloth is None:
            # Nobody hides a program while the board is being set up.
            seen = own.reading.field.screened
            self._cloth = seen if seen == frozenset(ENDS) else frozenset()
            self._last.forget()
        if self._usual is USUAL and (pitch := own.reading.field.pitch_by(grid)) is not None:
            self._usual = pitch
            self._last.forget()
        lower = [stack[0] for stack in grid.values() if stack]
        balls = [stack[2] for stack in grid.values() if len(stack) == 4]
        alone = sorted({colour for colour in lower if lower.count(colour) == 1})
        ball = balls[0] if balls else next(iter(alone), None)
        teams = sorted({colour for colour in lower if colour != ball})
        if ball is not None and len(teams) == 2:
            if (teams[0], teams[1]) != self._teams or ball != self._ball:
                self._last.forget()
            self._teams, self._ball = (teams[0], teams[1]), ball

    def _find(self, image: Image) -> None:
        """Locate the board in another picture. Raises VisionError where it is not found."""
        if image is self._placed:
            return
        moved = displacement(self._view, self._placed, image)
        if moved is not None and float(np.abs(moved).max()) < P.still_px:
            return
        try:
            view = locate(image, BOARD, previous=self._view)
        except VisionError:
            if moved is None:
                raise
            return
        if view is not self._view:
            self._view, self._placed = view, image
