"""The shapes of a picture: plain data in the picture's own units, y downwards.

A colour is ``#rrggbb`` (``#rrggbbaa``), a role of the theme such as ``cell`` or ``mark``, or "" for none.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Point = tuple[float, float]

# A piece's lighter and darker side and the ink of its letter and pips, the same in every theme.
FACES: Final[Mapping[str, tuple[str, str]]] = {
    "R": ("#cf3a35", "#9d1f1b"),
    "Y": ("#ffd84d", "#dba70c"),
    "G": ("#1c8047", "#115c30"),
    "B": ("#3a68cf", "#22469c"),
    "K": ("#434853", "#16181d"),
    "C": ("#f1f5fa", "#c3cbd6"),
    "O": ("#f08a2c", "#cf6f12"),
    "P": ("#7d4bb0", "#57307f"),
    "N": ("#37c6d4", "#1f9fae"),
    "W": ("#ffffff", "#dfe3e8"),
}
FACE_INK: Final[Mapping[str, str]] = {
    "R": "#ffffff",
    "Y": "#2e2300",
    "G": "#ffffff",
    "B": "#ffffff",
    "K": "#ffffff",
    "C": "#2c333d",
    "O": "#2a1500",
    "P": "#ffffff",
    "N": "#06282c",
    "W": "#20252d",
}
# Where a die's pips are, -1 to 1 both ways.
DIE_PIPS: Final[Mapping[int, Sequence[Point]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# Around pieces and arrows; pieces as dark as that have a light edge.
DARK_EDGE: Final = "#15181f"
LIGHT_EDGE: Final = "#8a909c"


class Polygon(NamedTuple):
    """A convex polygon, or a line of several parts where it is not `closed`; `width` is that of its `line`."""

    points: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    width: float = 1.0
    closed: bool = True


class Circle(NamedTuple):
    """A disc, a ring, or both."""

    x: float
    y: float
    radius: float
    fill: str = ""
    line: str = ""
    line_width: float = 1.0


class Box(NamedTuple):
    """A rectangle with round corners; x and y are those of its upper left one."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: str = ""
    line: str = ""
    line_width: float = 1.0

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


class Letters(NamedTuple):
    """Bold letters with their middle at x, y. `legible` ones never get smaller than can be read."""

    x: float
    y: float
    size: float
    text: str
    fill: str
    legible: bool = False


Shape = Polygon | Circle | Box | Letters
Shapes = Sequence[Shape]


def edge_of(colour: str) -> str:
    """Return the colour of a piece's outline."""
    return LIGHT_EDGE if colour == "K" else DARK_EDGE
