"""Solids that stand on a board: what a game's pieces are, as far as a drawing of them goes."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from vision.image import Floats


class Face(NamedTuple):
    """A flat convex face. `corners`: N x 3, pitches, board frame; `normal`: (3,), outwards; `kind`: 0 for a top, from 1
    on for sides: faces of one kind and colour look alike."""

    corners: Floats
    normal: Floats
    kind: int


class PlacedSolid(NamedTuple):
    """A convex solid. `seat` says where it stands, and, where a game has solids of several shapes, of which it is."""

    seat: Hashable
    colour: str


class Shape(NamedTuple):
    """The shape of the solid on a seat. `nearness` gives, for a camera at (3,) in pitches, a number that is the greater
    the nearer the solid is; one solid never hides another that has a greater one."""

    faces: Sequence[Face]
    nearness: Callable[[Floats], float]


Shapes = Callable[[Hashable], Shape]
