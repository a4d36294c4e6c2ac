"""Drawing of a game's table: its places, what is drawn beneath them and on them, and marks over it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Literal, NamedTuple

from companion.referee.drawing.shapes import DARK_EDGE, Box, Circle, Letters, Point, Polygon, Shape, Shapes
from companion.referee.grid import Place, Thing

# How high a pyramid of each size is, and how much higher one more on a pile reaches at least.
PYRAMID_HEIGHT: Final[Mapping[str, float]] = {"1": 34.0, "2": 46.0, "3": 58.0}
RISE: Final = 9.5
# How arrows are drawn: points of their line, how far they begin from a middle, and half the head's width.
ARROW_POINTS, ARROW_START, HEAD = 16, 14.0, 10.0

# What things are made of: `whole` ones are a stamp each, `pairs` one for every two letters, a `pile` of pyramids one
# for each of them, one above the other, and of a column only the `top` is seen, and its height.
Layering = Literal["whole", "pairs", "pile", "top"]


class Layer(NamedTuple):
    """A stamp, raised by `lift`."""

    stamp: str
    lift: float = 0.0


class Spot(NamedTuple):
    """Position of a place: `box` is touched and framed; places of one `kind` have the same stamps."""

    box: Box
    kind: str = ""
    touched: bool = True
    # Where a badge is, from the middle.
    badge: tuple[float, float] = (31.0, -31.0)


@dataclass(frozen=True)
class DrawnBoard:
    """A table without what lies on it."""

    # What is shown of the plane that the shapes lie in.
    view: Box
    ground: Shapes
    # From the far ones to the near ones: things may reach over what lies behind them.
    places: Mapping[Place, Spot]
    # The shapes of a stamp on a place of a kind, around the place's middle; none for a stamp that there is not.
    stamp: Callable[[str, str], Shapes]
    # All stamps on places of a kind.
    stamps: Callable[[str], Sequence[str]]
    layering: Layering = "whole"
    # How large a cell is, by which marks are measured.
    cell: float = 100.0
    # How far arrows bend to the side, as a share of their length.
    bend: float = 0.14
    # How far arrows end before the middle of a place.
    gap: float = 10.0
    # True if the hops of a turn are numbered.
    numbers: bool = False
    # True if frames are drawn over things, which fill their places.
    frames_over: bool = False
    # True if a part of it can be shown alone.
    zooms: bool = True

    def thing(self, place: Place, thing: Thing) -> tuple[Shape, ...]:
        """Return the shapes of a thing, around the middle of its place."""
        kind = self.places[place].kind
        return tuple(
            raised(shape, layer.lift)
            for layer in layers(self.layering, thing)
            for shape in self.stamp(kind, layer.stamp)
        )

    def frame(self, place: Place, tone: str) -> Box:
        """Return a frame around a place."""
        box, edge = self.places[place].box, 0.05 * self.cell
        width, height = box.width - 2 * edge, box.height - 2 * edge
        return Box(box.x + edge, box.y + edge, width, height, 0.08 * self.cell, "", tone, 0.048 * self.cell)

    def badge(self, place: Place, text: str, tone: str) -> tuple[Shape, ...]:
        """Return a short word on a disc, in a corner of a place."""
        (x, y), (across, down) = self.places[place].box.centre, self.places[place].badge
        x, y = x + across, y + down
        return Circle(x, y, 0.16 * self.cell, tone), Letters(x, y, 0.24 * self.cell, text, f"{tone}_ink")

    def arrows(self, arrows: Sequence[tuple[Place, Place, str]]) -> tuple[Shape, ...]:
        """Arrows from place to place, each in a tone; those that lead elsewhere are left out."""
        known = [each for each in arrows if each[0] in self.places and each[1] in self.places]
        numbered = self.numbers and len(known) > 1
        numbers = range(1, len(known) + 1) if numbered else [0] * len(known)
        return tuple(shape for each, n in zip(known, numbers, strict=True) for shape in self._arrow(*each, n))

    def _arrow(self, start: Place, end: Place, tone: str, number: int) -> tuple[Shape, ...]:
        unit = self.cell / 100
        (x0, y0), (x1, y1) = self.places[start].box.centre, self.places[end].box.centre
        length = max(hypot(x1 - x0, y1 - y0), 1.0)
        ux, uy = unit * (x1 - x0) / length, unit * (y1 - y0) / length
        ends = (x0 + ARROW_START * ux, y0 + ARROW_START * uy), (x1 - self.gap * ux, y1 - self.gap * uy)
        return arrow(*ends, tone, unit, self.bend, number)

    def place_at(self, x: float, y: float) -> Place | None:
        """Return the place touched at a point, if any."""
        for place, (box, _, touched, _) in self.places.items():
            if touched and 0 <= x - box.x < box.width and 0 <= y - box.y < box.height:
                return place
        return None


def arrow(
    start: Point, end: Point, tone: str, unit: float = 1.0, bend: float = 0.0, number: int = 0
) -> tuple[Shape, ...]:
    """Return an arrow with a dark edge, `bend` of its length to the side; `number`, if any, is on its middle."""
    (x0, y0), (x1, y1) = start, end
    bx, by = (x0 + x1) / 2 - (y1 - y0) * bend, (y0 + y1) / 2 + (x1 - x0) * bend
    long = max(hypot(x1 - bx, y1 - by), 1.0)
    tx, ty = (x1 - bx) / long * unit, (y1 - by) / long * unit
    back = (x1 - 13 * tx, y1 - 13 * ty)
    line = []
    for step in range(ARROW_POINTS + 1):
        t = step / ARROW_POINTS
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        line.append((u * x0 + v * bx + w * back[0], u * y0 + v * by + w * back[1]))
    shaft = tuple(line) if bend else (line[0], line[-1])
    sides = ((back[0] - HEAD * ty, back[1] + HEAD * tx), (back[0] + HEAD * ty, back[1] - HEAD * tx))
    head = ((x1 + 6 * tx, y1 + 6 * ty), *sides)
    middle = line[len(line) // 2]
    disc = (Circle(*middle, 13 * unit, DARK_EDGE), Circle(*middle, 11 * unit, tone))
    return (
        Polygon(shaft, "", DARK_EDGE, 10.4 * unit, closed=False),
        Polygon(head, DARK_EDGE, DARK_EDGE, 4.4 * unit),
        Polygon(shaft, "", tone, 6 * unit, closed=False),
        Polygon(head, tone),
        *((*disc, Letters(*middle, 17 * unit, str(number), f"{tone}_ink")) if number else ()),
    )


def layers(layering: Layering, thing: Thing) -> tuple[Layer, ...]:
    """Return the stamps of a thing, the lowest first. The hall's page knows these rules, too."""
    if layering == "top":
        return (Layer(f"{thing[-1:]}{len(thing) or ''}"),)
    if layering == "whole":
        return (Layer(thing),)
    pairs = [thing[n : n + 2] for n in range(0, len(thing), 2)]
    if layering == "pairs":
        return tuple(map(Layer, pairs))
    return _piled([pair for pair in pairs if pair[1:] in PYRAMID_HEIGHT])


def _piled(pieces: Sequence[str]) -> tuple[Layer, ...]:
    """Return the stamps of a pile. The colour's letter is on the piece on top, and on the foot of one that stands on
    another colour."""
    found, apex = [], 0.0
    for level, piece in enumerate(pieces):
        apex = max(apex + RISE, PYRAMID_HEIGHT[piece[1]])
        below = pieces[level - 1][0] if level else ""
        letter = "^" if level + 1 == len(pieces) else "_" if piece[0] != below else ""
        found.append(Layer(piece + letter, apex - PYRAMID_HEIGHT[piece[1]]))
    return tuple(found)


def raised(shape: Shape, lift: float) -> Shape:
    """Return the same shape higher up."""
    if not lift:
        return shape
    if isinstance(shape, Polygon):
        return shape._replace(points=tuple((x, y - lift) for x, y in shape.points))
    return shape._replace(y=shape.y - lift)
