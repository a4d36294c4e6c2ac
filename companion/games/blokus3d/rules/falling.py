"""Finds where a piece comes to rest when it is let down from above, legal or not."""

from collections.abc import Iterator

from companion.games.blokus3d.rules.model import Position
from companion.games.blokus3d.rules.pieces import Cell, Shape
from companion.games.blokus3d.rules.structures import Square


def put_down(position: Position, shape: Shape, square: Square) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of every way to let down a piece so turned with a cube over `square`, sorted."""
    for x0, y0 in dict.fromkeys((square[0] - x, square[1] - y) for x, y, _ in shape):
        places = [((x0 + x, y0 + y), z) for x, y, z in shape]
        z0 = max(len(position.column(place)) - z if place in position.limits else -z for place, z in places)
        yield tuple(sorted((*place, z0 + z) for place, z in places))
