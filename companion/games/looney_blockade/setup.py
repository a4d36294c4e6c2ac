"""Setting up Looney Blockade: the default layout and what is wrong with another one."""

from collections import Counter
from collections.abc import Mapping

from companion.games.errors import GameError
from companion.games.looney_blockade.board import CELLS, COLOUR_NAMES, COLOURS, pieces_of, read_grid
from companion.games.looney_blockade.model import Position, Side

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
    """The position before the first turn: the default layout, or `grid` when that is a valid set-up.

    Valid is: clear larges on the corners and the centre, five larges of each colour elsewhere, each with its small,
    and five mediums of one colour on each corner. Raises GameError listing everything that has to be put right.
    """
    if grid is None:
        return Position(_default_grid(), FULL_SUPPLY, to_move)
    read = read_grid(grid)
    if faults := setup_faults(read):
        raise GameError("this is no set-up: " + "; ".join(faults))
    return Position(read, FULL_SUPPLY, to_move)


def setup_faults(grid: Mapping[str, str]) -> list[str]:
    """Everything wrong with a set-up, in words for the person who puts it right; [] when it is valid.

    `grid` has all 25 cells with well-formed stacks (`board.read_grid`).
    """
    return [*_count_faults(grid), *_clear_faults(grid), *_square_faults(grid), *_pile_faults(grid)]


def _count_faults(grid: Mapping[str, str]) -> list[str]:
    counts = Counter(piece for stack in grid.values() for piece in pieces_of(stack))
    needed = {f"{colour}{size}": 5 for colour in COLOURS for size in "321"} | {"C3": 5}
    names = {"3": "larges", "2": "mediums", "1": "smalls"}
    faults = [
        f"{COLOUR_NAMES[piece[0]]} has {counts[piece]} {names[piece[1]]}, needs {need}"
        for piece, need in needed.items()
        if counts[piece] != need
    ]
    strange = sorted(piece for piece in counts if piece not in needed)
    return faults + [f"{COLOUR_NAMES[piece[0]]} {names[piece[1]]} do not stand on the board yet" for piece in strange]


def _clear_faults(grid: Mapping[str, str]) -> list[str]:
    faults = [
        f"{cell} needs a clear large at the bottom" for cell in (*CORNERS, CENTRE) if not grid[cell].startswith("C3")
    ]
    if grid[CENTRE] != "C3" and grid[CENTRE].startswith("C3"):
        faults.append(f"{CENTRE}: the clear large in the centre starts bare, but {grid[CENTRE]} stands there")
    return faults


def _square_faults(grid: Mapping[str, str]) -> list[str]:
    faults = []
    for cell in CELLS:
        base = grid[cell][:1]
        if cell in (*CORNERS, CENTRE):
            continue
        if base not in COLOURS or not base:
            faults.append(f"{cell} needs a coloured large with its small, has {grid[cell] or 'nothing'}")
        elif grid[cell] != f"{base}3{base}1":
            faults.append(f"{cell} needs a {COLOUR_NAMES[base]} large with a {COLOUR_NAMES[base]} small on it only")
    return faults


def _pile_faults(grid: Mapping[str, str]) -> list[str]:
    return [
        f"{cell} needs five mediums of one colour on its clear large, has {grid[cell]}"
        for cell in CORNERS
        if grid[cell].startswith("C3") and grid[cell] not in [f"C3{f'{colour}2' * 5}" for colour in COLOURS]
    ]
