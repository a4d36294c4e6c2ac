"""All placements of all pieces in one structure, numbered once for all; sets of them are the bits of an integer.

What may be placed then takes a few dozen operations on long integers: the placements that stand on every column as it
is, those that touch the right cubes, those of the pieces left. `rules` says the same for one placement at a time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.games.blokus3d.rules.model import Placement
from companion.games.blokus3d.rules.pieces import ORIENTATIONS, PIECES, Cell, neighbours
from companion.games.blokus3d.rules.structures import Square, Structure, limits

# The most columns a piece can stand on.
MOST_COLUMNS = 4


@dataclass(frozen=True)
class Space:
    """The placements in one structure for a number of players.

    Squares are numbered in the order of `limits`. `based[square][height]` holds the placements that leave the square
    alone or start on it exactly at that height; `touching[square][z]` those with a face against that cell;
    `of_piece[i]` those of PIECES[i]; `grounded` those with a cube on the board. `footprints` are the squares
    that each placement covers and how many cubes it adds to each; `covered` (placements, 4) int16 the squares alone,
    filled up with the number of squares. `pieces` (placements,) int8 are indices of PIECES.
    """

    squares: tuple[Square, ...]
    limits: tuple[int, ...]
    placements: tuple[Placement, ...]
    based: tuple[tuple[int, ...], ...]
    touching: tuple[tuple[int, ...], ...]
    of_piece: tuple[int, ...]
    grounded: int
    footprints: tuple[tuple[tuple[int, int], ...], ...]
    covered: NDArray[np.int16]
    pieces: NDArray[np.int8]

    @property
    def bytes(self) -> int:
        """Number of bytes that hold one bit for every placement."""
        return (len(self.placements) + 7) // 8

    def numbers(self, bits: int) -> NDArray[np.intp]:
        """Return the numbers of the placements in a set, ascending."""
        raw = np.frombuffer(bits.to_bytes(self.bytes, "little"), np.uint8)
        return np.flatnonzero(np.unpackbits(raw, bitorder="little"))


@lru_cache(maxsize=16)
def space(structure: Structure, players: int) -> Space:
    """Return the space of a structure for 2, 3 or 4 players."""
    heights = limits(structure, players)
    squares = tuple(heights)
    index = {square: i for i, square in enumerate(squares)}
    found = [(Placement(piece, cells), near) for piece in PIECES for cells, near in sorted(_fitting(piece, heights))]
    placements = [placement for placement, _ in found]
    everything = (1 << len(placements)) - 1
    covering, starting = [0] * len(squares), [[0] * (limit + 1) for limit in heights.values()]
    touching = [[0] * limit for limit in heights.values()]
    of_piece, grounded, footprints = [0] * len(PIECES), 0, []
    for number, (placement, near) in enumerate(found):
        bit = 1 << number
        of_piece[PIECES.index(placement.piece)] |= bit
        grounded |= bit if any(z == 0 for _, _, z in placement.cells) else 0
        rises = Counter((x, y) for x, y, _ in placement.cells)
        footprints.append(tuple((index[square], rise) for square, rise in rises.items()))
        for square in rises:
            base = min(z for x, y, z in placement.cells if (x, y) == square)
            covering[index[square]] |= bit
            starting[index[square]][base] |= bit
        for x, y, z in near:
            if 0 <= z < heights.get((x, y), 0):
                touching[index[x, y]][z] |= bit
    return Space(
        squares,
        tuple(heights.values()),
        tuple(placements),
        tuple(
            tuple(everything ^ covers | start for start in starts)
            for covers, starts in zip(covering, starting, strict=True)
        ),
        tuple(map(tuple, touching)),
        tuple(of_piece),
        grounded,
        tuple(footprints),
        _covered(footprints, len(squares)),
        np.array([PIECES.index(placement.piece) for placement in placements], np.int8),
    )


def _covered(footprints: Sequence[Sequence[tuple[int, int]]], filling: int) -> NDArray[np.int16]:
    covered = np.full((len(footprints), MOST_COLUMNS), filling, np.int16)
    for number, footprint in enumerate(footprints):
        covered[number, : len(footprint)] = [square for square, _ in footprint]
    return covered


def _fitting(piece: str, heights: Mapping[Square, int]) -> Iterator[tuple[tuple[Cell, ...], list[Cell]]]:
    """Yield every place of a piece within the squares and heights, with the cells about it."""
    across, along = (range(1 + max(axis)) for axis in zip(*heights, strict=True))
    for shape in ORIENTATIONS[piece]:
        near = _touched(shape)
        for dx, dy, dz in product(across, along, range(max(heights.values()))):
            if all(z + dz < heights.get((x + dx, y + dy), 0) for x, y, z in shape):
                cells, about = ([(x + dx, y + dy, z + dz) for x, y, z in each] for each in (shape, near))
                yield tuple(cells), about


def _touched(cells: Iterable[Cell]) -> set[Cell]:
    own = set(cells)
    return {near for cell in own for near in neighbours(cell)} - own
