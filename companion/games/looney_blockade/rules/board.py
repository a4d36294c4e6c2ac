"""The board of Looney Blockade: its 25 cells and the stacks that can stand on them.

A stack is written bottom to top as colour and pips of each piece: "G3G2G1K3". Rules cited as BK-nn are the
rulings of the rulebook (`companion.games.looney_blockade.rules.rulebook`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.games.errors import GameError, printable

COLOURS = "RYGB"
BLACK = "K"
CLEAR = "C"

CELLS: tuple[str, ...] = tuple(file + rank for rank in "12345" for file in "abcde")
INDEX: Mapping[str, int] = {cell: i for i, cell in enumerate(CELLS)}

# How many there are of each kind: a small, a medium and a large of the four colours and black, and clear larges.
OF_A_KIND = 5
# All pieces of the game in one pile.
MOST_PIECES = 16 * OF_A_KIND

_PIECE = re.compile(r"[RYGBKC][123]")
_STACK = re.compile(r"(?:[RYGBKC][123])*")


def pieces_of(stack: str) -> tuple[str, ...]:
    """Return the pieces of a stack, bottom to top. `stack` is well-formed text."""
    return tuple(_PIECE.findall(stack))


def read_stack(cell: str, stack: Any) -> str:
    """Return `stack` if it is well-formed text, legal or not. Raises GameError naming the cell."""
    if not isinstance(stack, str):
        raise GameError("looney.stack.no_text", cell=cell, got=printable(stack))
    if len(stack) > 2 * MOST_PIECES:
        raise GameError("looney.stack.high", cell=cell, most=MOST_PIECES, n=len(stack) // 2)
    if not _STACK.fullmatch(stack):
        raise GameError("looney.stack.malformed", cell=cell, got=printable(stack))
    return stack


def read_grid(grid: Any) -> dict[str, str]:
    """Return all 25 cells with well-formed stacks, in the order of CELLS; what stands where is not judged.

    Raises GameError naming the cell.
    """
    if not isinstance(grid, Mapping):
        raise GameError("looney.grid.no_object", got=printable(grid))
    if strange := [name for name in grid if name not in INDEX]:
        raise GameError("looney.grid.no_cell", got=printable(strange[0]))
    if missing := tuple(cell for cell in CELLS if cell not in grid):
        raise GameError("looney.grid.missing", cells=missing)
    return {cell: read_stack(cell, grid[cell]) for cell in CELLS}


@lru_cache(maxsize=4096)
def is_lawful(stack: str) -> bool:
    """Return True if legal play can build this stack. Counts of pieces are not judged here.

    Invariants: the bottom is a large, clear or coloured; on a coloured large stand only its own colour and at most one
    black, that on a tree; on a clear one stand mediums and smalls of one colour; sizes never grow upwards except at
    the black, which carries only smaller pieces.
    """
    base, above = stack[:2], stack[2:]
    if base[1:] != "3" or base[0] == BLACK:
        return False
    below, black, rest = above.partition(BLACK)
    colours = set(below[::2] + rest[1::2])
    if base[0] == CLEAR:
        return not black and len(colours) <= 1 and colours <= set(COLOURS) and _shrinks("2" + above[1::2])
    if not colours <= {base[0]} or BLACK in rest or not _shrinks("2" + below[1::2]):
        return False
    if not black:
        return True
    return {"1", "2"} <= set(below[1::2]) and (len(rest) == 1 or rest[2] < rest[0]) and _shrinks(rest[2::2])


def _shrinks(sizes: str) -> bool:
    return all(upper <= lower for lower, upper in pairwise(sizes))


def keeps_lawful(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return True if no stack that legal play can build has become another."""
    return all(now == was or is_lawful(now) or not is_lawful(was) for was, now in zip(before, after, strict=True))


@lru_cache(maxsize=4096)
def tower_colour(stack: str) -> str | None:
    """Return the colour of the tower that a black caps in this stack, whatever stands on the black; None without one.

    A black that was put on anything else caps nothing.
    """
    at = stack.find(BLACK)
    return stack[0] if at > 0 and is_lawful(stack[: at + 2]) else None


def count_pieces(stacks: Sequence[str]) -> Counter[str]:
    """Return how many there are of every piece on the board."""
    return Counter(piece for stack in stacks for piece in pieces_of(stack))


def pieces_too_many(stacks: Sequence[str]) -> dict[str, int]:
    """Return the pieces of which there are more on the board than the game has, and how many there are."""
    return {piece: n for piece, n in sorted(count_pieces(stacks).items()) if n > OF_A_KIND}


class StacksByCell(Mapping[str, str]):
    """The 25 stacks of the board by cell: immutable, hashable and well-formed.

    Any pyramid can stand on any other, and players may agree to what the rules forbid, so any pile of pieces that
    the game has may stand anywhere, and a cell may be empty. Raises GameError naming the cell of another one.
    """

    __slots__ = ("_hash", "stacks")

    stacks: tuple[str, ...]

    def __init__(self, grid: Any) -> None:
        if isinstance(grid, StacksByCell):
            self.stacks = grid.stacks
        else:
            read = read_grid(grid)
            for cell, stack in read.items():
                if strange := next((piece for piece in ("C1", "C2") if piece in stack), None):
                    raise GameError("looney.stack.unknown", cell=cell, piece=strange)
            self.stacks = tuple(read.values())
        self._hash = hash(self.stacks)

    def __getitem__(self, cell: str) -> str:
        return self.stacks[INDEX[cell]]

    def __iter__(self) -> Iterator[str]:
        return iter(CELLS)

    def __len__(self) -> int:
        return len(CELLS)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, StacksByCell):
            return self.stacks == other.stacks
        return Mapping.__eq__(self, other)

    def __repr__(self) -> str:
        return f"StacksByCell({dict(self)})"
