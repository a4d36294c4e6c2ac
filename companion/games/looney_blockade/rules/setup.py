"""Setting up Looney Blockade: the default layout and what is wrong with another one."""

from collections.abc import Mapping

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.board import (
    BLACK,
    CELLS,
    COLOURS,
    OF_A_KIND,
    count_pieces,
    pieces_too_many,
    read_grid,
)
from companion.games.looney_blockade.rules.model import Position, Side
from companion.games.reason import Reason, because

CORNERS = ("a1", "e1", "a5", "e5")
CENTRE = "c3"
FULL_SUPPLY = (5, 5, 5)

# Kristin Looney's own layout, far rank first; the corner piles by corner.
_LAYOUT = ("CBBBC", "RRRBY", "RGCBY", "RGYYY", "CGGGC")
_PILES = {"a5": "G", "e5": "R", "a1": "Y", "e1": "B"}


def _default_grid() -> dict[str, str]:
    grid = {}
    for cell in CELLS:
        colour = _LAYOUT[5 - int(cell[1])]["abcde".index(cell[0])]
        if colour == "C":
            grid[cell] = "C3" + f"{_PILES[cell]}2" * 5 if cell in _PILES else "C3"
        else:
            grid[cell] = f"{colour}3{colour}1"
    return grid


def initial(grid: Mapping[str, str] | None = None, to_move: Side = "cool") -> Position:
    """Return the position before the first turn: the default layout, or `grid` when that is a valid set-up.

    Valid is: clear larges on the corners and the centre, five larges of each colour elsewhere, each with its small,
    and five mediums of one colour on each corner. Raises GameError listing everything that has to be put right.
    """
    if grid is None:
        return Position(_default_grid(), FULL_SUPPLY, to_move)
    read = read_grid(grid)
    if faults := setup_faults(read):
        raise GameError("looney.setup", "BK-setup", faults=tuple(faults))
    return Position(read, FULL_SUPPLY, to_move)


def taken_over(grid: Mapping[str, str], to_move: Side) -> Position:
    """Return the position of a table that players take over as it stands; the blacks not on it are the supply.

    Raises GameError naming the pieces of which the game has fewer.
    """
    stacks = read_grid(grid)
    if more := pieces_too_many(tuple(stacks.values())):
        there = tuple(because("looney.too_many.of", piece=piece, n=n) for piece, n in more.items())
        raise GameError("looney.too_many", "BK-setup", pieces=there, most=OF_A_KIND)
    counts = count_pieces(tuple(stacks.values()))
    small, medium, large = (OF_A_KIND - counts[f"{BLACK}{size}"] for size in "123")
    return Position(stacks, (small, medium, large), to_move)


def setup_faults(grid: Mapping[str, str]) -> list[Reason]:
    """Return all faults of a set-up, worded for the person who corrects it; [] for a valid set-up.

    `grid` has all 25 cells with well-formed stacks (`board.read_grid`).
    """
    return [*_count_faults(grid), *_clear_faults(grid), *_square_faults(grid), *_pile_faults(grid)]


def _count_faults(grid: Mapping[str, str]) -> list[Reason]:
    counts = count_pieces(tuple(grid.values()))
    needed = {f"{colour}{size}": 5 for colour in COLOURS for size in "321"} | {"C3": 5}
    faults = [
        because("looney.setup.count", colour=piece[0], size=piece[1], n=counts[piece], needed=need)
        for piece, need in needed.items()
        if counts[piece] != need
    ]
    strange = sorted(piece for piece in counts if piece not in needed)
    return faults + [because("looney.setup.too_early", colour=piece[0], size=piece[1]) for piece in strange]


def _clear_faults(grid: Mapping[str, str]) -> list[Reason]:
    bare = [cell for cell in (*CORNERS, CENTRE) if not grid[cell].startswith("C3")]
    faults = [because("looney.setup.clear", cell=cell) for cell in bare]
    if grid[CENTRE] != "C3" and grid[CENTRE].startswith("C3"):
        faults.append(because("looney.setup.centre", cell=CENTRE, stack=grid[CENTRE]))
    return faults


def _square_faults(grid: Mapping[str, str]) -> list[Reason]:
    faults = []
    for cell in CELLS:
        base = grid[cell][:1]
        if cell in (*CORNERS, CENTRE):
            continue
        if base not in COLOURS or not base:
            faults.append(because("looney.setup.square", cell=cell, stack=grid[cell]))
        elif grid[cell] != f"{base}3{base}1":
            faults.append(because("looney.setup.large", cell=cell, colour=base))
    return faults


def _pile_faults(grid: Mapping[str, str]) -> list[Reason]:
    return [
        because("looney.setup.pile", cell=cell, stack=grid[cell])
        for cell in CORNERS
        if grid[cell].startswith("C3") and grid[cell] not in [f"C3{f'{colour}2' * 5}" for colour in COLOURS]
    ]
