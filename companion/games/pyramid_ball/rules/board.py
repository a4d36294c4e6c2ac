"""The board, its squares and directions, and the six pyramids, as small numbers.

Squares are 0..55, a1 first, row by row, so the square above `s` is `s + 7`. Pyramids are 0..5: the small, medium and
large of the first player, who sits at row 1, then those of the second, who sits at row 8. Directions are those of the
board (north is towards row 8), whoever moves.
"""

from collections.abc import Sequence
from typing import Any, Literal

from companion.games.errors import GameError, printable

Player = Literal["first", "second"]
Size = Literal["S", "M", "L"]

PLAYERS: tuple[Player, Player] = ("first", "second")
SIZES: tuple[Size, Size, Size] = ("S", "M", "L")
PIECES: tuple[tuple[Player, Size], ...] = tuple((player, size) for player in PLAYERS for size in SIZES)

WIDTH, LENGTH = 7, 8
SQUARES = tuple(f"{column}{row}" for row in range(1, LENGTH + 1) for column in "abcdefg")
INDEX = {name: square for square, name in enumerate(SQUARES)}

STAND, NORTH, EAST, SOUTH, WEST = range(5)
OFF = -1

# The letters of a program as seen by each player from the own side.
LETTERS = "FBLR."
COMMANDS: tuple[dict[str, int], dict[str, int]] = (
    {"F": NORTH, "B": SOUTH, "L": WEST, "R": EAST, ".": STAND},
    {"F": SOUTH, "B": NORTH, "L": EAST, "R": WEST, ".": STAND},
)
# The direction in which each player leaves the goal row.
OUTWARDS = (SOUTH, NORTH)
# The row (0..7) in which each player scores.
GOAL_ROW = (LENGTH - 1, 0)


def _target(square: int, direction: int) -> int:
    x, y = square % WIDTH, square // WIDTH
    dx, dy = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))[direction]
    inside = 0 <= x + dx < WIDTH and 0 <= y + dy < LENGTH
    return square + WIDTH * dy + dx if inside else OFF


# TARGET[direction][square]: the square one step on, OFF beyond the edge.
TARGET: tuple[tuple[int, ...], ...] = tuple(
    tuple(_target(square, direction) for square in range(len(SQUARES))) for direction in range(5)
)


def team_of(piece: int) -> int:
    return piece // 3


def row_of(square: int) -> int:
    """Return the row of a square, from 0 for row 1, next to the first player, to 7 for row 8."""
    return square // WIDTH


def read_square(value: Any, place: str) -> int:
    """Return the number of a square such as "d4". Raises GameError naming `place`."""
    if not isinstance(value, str) or value not in INDEX:
        raise GameError("ball.no_square", place=place, got=printable(value))
    return INDEX[value]


def read_player(value: Any, place: str) -> int:
    """Read 0 of "first", 1 of "second". Raises GameError naming `place`."""
    if not isinstance(value, str) or value not in PLAYERS:
        raise GameError("ball.no_player", place=place, got=printable(value))
    return PLAYERS.index(value)


def read_size(value: Any, place: str) -> Size:
    """Raises GameError naming `place`."""
    for size in SIZES:
        if isinstance(value, str) and value == size:
            return size
    raise GameError("ball.no_size", place=place, got=printable(value))


def beside(squares: Sequence[int], scorer: int) -> tuple[int, ...]:
    """Return the first empty squares to the west and to the east of square `scorer` in its row, those that exist
    (PB-30)."""
    first = scorer - scorer % WIDTH
    west = [square for square in range(scorer - 1, first - 1, -1) if square not in squares]
    east = [square for square in range(scorer + 1, first + WIDTH) if square not in squares]
    return (*west[:1], *east[:1])
