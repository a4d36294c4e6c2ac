"""A building of cubes as a picture, and the pieces to choose from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.app.views import BoardPicture
from companion.games.blokus3d.rules.pieces import ORIENTATIONS
from companion.games.blokus3d.table.drawing import limit, placed

# Each piece as it lies flattest.
SHAPES = {
    piece: min(shapes, key=lambda shape: tuple(max(cube[axis] for cube in shape) for axis in (2, 1, 0)))
    for piece, shapes in ORIENTATIONS.items()
}


@dataclass(frozen=True)
class Building(BoardPicture):
    """Columns by square, a letter for each cube from the board up. `ghost`: cubes about to be placed, in `colour`.
    `limits`: the allowed heights of squares."""

    ghost: Sequence[Sequence[int]] = ()
    colour: str = "B"
    limits: Mapping[str, int] = field(default_factory=dict)

    def from_above(self) -> "Building":
        """Return the same with what is about to be placed, and how high one may build elsewhere, over its squares."""
        heights = {f"{x},{y}": z + 1 for x, y, z in sorted(self.ghost, key=lambda cube: cube[2])}
        bounded = {
            square: limit(most, self.grid[square]) for square, most in self.limits.items() if square in self.grid
        }
        return replace(self, over=bounded | {square: placed(self.colour, n) for square, n in heights.items()})


def square_of(name: str) -> tuple[int, int]:
    """Parse ``3,4``."""
    x, y = name.split(",")
    return int(x), int(y)


def bounds(names: Iterable[str]) -> tuple[int, int, int, int]:
    """Return the least and greatest x, and the least and greatest y."""
    xs, ys = zip(*map(square_of, names), strict=True)
    return min(xs), max(xs), min(ys), max(ys)
