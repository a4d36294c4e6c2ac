"""Compares a picture's reading with earlier pictures: the fourth stage of seeing (`vision.tracking.tracker`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.parameters import parameters
from vision.stacks.change import difference, touched_log_odds
from vision.stacks.reader import Known
from vision.stacks.silhouettes import Veil, nearest_first, stack_mask, veil
from vision.tracking.arm import arm_over
from vision.tracking.cell_reading import BoardReading, FirstReading
from vision.tracking.looks import BoardLook, CellLook, Past


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    same_again: float = 0.0  # nats; a cell touched less likely looks as it did when it was weighed
    comparable: float = 0.25  # share of a stack's outline that must show now as before for a change to count
    lingers: int = 3  # changes of the board that something must outlast in its place to be no arm


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Earlier:
    """A cell as it was last seen and understood."""

    known: Known
    first: FirstReading
    among: Mapping[str, str]
    """All stacks of the board as they were known then."""


class BoardMemory:
    """Memory of earlier pictures of a board: understood stacks, weighed cells, pictures without a hand."""

    def __init__(self, cells: Sequence[str]) -> None:
        self._cells = cells
        self._understood: dict[str, Earlier] = {}
        self._weighed: dict[str, Known] = {}
        # The first picture without a hand and the last two.
        self._clear: list[Image] = []
        self._lingered = 0

    @property
    def known(self) -> dict[str, Known]:
        """Crops and stacks of the cells that were understood."""
        return {cell: earlier.known for cell, earlier in self._understood.items()}

    @property
    def stacks(self) -> dict[str, str]:
        """Stacks of the cells that were understood."""
        return {cell: earlier.known.stack for cell, earlier in self._understood.items()}

    def compare(self, reading: BoardReading, last: BoardLook | None) -> BoardLook:
        """Compare a reading with earlier pictures. `last`: the look before this one, if the board has not moved
        since."""
        crops = reading.crops
        past = self._past(reading)
        return BoardLook(
            crops.image,
            crops.view,
            {cell: CellLook(first, past.get(cell)) for cell, first in reading.first.items()},
            crops.by_cell,
            reading.rise,
            reading.ends.by_cell,
            self._arm(reading, last),
            self._again(reading),
        )

    def weigh(self, look: BoardLook) -> frozenset[str]:
        """Remember that `look` was weighed. Returns the cells that it shows."""
        self._weighed = {
            cell: Known(look.crops[cell], look.cells[cell].first.likeliest)
            for cell in self._cells
            if cell not in look.hidden
        }
        return frozenset(self._weighed)

    def learn(self, look: BoardLook, grid: Mapping[str, str]) -> None:
        """Remember that `look` showed `grid`; hidden cells keep what was known of them."""
        among = self.stacks | dict(grid)
        for cell, stack in grid.items():
            if cell not in look.hidden:
                self._understood[cell] = Earlier(Known(look.crops[cell], stack), look.cells[cell].first, among)
                self._weighed.pop(cell, None)

    def add_clear(self, image: Image) -> None:
        """Remember a picture without a hand."""
        self._clear = [*self._clear[:1], *self._clear[1:][-1:], image]

    def move(self) -> None:
        """Forget the pictures in which the board lay elsewhere."""
        self._clear, self._lingered = [], 0

    def _arm(self, reading: BoardReading, last: BoardLook | None) -> bool:
        """Return True if an arm is over the board that none of the clear pictures has."""
        view, image, rise, stacks = reading.crops.view, reading.crops.image, reading.rise, self.stacks
        if not self._clear or not all(arm_over(view, clear, image, stacks, rise) for clear in self._clear):
            self._lingered = 0
            return False
        stays = last is not None and last.arm and not arm_over(view, last.image, image, stacks, rise)
        self._lingered = self._lingered + 1 if stays else 0
        if self._lingered < P.lingers:
            return True
        self.add_clear(image)
        return False

    def _past(self, reading: BoardReading) -> dict[str, Past]:
        """Return what the earlier looks add, nearest cell first: changes before a stack are none of its own."""
        if not self._understood:
            return {}
        differences = _differences(reading, self.known)
        now, past = self.stacks, dict[str, Past]()
        for cell in nearest_first(reading.crops.view, self._understood):
            earlier = self._understood[cell]
            own, shows, left = _mask(reading, cell, earlier.known.stack), 1.0, 1.0
            if before := _veil(reading, cell, earlier, [*past], now):
                left, shows = float((own & ~before.over).sum() / own.sum()), before.shows
                crop = reading.crops.by_cell[cell]
                differences[cell] = difference(earlier.known.crop, crop, own & ~before.over)
            touched = touched_log_odds(differences)[cell] if left >= P.comparable else 0.0
            past[cell] = Past(earlier.known.stack, earlier.first, reading.compared[cell], touched, shows)
            if touched > P.same_again:
                now[cell] = CellLook(reading.first[cell], past[cell]).likeliest
        return past

    def _again(self, reading: BoardReading) -> frozenset[str]:
        """Return the cells that look as they did when they were weighed but not understood."""
        if not self._weighed:
            return frozenset()
        touched = touched_log_odds(_differences(reading, self.known | self._weighed))
        return frozenset(cell for cell in self._weighed if touched[cell] < P.same_again)


def _differences(reading: BoardReading, known: Mapping[str, Known]) -> dict[str, float]:
    crops = reading.crops.by_cell
    return {
        cell: difference(known[cell].crop, crop, _mask(reading, cell, known[cell].stack))
        for cell, crop in crops.items()
        if cell in known
    }


def _mask(reading: BoardReading, cell: str, stack: str) -> NDArray[np.bool_]:
    return stack_mask(reading.crops.view, cell, stack, reading.crops.frame(cell), reading.rise)


def _veil(
    reading: BoardReading, cell: str, earlier: Earlier, nearer: Sequence[str], now: Mapping[str, str]
) -> Veil | None:
    """Return what has come or gone before a cell since it was last understood."""
    fronts = {front: (earlier.among[front], now[front]) for front in nearer if front in earlier.among}
    if all(then == stands for then, stands in fronts.values()):
        return None
    crops = reading.crops
    return veil(crops.view, cell, earlier.known.stack, crops.frame(cell), fronts, reading.rise)
