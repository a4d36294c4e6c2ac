"""A building of cubes as a picture, and the pieces to choose from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.app.views import BoardPicture
from companion.games.blokus3d.rules.pieces import ORIENTATIONS

# Each piece as it lies flattest.
SHAPES = {
    piece: min(shapes, key=lambda shape: tuple(max(cube[axis] for cube in shape) for axis in (2, 1, 0)))
    for piece, shapes in ORIENTATIONS.items()
}


@dataclass(frozen=True)
class Building(BoardPicture):
    """Columns by square from the board up, a letter a cube; `ghost` are the cubes about to be placed, in `colour`.
    `limits` are the heights that squares may have.
    """

    ghost: Sequence[Sequence[int]] = ()
    colour: str = "B"
    limits: Mapping[str, int] = field(default_factory=dict)


def square_of(name: str) -> tuple[int, int]:
    """``3,4`` -> (3, 4)."""
    x, y = name.split(",")
    return int(x), int(y)


def bounds(names: Iterable[str]) -> tuple[int, int, int, int]:
    """Least and greatest x, least and greatest y."""
    xs, ys = zip(*map(square_of, names), strict=True)
    return min(xs), max(xs), min(ys), max(ys)
