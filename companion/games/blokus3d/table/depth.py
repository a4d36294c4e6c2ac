"""Cubes in depth as shapes: a building that can be turned, and single pieces. A unit is the edge of a cube."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import atan2, cos, pi, sin
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.blokus3d.rules.model import read_square, square_name
from companion.referee.drawing.shapes import DARK_EDGE, FACES, Box, Point, Polygon, Shapes

# How much of a way into the depth, and of a height, is seen.
SLOPE: Final = 0.6
UPRIGHT: Final = 0.8
# The room for the heights of a building.
HEIGHT: Final = 4.6 * UPRIGHT
# Usual angle, in radians.
TURN: Final = 0.6
LINE: Final = 0.04
# Width of a frame around the top of a column.
FRAME: Final = 0.1
# Faces that are seen at less than this are left out.
GRAZING: Final = 0.02

Cell = tuple[int, int, int]
Corner = tuple[float, float, float]
# Where a cube is, the colour of its faces, and that of its edges.
Cube = tuple[Cell, str, str]


def room(across: int) -> Box:
    """Return what is seen of a building on so many squares, however it is turned."""
    width, height = across * 1.5, across * 1.25 * SLOPE + HEIGHT
    return Box(-width / 2, -HEIGHT / 2 - height / 2, width, height)


class CubeFace(NamedTuple):
    """Visible face of a cube on a square, or the square itself."""

    square: str
    shape: Polygon


def building(
    columns: Mapping[str, str],
    ghost: Iterable[Sequence[int]],
    colour: str,
    turn: float = TURN,
    frames: Mapping[str, str] = MappingProxyType({}),
) -> tuple[CubeFace, ...]:
    """Draw columns on their squares, and the cubes of `ghost` that are about to be placed in a colour. The later of two
    faces covers the earlier one. `frames`: colours of edges around the top of what stands on a square."""
    squares = {square: read_square(square) for square in columns}
    xs, ys = zip(*squares.values(), strict=True)
    eye = _Eye((min(xs) + max(xs) + 1) / 2, (min(ys) + max(ys) + 1) / 2, turn)
    tops = {(*squares[square], len(columns[square])): tone for square, tone in frames.items() if square in squares}
    # The frames last: a neighbour would cover half of their line.
    ground: list[Cell] = sorted(((x, y, 0) for x, y in squares.values()), key=tops.__contains__)
    floor = [eye.flat(cell, "cell", "wood", tops) for cell in ground]
    cubes: list[Cube] = [
        ((*squares[square], z), letter, DARK_EDGE)
        for square, column in columns.items()
        for z, letter in enumerate(column)
    ]
    cubes += [((x, y, z), colour, "mark") for x, y, z in ghost]
    return (*floor, *eye.cubes(cubes, tops))


def square_at(faces: Sequence[CubeFace], x: float, y: float) -> str | None:
    """Return the square of the face that is seen at a point, if any."""
    return next((face.square for face in reversed(faces) if _holds(face.shape.points, x, y)), None)


def _holds(corners: Sequence[Point], x: float, y: float) -> bool:
    """Return True if a point lies in a convex polygon."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    turns = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in pairs]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


@lru_cache(maxsize=64)
def piece(cells: tuple[Cell, ...], colour: str) -> Shapes:
    """Draw a single piece."""
    return tuple(face.shape for face in _Eye(0, 0, TURN).cubes([(cell, colour, DARK_EDGE) for cell in cells], {}))


class _Eye:
    """A view from an angle around a middle."""

    def __init__(self, x: float, y: float, turn: float) -> None:
        self._x, self._y, self._sin, self._cos = x, y, sin(turn), cos(turn)

    def cubes(self, cubes: Iterable[Cube], tops: Mapping[Cell, str]) -> list[CubeFace]:
        """Draw cubes from the far ones to the near ones. `tops`: colours of edges around flat places, by where these
        lie."""
        nearest_last = sorted(cubes, key=lambda cube: (self._depth(cube[0][0] + 0.5, cube[0][1] + 0.5), cube[0][2]))
        return [face for cube in nearest_last for face in self._cube(*cube, tops)]

    def flat(self, cell: Cell, fill: str, edge: str, tops: Mapping[Cell, str]) -> CubeFace:
        """Draw what lies on the bottom of a cell."""
        (x, y, z), line = cell, (tops[cell], FRAME) if cell in tops else (edge, LINE)
        return self._face(cell, [(x, y, z), (x + 1, y, z), (x + 1, y + 1, z), (x, y + 1, z)], fill, *line)

    def _face(self, cell: Cell, corners: Sequence[Corner], fill: str, edge: str, width: float = LINE) -> CubeFace:
        return CubeFace(square_name(cell[:2]), Polygon(tuple(self._at(*each) for each in corners), fill, edge, width))

    def _depth(self, x: float, y: float) -> float:
        """Return how near a point is."""
        return -((x - self._x) * self._sin + (y - self._y) * self._cos)

    def _at(self, x: float, y: float, z: float) -> Point:
        across = (x - self._x) * self._cos - (y - self._y) * self._sin
        return across, self._depth(x, y) * SLOPE - z * UPRIGHT

    def _cube(self, cell: Cell, colour: str, edge: str, tops: Mapping[Cell, str]) -> list[CubeFace]:
        x, y, z = cell
        light, dark = FACES[colour]
        sides: list[tuple[tuple[int, int], list[Corner]]] = [
            ((0, -1), [(x, y, z), (x + 1, y, z), (x + 1, y, z + 1), (x, y, z + 1)]),
            ((1, 0), [(x + 1, y, z), (x + 1, y + 1, z), (x + 1, y + 1, z + 1), (x + 1, y, z + 1)]),
            ((0, 1), [(x + 1, y + 1, z), (x, y + 1, z), (x, y + 1, z + 1), (x + 1, y + 1, z + 1)]),
            ((-1, 0), [(x, y + 1, z), (x, y, z), (x, y, z + 1), (x, y + 1, z + 1)]),
        ]
        faces = []
        for (nx, ny), corners in sides:
            facing = -(nx * self._sin + ny * self._cos)
            if facing > GRAZING:
                shade = 0.5 + 0.5 * abs(atan2(nx * self._cos - ny * self._sin, facing) / pi * 2)
                faces.append(self._face(cell, corners, _mixed(dark, light, (1 - shade) * 0.9), edge))
        return [*faces, self.flat((x, y, z + 1), light, edge, tops)]


def _mixed(one: str, other: str, share: float) -> str:
    """Return a colour with a share of another one."""
    pairs = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
