"""Half a backgammon board as shapes, the first player near; and a roll in a line."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any, Final

from companion.games.leistiko_blockade.rules.model import SIDES
from companion.games.leistiko_blockade.table.rows import COUNTS, PLACES, count_of
from companion.referee.drawing.board import DrawnBoard, Spot
from companion.referee.drawing.shapes import DARK_EDGE, Box, Circle, Letters, Polygon, Shape, Shapes
from companion.referee.grid import Grid, Place
from companion.referee.table_parts import TableDrawing

# The place of checkers that leap off.
OFF: Final = "off"
# In units of the drawing: width of a point, length of a half; margins above and beside; width of the tray.
POINT, HALF, MARGIN, EDGE, TRAY = 100.0, 326.0, 34.0, 22.0, 72.0
HEIGHT = 2 * (HALF + MARGIN)
RADIUS, LIFT = 36.0, 4.0
# Room for the checkers on a point; beyond it they overlap.
ROOM = 236.0
# Where checkers rest on their way off, and where badges are, from the middle of a half towards that of the board.
RESTING_UP, BADGE_UP = 0.62 * HALF, 0.36 * HALF
# Light and dark checkers, each with a ring in the other's colour.
CHECKERS: Final[Mapping[str, tuple[str, str]]] = {"first": ("#f4ead7", "#6b4a2b"), "second": ("#3a2618", "#e8c9a0")}
# Behind a count of checkers that have the other side's colours.
SWAPPED: Final = "~"
# Widths of the rings, which tell the checkers apart without colour.
RINGS: Final[Mapping[str, float]] = {"first": 2.4, "second": 4.8}
POINTS = ("#b9855a", "#8c5a36")


class DarkNear(dict[Place, str]):
    """A table drawn with the dark checkers for the first player, who sits near. A copy of it is a plain table."""


class LeistikoDrawing(TableDrawing):
    """The half board; with a tray beside it for fingers, where checkers go that leap off."""

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        return half_board(touched)

    def looks(self, grid: Grid) -> Grid:
        swapped = isinstance(grid, DarkNear)
        return {place: thing + SWAPPED if thing else "" for place, thing in grid.items()} if swapped else grid

    def arrow(self, move: Mapping[str, Any]) -> tuple[Place, Place] | None:
        side = f"{move['side']}." if "side" in move else ""
        if "from" in move:
            to = str(move.get("to"))
            return (str(move["from"]), OFF) if to == OFF else (f"{side}{move['from']}", f"{side}{to}")
        row = move.get("leap") or move.get("off")
        return (f"{side}{row}", OFF) if row and side else None

    def commitment(self, value: Mapping[str, Any]) -> str:
        """Return the row and the dice."""
        roll = value.get("roll", [])
        dice = roll if isinstance(roll, list | tuple) else [*roll["leap"], "–", *roll["opposed"]]
        said = [f"({value['row']})"] if "row" in value else []
        return "".join(f"<code>{escape(str(each))}</code> " for each in (*said, *dice))

    def swatch(self, move: Mapping[str, Any]) -> str:
        return CHECKERS[str(move["side"])][0]

    def colours(self, _position: object) -> Mapping[str, Sequence[str]]:
        return {side: CHECKERS[side][:1] for side in SIDES}


@cache
def half_board(tray: bool) -> DrawnBoard:
    """Return the half board, with a tray or without."""
    width = 6 * POINT + 2 * EDGE + (TRAY if tray else 0)
    ground: list[Shape] = [
        Box(0, 0, width, HEIGHT, 14, "wood"),
        Box(EDGE, MARGIN, 6 * POINT, 2 * HALF, 0, "cell"),
    ]
    places: dict[Place, Spot] = {}
    for place in PLACES:
        side, _, number = place.partition(".")
        left, up = EDGE + (int(number) - 1) * POINT, _up(side)
        top, middle = MARGIN + (HALF if side == "first" else 0), left + POINT / 2
        floor = HEIGHT / 2 - up * HALF
        tip = (middle, floor + up * 0.88 * HALF)
        ground.append(Polygon(((left + 4, floor), tip, (left + POINT - 4, floor)), POINTS[int(number) % 2]))
        ground.append(Letters(middle, floor - up * MARGIN / 2, 24, number, "axis", legible=True))
        box = Box(left, top, POINT, HALF)
        places[place] = Spot(box, side, badge=(0, up * BADGE_UP))
        places[f"resting.{place}"] = Spot(box, f"resting.{side}", touched=False)
    if tray:
        ground += _tray(width)
        places[OFF] = Spot(Box(width - TRAY - EDGE / 2, MARGIN + HALF / 2, TRAY, HALF), OFF, badge=(0, 0))
    return DrawnBoard(Box(0, 0, width, HEIGHT), ground, places, _stamp, _stamps, zooms=False)


def _up(side: str) -> int:
    """Return the sign of the way from a side's edge to the middle of the board."""
    return -1 if side == "first" else 1


def _tray(width: float) -> list[Shape]:
    """Draw the tray's frame, and the arrow into it."""
    x, y, size = width - (TRAY + EDGE) / 2, HEIGHT / 2 + 48, 14
    frame = Box(x - TRAY / 2 + 4, MARGIN + HALF / 2 + 4, TRAY - 8, HALF - 8, 8, "", "axis", 4)
    return [frame, Polygon(((x + size, y), (x - size, y - size), (x - size, y + size)), "axis")]


def _stamps(kind: str) -> Sequence[str]:
    return () if kind == OFF else COUNTS[1:]


def _stamp(kind: str, count: str) -> Shapes:
    """Draw so many checkers, from the board's edge on; those on their way off as one."""
    number, side = count_of(count.removesuffix(SWAPPED)), kind.removeprefix("resting.")
    if not number or side not in CHECKERS:
        return ()
    paint = side if not count.endswith(SWAPPED) else next(other for other in CHECKERS if other != side)
    up = _up(side)
    if kind != side:
        y = up * RESTING_UP
        return (*_checker(paint, y, 20.0), Letters(0, y, 20, str(number), CHECKERS[paint][1]))
    gap = min(2 * RADIUS, ROOM / number)
    heights = [up * (RADIUS + LIFT + level * gap - HALF / 2) for level in range(number)]
    checkers = [shape for y in heights for shape in _checker(paint, y, RADIUS)]
    return (*checkers, Letters(0, heights[-1], 1.05 * RADIUS, str(number), CHECKERS[paint][1]))


def _checker(side: str, y: float, radius: float) -> tuple[Shape, ...]:
    face, ring = CHECKERS[side]
    return (
        Circle(0, y, radius, DARK_EDGE),
        Circle(0, y, radius - 1.5, face),
        Circle(0, y, 0.74 * radius, "", ring, RINGS[side]),
    )
