"""Pyramids as seen from the side, readable without colour: a pip for each step of size, and the colour's letter."""

from collections.abc import Mapping
from typing import Final

from companion.referee.drawing.board import PYRAMID_HEIGHT
from companion.referee.drawing.shapes import FACE_INK, FACES, Circle, Letters, Polygon, Shape, Shapes, edge_of

HALF_WIDTH: Final[Mapping[str, float]] = {"1": 23.0, "2": 32.0, "3": 41.0}
# Where the foot of the lowest one is, from a cell's middle.
FOOT: Final = 41.0
# Of the letter on the uppermost piece: how high it stands, and how large it is.
LETTER_UP: Final[Mapping[str, float]] = {"1": 15.0, "2": 18.0, "3": 22.0}
LETTER: Final[Mapping[str, float]] = {"1": 17.0, "2": 21.0, "3": 25.0}

PIECES: Final = tuple(colour + size for colour in FACES for size in PYRAMID_HEIGHT)


def piled_stamps(_kind: str = "") -> tuple[str, ...]:
    """Return every pyramid bare, with its letter on its face (^), and with the letter at its foot (_)."""
    return tuple(piece + letter for piece in PIECES for letter in ("", "^", "_"))


def piled(_kind: str, stamp: str) -> Shapes:
    """Draw a pyramid of a pile."""
    if stamp[:2] not in PIECES:
        return ()
    colour, size = stamp[0], stamp[1]
    half, apex = HALF_WIDTH[size], (0.0, FOOT - PYRAMID_HEIGHT[size])
    edge, ink = half * 0.35, FACE_INK[colour]
    light, dark = FACES[colour]
    drawn: list[Shape] = [
        Polygon(((-half, FOOT), apex, (edge, FOOT)), light),
        Polygon(((edge, FOOT), apex, (half, FOOT)), dark),
        Polygon(((-half, FOOT), apex, (half, FOOT)), "", edge_of(colour), 1.6),
        *(Circle(7.5 * pip - half * 0.55, FOOT - 4.2, 2.3, ink) for pip in range(int(size))),
    ]
    if stamp.endswith("^"):
        drawn.append(Letters(-2.0, FOOT - LETTER_UP[size], LETTER[size], colour, ink))
    elif stamp.endswith("_"):
        drawn.append(Letters(half * 0.5, FOOT - 4.6, 9.5, colour, ink))
    return drawn
