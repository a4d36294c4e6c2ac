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
from companion.games.reason import Reason, because

COLOURS = "RYGB"
BLACK = "K"
CLEAR = "C"

CELLS: tuple[str, ...] = tuple(file + rank for rank in "12345" for file in "abcde")
INDEX: Mapping[str, int] = {cell: i for i, cell in enumerate(CELLS)}

# A large, five mediums and five smalls, and the black of a tower among them.
MOST_PIECES = 12

_PIECE = re.compile(r"[RYGBKC][123]")
_STACK = re.compile(r"(?:[RYGBKC][123])*")


def pieces_of(stack: str) -> tuple[str, ...]:
    """The pieces of a stack, bottom to top. `stack` is well-formed text."""
    return tuple(_PIECE.findall(stack))


def read_stack(cell: str, stack: Any) -> str:
    """`stack` when it is well-formed text, whatever the rules say of it.

    Raises GameError naming the cell.
    """
    if not isinstance(stack, str):
        raise GameError("looney.stack.no_text", cell=cell, got=shown(stack))
    if len(stack) > 2 * MOST_PIECES:
        raise GameError("looney.stack.high", cell=cell, most=MOST_PIECES, n=len(stack) // 2)
    if not _STACK.fullmatch(stack):
        raise GameError("looney.stack.malformed", cell=cell, got=shown(stack))
    return stack


def read_grid(grid: Any) -> dict[str, str]:
    """All 25 cells with well-formed stacks, in the order of CELLS; what stands where is not judged.

    Raises GameError naming the cell.
    """
    if not isinstance(grid, Mapping):
        raise GameError("looney.grid.no_object", got=shown(grid))
    if strange := [name for name in grid if name not in INDEX]:
        raise GameError("looney.grid.no_cell", got=shown(strange[0]))
    if missing := tuple(cell for cell in CELLS if cell not in grid):
        raise GameError("looney.grid.missing", cells=missing)
    return {cell: read_stack(cell, grid[cell]) for cell in CELLS}


@lru_cache(maxsize=4096)
def stack_fault(stack: str) -> Reason | None:
    """Why no legal play can build this stack, or None. Counts of pieces are not judged here.

    Invariants: the bottom is a large, clear or coloured; on a coloured large stand only its own colour and at most one
    black, that on a tree; on a clear one stand mediums and smalls of one colour; sizes never grow upwards except at
    the black, which carries only smaller pieces.
    """
    pieces = pieces_of(stack)
    if not pieces:
        return because("looney.stack.empty")
    base, above = pieces[0], pieces[1:]
    if base[1] != "3" or base[0] == BLACK:
        return because("looney.stack.bottom", piece=base)
    if wrong := [piece for piece in above if piece[0] == CLEAR or (piece[1] == "3" and piece[0] != BLACK)]:
        return because("looney.stack.large", piece=wrong[0])
    if base[0] == CLEAR:
        if len({piece[0] for piece in above}) > 1 or any(piece[0] == BLACK for piece in above):
            return because("looney.stack.clear")
    elif wrong := [piece for piece in above if piece[0] not in (base[0], BLACK)]:
        return because("looney.stack.foreign", piece=wrong[0], base=base)
    return _order_fault(pieces)


def _order_fault(pieces: tuple[str, ...]) -> Reason | None:
    blacks = [i for i, piece in enumerate(pieces) if piece[0] == BLACK]
    if len(blacks) > 1:
        return because("looney.stack.two_blacks")
    if blacks and {piece[1] for piece in pieces[: blacks[0]]} != {"1", "2", "3"}:
        return because("looney.stack.no_tree")
    for i, (lower, upper) in enumerate(pairwise(pieces)):
        if upper[0] == BLACK:
            continue
        if i in blacks and upper[1] >= lower[1]:
            return because("looney.stack.on_black", piece=upper, top=lower)
        if upper[1] > lower[1]:
            return because("looney.stack.order", piece=upper, top=lower)
    return None


class StacksByCell(Mapping[str, str]):
    """The 25 stacks of the board by cell: immutable, hashable and well-formed.

    Raises GameError naming the cell of a stack that no legal play can build.
    """

    __slots__ = ("_hash", "stacks")

    stacks: tuple[str, ...]

    def __init__(self, grid: Any) -> None:
        if isinstance(grid, StacksByCell):
            self.stacks = grid.stacks
        else:
            read = read_grid(grid)
            for cell, stack in read.items():
                if fault := stack_fault(stack):
                    raise GameError("looney.stack.impossible", cell=cell, stack=stack, reason=fault)
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
