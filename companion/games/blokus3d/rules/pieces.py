"""The eleven pieces of Blokus 3D: all ways to join two, three or four cubes face to face, and to turn them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise

Cell = tuple[int, int, int]
Shape = tuple[Cell, ...]

LEAST_CUBES, MOST_CUBES = 2, 4
_FACES: tuple[Cell, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
# The squared distances between the cubes of a piece tell all pieces apart but the two screws.
_NAMES: Mapping[tuple[int, ...], str] = {
    (1,): "I2",
    (1, 1, 4): "I3",
    (1, 1, 2): "V3",
    (1, 1, 1, 4, 4, 9): "I4",
    (1, 1, 1, 2, 2, 4): "T4",
    (1, 1, 1, 2, 4, 5): "L4",
    (1, 1, 1, 1, 2, 2): "O4",
    (1, 1, 1, 2, 2, 5): "S4",
    (1, 1, 1, 2, 2, 2): "Y4",
    (1, 1, 1, 2, 2, 3): "A4",
}
_MIRROR_OF_A4 = "B4"


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Return the six cells that share a face with `cell`."""
    x, y, z = cell
    return ((x + dx, y + dy, z + dz) for dx, dy, dz in _FACES)


def at_origin(cells: Iterable[Cell]) -> Shape:
    """Return the cells moved against the three axes' zero and sorted: equal for equal shapes in equal orientation."""
    found = list(cells)
    least = [min(cell[axis] for cell in found) for axis in range(3)]
    return tuple(sorted((x - least[0], y - least[1], z - least[2]) for x, y, z in found))


@cache
def piece_of(shape: Shape) -> str | None:
    """Return the name of the piece that cells `at_origin` form, however it is turned; None when they form none."""
    if not LEAST_CUBES <= len(shape) <= MOST_CUBES or not _joined(shape):
        return None
    name = _NAMES[tuple(sorted(_distance(a, b) for a, b in combinations(shape, 2)))]
    return _MIRROR_OF_A4 if name == "A4" and _winding(shape) < 0 else name


def _joined(shape: Shape) -> bool:
    reached, edge = {shape[0]}, [shape[0]]
    while edge:
        new = {near for near in neighbours(edge.pop()) if near in shape} - reached
        reached |= new
        edge += new
    return len(reached) == len(shape)


def _distance(a: Cell, b: Cell) -> int:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True))


def _winding(screw: Shape) -> int:
    """Return the direction in which a screw winds, 1 or -1; it is the same from either end."""
    (start, *_) = [cell for cell in screw if sum(_distance(cell, other) == 1 for other in screw) == 1]
    path = sorted(screw, key=lambda cell: _distance(start, cell))
    (a, b, c), (d, e, f), (g, h, i) = (
        tuple(q - p for p, q in zip(here, there, strict=True)) for here, there in pairwise(path)
    )
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _shapes() -> Iterator[Shape]:
    """Yield every shape of two to four joined cubes in every orientation, grown cube by cube."""
    grown: set[Shape] = {((0, 0, 0),)}
    for _ in range(LEAST_CUBES, MOST_CUBES + 1):
        grown = {
            at_origin((*shape, near))
            for shape in grown
            for cell in shape
            for near in neighbours(cell)
            if near not in shape
        }
        yield from sorted(grown)


def _orientations() -> Mapping[str, tuple[Shape, ...]]:
    found: dict[str, list[Shape]] = {name: [] for name in (*_NAMES.values(), _MIRROR_OF_A4)}
    for shape in _shapes():
        name = piece_of(shape)
        assert name
        found[name].append(shape)
    return {name: tuple(shapes) for name, shapes in found.items()}


# The orientations of each piece, moved `at_origin`: those it can be turned to in space, never mirrored.
ORIENTATIONS = _orientations()
PIECES: tuple[str, ...] = tuple(ORIENTATIONS)
CUBES: Mapping[str, int] = {name: len(shapes[0]) for name, shapes in ORIENTATIONS.items()}
# The other of the two screws.
MIRRORED: Mapping[str, str] = {"A4": "B4", "B4": "A4"}
