"""The board of Looney Blockade: its 25 cells and the stacks that can stand on them.

A stack is written bottom to top as colour and pips of each piece: "G3G2G1K3". Rules cited as BK-nn are the
rulings of the rulebook (`companion.games.looney_blockade.rulebook`).
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.games.errors import GameError, shown

COLOURS = "RYGB"
BLACK = "K"
CLEAR = "C"
COLOUR_NAMES: Mapping[str, str] = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "K": "black",
    "C": "clear",
}
SIZE_NAMES: Mapping[int, str] = {1: "small", 2: "medium", 3: "large"}

CELLS: tuple[str, ...] = tuple(file + rank for rank in "12345" for file in "abcde")
INDEX: Mapping[str, int] = {cell: i for i, cell in enumerate(CELLS)}

# A large, five mediums and five smalls, and the black of a tower among them.
MOST_PIECES = 12

_PIECE = re.compile(r"[RYGBKC][123]")
_STACK = re.compile(r"(?:[RYGBKC][123])*")


def piece_name(piece: str) -> str:
    """ "G1" -> "green small"."""
    return f"{COLOUR_NAMES[piece[0]]} {SIZE_NAMES[int(piece[1])]}"


def pieces_of(stack: str) -> tuple[str, ...]:
    """The pieces of a stack, bottom to top. `stack` is well-formed text."""
    return tuple(_PIECE.findall(stack))


def read_stack(cell: str, stack: Any) -> str:
    """`stack` when it is well-formed text, whatever the rules say of it.

    Raises GameError naming the cell.
    """
    if not isinstance(stack, str):
        raise GameError(f"{cell}: a stack is text such as 'G3G1', bottom to top, not {shown(stack)}")
    if len(stack) > 2 * MOST_PIECES:
        raise GameError(f"{cell}: a stack has at most {MOST_PIECES} pieces, not {len(stack) // 2}")
    if not _STACK.fullmatch(stack):
        raise GameError(f"{cell}: {shown(stack)} is no stack; write each piece as colour (RYGBKC) and pips (1-3)")
    return stack


def read_grid(grid: Any) -> dict[str, str]:
    """All 25 cells with well-formed stacks, in the order of CELLS; what stands where is not judged.

    Raises GameError naming the cell.
    """
    if not isinstance(grid, Mapping):
        raise GameError(f"grid: an object of the 25 cells a1..e5 and their stacks is needed, not {shown(grid)}")
    if strange := [name for name in grid if name not in INDEX]:
        raise GameError(f"grid: there is no cell {shown(strange[0])}; cells are a1..e5")
    if missing := [cell for cell in CELLS if cell not in grid]:
        raise GameError(f"grid: {', '.join(missing)} missing; all 25 cells are needed")
    return {cell: read_stack(cell, grid[cell]) for cell in CELLS}


@lru_cache(maxsize=4096)
def stack_fault(stack: str) -> str | None:
    """Why no legal play can build this stack, or None. Counts of pieces are not judged here.

    Invariants: the bottom is a large, clear or coloured; on a coloured large stand only its own colour and at most one
    black, that on a tree; on a clear one stand mediums and smalls of one colour; sizes never grow upwards except at
    the black, which carries only smaller pieces.
    """
    pieces = pieces_of(stack)
    if not pieces:
        return "the cell is empty, yet every cell holds a large that never moves"
    base, above = pieces[0], pieces[1:]
    if base[1] != "3" or base[0] == BLACK:
        return f"a {piece_name(base)} is at the bottom, where a clear or coloured large must stand"
    if wrong := [piece for piece in above if piece[0] == CLEAR or (piece[1] == "3" and piece[0] != BLACK)]:
        return f"a {piece_name(wrong[0])} stands on another piece, and larges never move"
    if base[0] == CLEAR:
        if len({piece[0] for piece in above}) > 1 or any(piece[0] == BLACK for piece in above):
            return "pieces on a clear large must all be of one colour, none black"
    elif wrong := [piece for piece in above if piece[0] not in (base[0], BLACK)]:
        return f"a {piece_name(wrong[0])} cannot stand on a {piece_name(base)}"
    return _order_fault(pieces)


def _order_fault(pieces: tuple[str, ...]) -> str | None:
    blacks = [i for i, piece in enumerate(pieces) if piece[0] == BLACK]
    if len(blacks) > 1:
        return "there is more than one black in it"
    if blacks and {piece[1] for piece in pieces[: blacks[0]]} != {"1", "2", "3"}:
        return "its black does not stand on a large-medium-small tree"
    for i, (lower, upper) in enumerate(pairwise(pieces)):
        if upper[0] == BLACK:
            continue
        if i in blacks and upper[1] >= lower[1]:
            return f"a {piece_name(upper)} stands on a {piece_name(lower)}, which carries only smaller pieces"
        if upper[1] > lower[1]:
            return f"a {piece_name(upper)} stands on a {piece_name(lower)}"
    return None


class Grid(Mapping[str, str]):
    """The 25 stacks of the board by cell: immutable, hashable and well-formed.

    Raises GameError naming the cell of a stack that no legal play can build.
    """

    __slots__ = ("_hash", "stacks")

    stacks: tuple[str, ...]

    def __init__(self, grid: Any) -> None:
        if isinstance(grid, Grid):
            self.stacks = grid.stacks
        else:
            read = read_grid(grid)
            for cell, stack in read.items():
                if fault := stack_fault(stack):
                    raise GameError(f"{cell}: {stack or 'nothing'} cannot be there: {fault}")
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
        if isinstance(other, Grid):
            return self.stacks == other.stacks
        return Mapping.__eq__(self, other)

    def __repr__(self) -> str:
        return f"Grid({dict(self)})"
