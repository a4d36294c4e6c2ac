"""Columns of cubes, and placements of the engine as tables.

A thing of a square is its column from the board upwards, a letter a cube; ``.`` is a hole below a cube: from above
``.R`` looks as ``RR`` does.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from companion.games.blokus3d.rules.model import LETTERS, Placement, Position, Turn, square_name
from companion.games.blokus3d.rules.pieces import MOST_CUBES, ORIENTATIONS, Cell, at_origin, piece_of
from companion.games.blokus3d.rules.structures import BOARD, Square
from companion.games.blokus3d.rules.turns import moves, played, settled
from companion.referee.grid import Grid, Place, Thing

HOLE = "."
SQUARES: tuple[Place, ...] = tuple(f"{x},{y}" for y in range(BOARD) for x in range(BOARD))
HIGHEST = 8
HOLE_COUNTS = 3
"""A hole counts as so many cubes: seldom does anybody leave one."""


def grid_of(position: Position) -> Grid:
    """Return all squares of the turntable."""
    return {place: position.columns.get(place, "") for place in SQUARES}


@lru_cache(maxsize=4096)
def likely(column: Thing, letters: str) -> tuple[Thing, ...]:
    """Return the column itself, with one to four more cubes of a colour, and with cubes gone."""
    most = min(MOST_CUBES, HIGHEST + 1 - len(column))
    more = (column + letter * n for n in range(1, most + 1) for letter in letters)
    return (column, *more, *(column[:n] for n in range(len(column))))


@lru_cache(maxsize=4096)
def possible(column: Thing, letters: str) -> tuple[Thing, ...]:
    """Return what is `likely`; and with another cube on top, and a cube over holes."""
    exchanged = tuple(column[:-1] + letter for letter in letters if column[-1:] not in ("", letter))
    over = tuple(column + HOLE * n + letter for n in (1, 2, 3) for letter in letters)
    every = (*likely(column, letters), *exchanged, *over)
    return tuple(dict.fromkeys(thing for thing in every if len(thing) <= HIGHEST + 1))


@lru_cache(maxsize=4096)
def moved(was: Thing, now: Thing) -> int:
    """Return how many cubes must be put down or taken away for one column to become another."""
    same = 0
    while same < min(len(was), len(now)) and was[same] == now[same]:
        same += 1
    holes = now[same:].count(HOLE)
    return len(was) - same + len(now) - same + (HOLE_COUNTS - 1) * holes


def added(before: Grid, after: Grid) -> dict[Cell, str] | None:
    """Return the added cubes with their letters; None if others are gone or changed."""
    cells: dict[Cell, str] = {}
    for place in SQUARES:
        was, now = before[place], after[place]
        if was == now:
            continue
        if not now.startswith(was):
            return None
        x, y = map(int, place.split(","))
        cells |= {(x, y, z): letter for z, letter in enumerate(now) if z >= len(was) and letter != HOLE}
    return cells


@lru_cache(maxsize=64)
def placements(position: Position) -> Mapping[tuple[Cell, ...], Placement]:
    """Return all placements of the player to move, by their cells."""
    return {placement.cells: placement for placement in moves(position)}


@lru_cache(maxsize=1024)
def turn_of(position: Position, placement: Placement) -> Turn:
    """Return the turn of a legal placement."""
    return played(settled(position), placement)


def made(before: Grid, cells: Iterable[Cell], letter: str) -> dict[Place, Thing]:
    """Return the columns that change when cubes of a colour are put into cells."""
    change: dict[Place, Thing] = {}
    for x, y, z in sorted(cells):
        place = square_name((x, y))
        change[place] = change.get(place, before[place]).ljust(z, HOLE) + letter
    return change


def cubes_over(before: Grid, squares: Collection[Square], letter: str) -> Mapping[Cell, dict[Place, Thing]]:
    """Return for each cell in which a cube may come to rest with a piece that is let down on the squares, whatever the
    rules say of it, the column that it alone makes."""
    over = ((*square, z) for square in squares for z in range(HIGHEST + 1))
    heights = {square: len(before[square_name(square)]) for square in squares}
    return {cell: made(before, [cell], letter) for cell in over if 0 <= cell[2] - heights[cell[:2]] < MOST_CUBES}


def dropped(before: Grid, cells: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Return where the cubes of a piece may be that is let down so that all come to rest in some of the cells."""
    squares = {cell[:2]: len(before[square_name(cell[:2])]) for cell in cells}
    for shape in (each for shapes in ORIENTATIONS.values() for each in shapes):
        x1, y1, _ = shape[0]
        for x, y in squares:
            over = [(x - x1 + dx, y - y1 + dy, dz) for dx, dy, dz in shape]
            if all(cell[:2] in squares for cell in over):
                rest = max(squares[cell[:2]] - cell[2] for cell in over)
                placed = tuple(sorted((i, j, rest + dz) for i, j, dz in over))
                if all(cell in cells for cell in placed):
                    yield placed


def turn_to(before: Position, after: Grid) -> Turn | None:
    """Return the legal turn of the player to move that leads to a table."""
    return None if before.to_move is None else _turn_to(before, tuple(after[place] for place in SQUARES))


@lru_cache(maxsize=4096)
def _turn_to(before: Position, after: tuple[Thing, ...]) -> Turn | None:
    cells = added(grid_of(before), dict(zip(SQUARES, after, strict=True)))
    if not cells or len(cells) > MOST_CUBES or any(HOLE in column for column in after):
        return None
    if set(cells.values()) != {LETTERS[before.to_move or ""]}:
        return None
    placement = placements(before).get(tuple(sorted(cells)))
    return turn_of(before, placement) if placement else None


def hanging(before: Grid, after: Grid) -> Iterator[Grid]:
    """Return the tables that have the same tops but holes in place of added cubes: from above they look alike."""
    over = {}
    for place in SQUARES:
        was, now = before[place], after[place]
        if now.startswith(was) and len(now) > len(was) + 1:
            over[place] = was + HOLE * (len(now) - len(was) - 1) + now[-1]
    for n in range(1, min(len(over), MOST_CUBES) + 1):
        yield from ({**after, **{place: over[place] for place in some}} for some in combinations(over, n))


def misdeeds(before: Grid, after: Grid) -> int:
    """Return how many things have been done for one table to become another. Four cubes of a colour put down are one,
    as they may be a piece; so are those of one column taken away or exchanged."""
    cells = added(before, after)
    if cells is None:
        return sum(before[place] != after[place] for place in SQUARES)
    return sum(-(-count // MOST_CUBES) for count in Counter(cells.values()).values())


def cells_of(grid: Grid, letter: str) -> set[Cell]:
    """Return where the cubes of a colour are."""
    found: set[Cell] = set()
    for place, column in grid.items():
        x, y = (int(part) for part in place.split(","))
        found |= {(x, y, z) for z, colour in enumerate(column) if colour == letter}
    return found


def holds_piece(piece: str, cells: Collection[Cell], own: Collection[Cell]) -> bool:
    """Return True if a piece can be made of these cells and others of a player's own."""
    for shape in ORIENTATIONS[piece]:
        for x0, y0, z0 in shape:
            for x1, y1, z1 in list(cells)[:1]:
                placed = {(x + x1 - x0, y + y1 - y0, z + z1 - z0) for x, y, z in shape}
                if placed <= set(own) and set(cells) <= placed:
                    return True
    return False


def forms_piece(cells: Mapping[Cell, str]) -> str | None:
    """Return the piece that cubes of one colour form."""
    return piece_of(at_origin(cells)) if cells and len(set(cells.values())) == 1 and len(cells) <= MOST_CUBES else None
