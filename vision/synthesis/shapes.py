"""Solids on a board, as far as drawing needs them."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from vision.image import Floats


class Face(NamedTuple):
    """A flat convex face."""

    corners: Floats
    """N x 3, pitches, board frame."""
    normal: Floats
    """Outward normal, (3,)."""
    kind: int
    """0 for a top, from 1 on for sides: faces of one kind and colour look alike."""


class PlacedSolid(NamedTuple):
    """A convex solid."""

    seat: Hashable
    """Where it stands and, in a game with several shapes, which one it is."""
    colour: str


class Shape(NamedTuple):
    """The shape of the solid on a seat."""

    faces: Sequence[Face]
    nearness: Callable[[Floats], float]
    """Returns a number that grows with nearness to a camera at (3,) in pitches; a solid never hides one with a greater
    number."""


Shapes = Callable[[Hashable], Shape]
