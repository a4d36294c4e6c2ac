"""Tracks a turntable with a masked board of 10 x 10 squares on which columns of cubes are built."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.board.by_pose import located_by_pose, nearest_turn
from vision.columns.joint_decoding import DecodedColumn, chance_logs, decode_columns, joint, place_of
from vision.columns.joint_decoding import P as JOINT_DECODING
from vision.columns.occlusion import visible_shares
from vision.columns.reader import ColumnReading, read_columns, read_on
from vision.columns.square_colours import agreeing, square_colours
from vision.columns.sweep import CUBE, SIDE, PlaneSweep, swept
from vision.columns.turning import built_fits, flat, turned
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import TURNTABLE
from vision.image import Floats, Image
from vision.parameters import Four, Two, parameters
from vision.tracking.arm import ArmWatch
from vision.tracking.column_lens import focused
from vision.tracking.column_tables import ColumnTables, KnownTable
from vision.tracking.contract import Look
from vision.tracking.outlines import hull
from vision.tracking.picture_tracker import PictureTracker

BOARD: Final = BoardPrior(TURNTABLE, lambda cell: False)
"""Board prior: no square holds a cube for certain."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    trust: float = 0.8  # scale on log-likelihoods: errors of the reader repeat
    doubt: float = 0.4  # scale on logs where the board may lie some tenths of a square elsewhere
    sure_turn: float = 6.0  # nats by which a turn must be likelier than the next to be sure
    print_worth: float = 40.0  # nats for a correlation of 1 with the look of the bare board
    printed: float = 0.6  # correlation with the look of the bare board from which a board is where it seems to lie
    masked: int = 95  # of 100 squares that have the mask's colours; from here a bare board is where it seems to lie
    mask_worth: float = 0.5  # nats for each bare square whose colours agree with the mask
    stayed: float = 1.0  # nats for a board that stands as it stood
    other_turns: float = 8.0  # nats; turns less likely than the best by more are left out
    guessed: float = 0.01  # probability of any reading of a hidden column
    hand_squares: int = 4  # squares hidden without a column before them that make a hand
    arm_squares: int = 2  # `hand_squares` if something reaches over the board from the edge of the picture
    hand_likely: float = 0.35  # chance from which such a square counts as hidden
    shown: float = 0.6  # share of its top; a square that shows more past the columns is not hidden by them
    covered: Four = (0.299, 0.353, -1.868, 0.412)  # log odds of hidden: constant, by network, by visible share, by both
    seen_range: Two = (0.0001, 0.9999)  # chances; bounds of the network's probability


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class ColumnLook:
    """One picture of the board (implements `vision.tracking.contract.Look`)."""

    image: Image
    view: BoardView
    reading: ColumnReading
    limits: Mapping[str, int]
    turned: float
    """Turn of the board since the first picture, radians anticlockwise seen from above."""
    ambiguous: bool
    """True if it is not sure which way the board stands."""
    arm: bool = False
    """True if something reaches over the board from the edge of the picture."""
    standing: tuple[tuple[float, "ColumnLook"], ...] = ()
    """Other ways in which the board may stand, and their log-odds (natural) against this one by its print."""
    drawing: Callable[[], ColumnTables] | None = None
    """Draws tables; None until the board was seen bare."""

    def moved(self, view: BoardView) -> "ColumnLook":
        """Return the same picture read with the board at another pose."""
        return replace(self, view=view, reading=_reading(swept(self.image, view), view))

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Squares outside the picture or hidden, without those closed by the mask: nothing stands there."""
        covered = self._out | (self.covered > JOINT_DECODING.hidden)
        return frozenset(cell for cell in self.limits if covered[place_of(cell)])

    @cached_property
    def _shown(self) -> Floats:
        """Visible share of every top past the columns that were read, 10 x 10."""
        return visible_shares(self.reading.heights.argmax(axis=-1), self.view)

    @cached_property
    def covered(self) -> Floats:
        """Probability that each square is hidden, by the network and by the columns before it."""
        seen = np.clip(self.reading.hidden, *P.seen_range)
        odds = np.log(seen / (1 - seen))
        alone, by_odds, by_shown, together = P.covered
        logs = alone + by_odds * odds + by_shown * self._shown + together * odds * self._shown
        return np.asarray(1 / (1 + np.exp(-logs)))

    @cached_property
    def _out(self) -> NDArray[np.bool_]:
        """Squares outside the picture, 10 x 10."""
        inner = np.arange(SIDE) + 0.5
        middles = np.stack([*np.meshgrid(inner, inner, indexing="ij"), np.zeros((SIDE, SIDE))], -1).reshape(-1, 3)
        seen = self.view.project(middles * self.view.pitch)
        return np.asarray(((seen < 0) | (seen >= self.view.camera.size)).any(axis=1).reshape(SIDE, SIDE))

    @property
    def hand(self) -> bool:
        """True if something other than columns is over the board: it hides squares that columns do not."""
        over = (self._shown > P.shown) & (self._out | (self.covered > P.hand_likely))
        return int(over.sum()) >= (P.arm_squares if self.arm else P.hand_squares)

    @cached_property
    def columns(self) -> Mapping[str, DecodedColumn]:
        """Likeliest column of every square."""
        return decode_columns(self.reading, self.limits, self.hidden)

    @cached_property
    def _joint(self) -> Floats:
        return joint(self.reading, self.limits)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> Floats:
        """Return natural log of p(pixels | column) for each column, up to one constant for the square."""
        if cell in self.hidden:
            return np.zeros(len(stacks))
        logs = chance_logs(self._joint, cell, tuple(stacks))
        covered = float(np.clip(self.covered[place_of(cell)], 1e-6, 1 - 1e-6))
        return np.asarray(P.trust * np.logaddexp(np.log(1 - covered) + logs, np.log(covered * P.guessed)))

    @cached_property
    def tables(self) -> ColumnTables | None:
        """Drawings of whole tables."""
        return self.drawing() if self.drawing else None

    def whole(self, base: Mapping[str, str], changes: Sequence[Mapping[str, str]]) -> Floats | None:
        """Return by how much tables explain the picture better than their squares one by one (see
        `vision.tracking.contract.WholeLook`): as drawings, and over all ways in which the board may stand."""
        if self.tables is None:
            return None
        own = self.tables.log_likelihoods(base, changes)
        if not self.standing:
            return own
        read = self._by_squares(base, changes)
        every = [read + own]
        for log, other in self.standing:
            drawn = other.tables.log_likelihoods(base, changes) if other.tables else 0.0
            every.append(log + other._by_squares(base, changes) + drawn)
        return np.asarray(np.logaddexp.reduce(every) - read)

    def unexplained(self, table: Mapping[str, str]) -> float:
        """Return the share of the board that something other than the columns of a table hides, whichever way the board
        stands."""
        ways = (self, *(other for _, other in self.standing))
        return min((way.tables.unexplained(table) for way in ways if way.tables), default=0.0)

    def _by_squares(self, base: Mapping[str, str], changes: Sequence[Mapping[str, str]]) -> Floats:
        """Return the log likelihoods of tables by their squares one by one."""
        before = {cell: float(self.log_likelihoods(cell, [base.get(cell, "")])[0]) for cell in self.limits}
        total = sum(before.values())

        @cache
        def changed(cell: str, column: str) -> float:
            now, was = self.log_likelihoods(cell, [column, base.get(cell, "")])
            return float(now - was)

        return np.array([total + sum(changed(*one) for one in change.items()) for change in changes])

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Return None: an untouched column cannot be told from one put back."""
        return None


class ColumnTracker(PictureTracker[ColumnLook]):
    """A turntable found in a first picture and followed from there, however it is turned.

    `limits`: greatest height of each square that the mask leaves open. `a1`: approximate outer corner of square "0,0"
    in that picture, pixels; without it, and where it is sure, the mask decides. `corners`: those of "0,0", "10,0",
    "10,10" and "0,10", if somebody tapped them. `camera`: the camera's profile, if measured. Raises VisionError where
    no such board is found.
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
        super().__init__(image, ColumnLook)
        self._limits, self._camera, self._highest = limits, camera, max(limits.values(), default=0)
        self._believed: Mapping[str, str] = {}
        self._known: KnownTable | None = None
        self._watch = ArmWatch(turns=True)
        self._arm = False

        def masked(view: BoardView) -> bool:
            return max(agreeing(square_colours(image, view), limits)) >= P.masked

        placed = located_by_pose(image, BOARD, camera=camera, corners=corners, printed=masked if limits else None)

        def quickly(other: BoardView) -> ColumnReading:
            return read_columns(swept(image, other), sides=1)

        view = placed.view if camera else focused(placed, quickly)
        reading = _reading(swept(image, view), view)
        quarter, sure = _surest(self._stands_by_mask(image, view, reading)) if corners is None else (0, True)
        # Where the mask surely stands otherwise, the corner was stated before the table was turned.
        if a1 is not None and not sure:
            corner = nearest_turn(view, a1)
            quarter, sure = min(range(4), key=lambda k: _apart(view.turned(k), corner)), True
        self._first = self._view = view.turned(quarter)
        self._last.again(image)
        self._last.keep(self._look(image, self._view, turned(reading, quarter), not sure))

    @property
    def view(self) -> BoardView:
        """Pose of the board, and which way it stands."""
        return self._view

    def outline(self, cell: str, column: str) -> Floats:
        """Return the outline of a square with a column of cubes on it, N x 2 pixels."""
        ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) + place_of(cell)
        spots = [np.column_stack([ring, np.full(4, height)]) for height in (0.0, len(column) * CUBE)]
        return hull(self.view.project(np.concatenate(spots) * self.view.pitch))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Learn the columns that stand there and their look, or the look of the bare board."""
        own = self._own(look)
        self._believed = {cell: column for cell, column in grid.items() if column}
        if self._known is None:
            self._known = None if self._believed else KnownTable(own.image, own.view)
        elif own.tables:
            own.tables.learn(self._known.plastics, self._believed)

    def _read(self, image: Image) -> ColumnLook:
        camera = self._camera or self._view.camera
        self._arm = self._watch.covered(self._view.project(self._view.ring), image) > 0

        def printed(view: BoardView) -> bool:
            known = self._known
            return known is not None and known.print.alike(image, view, self._believed).max() > P.printed

        try:
            view = located_by_pose(image, BOARD, camera=camera, previous=self._view, printed=printed).view
        except VisionError:
            if not self._arm:
                raise
            # What hides the board tells nothing of it.
            reading = _reading(swept(image, self._view), self._view, quick=True)
            return self._look(image, self._view, replace(reading, hidden=np.ones_like(reading.hidden)), False)
        # Which way a known board stands is plain enough to a quick reading.
        sweep = swept(image, view)
        reading = _reading(sweep, view, quick=self._known is not None)
        by_print, built = self._stands(image, view, reading)
        best, sure = _surest(by_print + built)
        self._view = stood = view.turned(best) if best else view
        if (known := self._known) is None:
            return self._look(image, self._view, turned(reading, best), not sure)

        def drawing(look: ColumnLook) -> ColumnLook:
            return replace(look, drawing=partial(known.drawn, image, look.view, self._believed, self._highest))

        drawn = known.drawn(image, self._view, self._believed, self._highest)
        self._view = drawn.posed(stood, self._believed)
        here = sweep if self._view is view else swept(image, self._view)
        look = self._look(image, self._view, _reading(here, self._view), False)
        look = replace(look, drawing=lambda: drawn) if self._view is stood else drawing(look)
        worth = by_print + built
        others = [k for k in range(4) if k != best and worth[k] > worth[best] - P.other_turns]
        reading = _reading(sweep, view) if others else reading
        ways = (replace(look, view=view.turned(k), reading=turned(reading, k)) for k in others)
        logs = (float(by_print[k] - by_print[best]) for k in others)
        return replace(look, standing=tuple(zip(logs, map(drawing, ways), strict=True)))

    def _look(self, image: Image, view: BoardView, reading: ColumnReading, unsure: bool) -> ColumnLook:
        since = self._first.matrix.T @ view.matrix
        angle = float(np.arctan2(since[1, 0], since[0, 0]))
        look = ColumnLook(image, view, reading, self._limits, angle, unsure, self._arm)
        if not (look.hand or self._arm):
            self._watch.clear(image)
        return look

    def _stands(self, image: Image, view: BoardView, reading: ColumnReading) -> tuple[Floats, Floats]:
        """Return the log-likelihoods (natural) that the board stands as the view turned by 0, 1, 2 and 3 quarters: by
        its print, and by what is built."""
        apart = [_apart(view.turned(quarter), self._view) for quarter in range(4)]
        stayed = P.stayed * (np.arange(4) == np.argmin(apart))
        if self._known is None:
            return stayed, self._stands_by_mask(image, view, reading)
        built = [built_fits(turned(reading, quarter), self._limits, self._believed) for quarter in range(4)]
        return stayed + P.print_worth * self._known.print.alike(image, view, self._believed), np.array(built)

    def _stands_by_mask(self, image: Image, view: BoardView, reading: ColumnReading) -> Floats:
        """Return the log-likelihoods of the four quarters by the mask, for a board whose print is not known."""
        built = [built_fits(turned(reading, quarter), self._limits, self._believed) for quarter in range(4)]
        return P.mask_worth * np.array(agreeing(square_colours(image, view), self._limits, flat(reading))) + built


def _surest(worth: Floats) -> tuple[int, bool]:
    """Return the likeliest number of quarters to turn a view, and whether it is sure."""
    best = int(worth.argmax())
    return best, bool(worth[best] - np.delete(worth, best).max() > P.sure_turn)


def _reading(sweep: PlaneSweep, view: BoardView, quick: bool = False) -> ColumnReading:
    reading = read_columns(sweep, sides=1) if quick else read_on(sweep, read_columns(sweep))
    return reading.doubted(P.doubt + (1 - P.doubt) * view.confidence)


def _apart(one: BoardView, other: BoardView) -> float:
    """Return the distance (pixels) of the corners of two views."""
    return float(np.abs(one.project(one.ring) - other.project(other.ring)).sum())
