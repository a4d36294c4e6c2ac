"""The cells of a board: their number, names and places."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np

from vision.errors import VisionError
from vision.image import Floats


@dataclass(frozen=True)
class BoardGrid:
    """Square cells in `files` (a, b, ...; along x) and `ranks` (1, 2, ...; along y). a1 has its outer corner at the
    origin. Lengths are in pitches (sides of a cell) unless a pitch is given."""

    files: int
    ranks: int

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Names of all cells, rank by rank: a1, b1, ..."""
        return tuple(f"{file}{rank + 1}" for rank in range(self.ranks) for file in ascii_lowercase[: self.files])

    @cached_property
    def ring(self) -> tuple[str, str, str, str]:
        """Corner cells, anticlockwise seen from above: on a 5 x 5 board a1 e1 e5 a5."""
        last = ascii_lowercase[self.files - 1]
        return "a1", f"{last}1", f"{last}{self.ranks}", f"a{self.ranks}"

    @cached_property
    def size(self) -> Floats:
        """Files and ranks, (2,)."""
        return np.array([self.files, self.ranks], float)

    @cached_property
    def outline(self) -> Floats:
        """Outer corners in the order of `ring`, 4 x 2."""
        x, y = self.size
        return np.array([[0, 0], [x, 0], [x, y], [0, y]])

    @cached_property
    def intersections(self) -> Floats:
        """Points where the grid's lines meet, in rows from y = 0 up, x from 0: (files + 1)(ranks + 1) x 2."""
        return np.array([[x, y] for y in range(self.ranks + 1) for x in range(self.files + 1)], float)

    @property
    def side(self) -> float:
        """Mean length of the outline's sides."""
        return float(self.size.mean())

    @property
    def turns(self) -> tuple[int, ...]:
        """Quarter turns that map the grid onto itself: all of them for a square one."""
        return (0, 1, 2, 3) if self.files == self.ranks else (0, 2)

    def turned(self, quarter: int) -> "BoardGrid":
        """Return the grid seen from `quarter` sides further: files and ranks are exchanged for odd numbers."""
        return BoardGrid(self.ranks, self.files) if quarter % 2 else self

    def place(self, cell: str) -> tuple[int, int]:
        """Return the file and the rank of a cell, counted from 0. Raises VisionError for a name that is no cell."""
        file, rank = ascii_lowercase.find(cell[:1]) if cell else -1, cell[1:]
        if not (0 <= file < self.files and rank.isascii() and rank.isdecimal() and 1 <= int(rank) <= self.ranks):
            raise VisionError("vision.cell.none", cell=cell, last=self.ring[2])
        return file, int(rank) - 1

    def centre(self, cell: str, pitch: float = 1.0) -> tuple[float, float]:
        """Return the middle of a cell. Raises VisionError for a name that is no cell."""
        file, rank = self.place(cell)
        return (file + 0.5) * pitch, (rank + 0.5) * pitch

    def floor(self, cells: Sequence[str], pitch: float = 1.0) -> Floats:
        """Return the middles of cells on the board's surface, N x 3. Raises VisionError for a name that is no cell."""
        return np.array([[*self.centre(cell), 0.0] for cell in cells]).reshape(-1, 3) * pitch


VOLCANO = BoardGrid(5, 5)
"""The Volcano board of Looney Blockade."""
FIELD = BoardGrid(7, 8)
"""The board of Pyramid Ball."""
TURNTABLE = BoardGrid(10, 10)
"""The board of Blokus 3D."""
HALF_BOARD = BoardGrid(6, 1)
"""Half a backgammon board as finders see it: six points wide and, from side to side, one deep."""
