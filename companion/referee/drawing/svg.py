"""Paints shapes as SVG text. Roles of the theme are classes, which `companion/referee/report/board.css` colours."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape

from companion.referee.drawing.board import DrawnBoard, layers
from companion.referee.drawing.depicted import Depicted
from companion.referee.drawing.shapes import Box, Circle, Polygon, Shape, Shapes
from companion.referee.grid import Grid, Place, Thing
from companion.referee.table_parts import TableDrawing

# How far below the middle of a letter its base line is, in letters.
BASE = 0.36
Arrow = tuple[Place, Place]


def table_svg(drawing: TableDrawing, table: Depicted, label: str = "board", empty: str = "") -> str:
    """Draw a table as its game draws it, moves as arrows. `empty` is how an empty place is called, "" where nothing is
    told of places."""
    shown = drawing.visible_part(table.grid)
    board = drawing.board(shown)
    titles = {place: f"{place}: {shown.get(place, '') or empty}" for place in board.places} if empty else {}
    arrows = [arrow for move in table.moves if (arrow := drawing.arrow(move))]
    return board_svg(board, drawing.looks(shown), table.marked, arrows, table.tone, label, titles)


def board_svg(
    board: DrawnBoard,
    looks: Grid,
    marked: Collection[Place] = (),
    arrows: Sequence[Arrow] = (),
    tone: str = "mark",
    label: str = "board",
    titles: Mapping[Place, str] | None = None,
) -> str:
    """Draw a whole table: `marked` places framed and `arrows` drawn in a tone, `titles` told under the pointer."""
    view = " ".join(map(_number, board.view[:4]))
    frames = [board.frame(place, tone) for place in board.places if place in marked]
    things = (_placed(board, place, looks.get(place, ""), (titles or {}).get(place, "")) for place in board.places)
    lower, upper = paint(frames), "".join(things)
    if board.frames_over:
        lower, upper = upper, lower
    return (
        f'<svg class="board" viewBox="{view}" role="img" aria-label="{escape(label)}">'
        f"{paint(board.ground)}{lower}{upper}{paint(board.arrows([(*arrow, tone) for arrow in arrows]))}</svg>"
    )


def paint(shapes: Shapes) -> str:
    """Draw shapes, the first lowest."""
    return "".join(map(_shape, shapes))


def _placed(board: DrawnBoard, place: Place, thing: Thing, title: str) -> str:
    box, kind, *_ = board.places[place]
    x, y = box.centre
    stamped = ((layer.lift, paint(board.stamp(kind, layer.stamp))) for layer in layers(board.layering, thing))
    drawn = "".join(_at(0, -lift, stamp) for lift, stamp in stamped if stamp)
    told = f"<title>{escape(title)}</title>" if title else ""
    # What is told of an empty place is told wherever the pointer is on it.
    reach = paint([box._replace(x=-box.width / 2, y=-box.height / 2, fill="#00000000")]) if told and not drawn else ""
    return _at(x, y, told + reach + drawn) if told or drawn else ""


def _at(x: float, y: float, inside: str) -> str:
    return f'<g transform="translate({_number(x)} {_number(y)})">{inside}</g>' if x or y else inside


@lru_cache(maxsize=4096)
def _shape(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        tag = "polygon" if shape.closed else "polyline"
        return f'<{tag} points="{points}"{_paints(shape.fill, shape.line, shape.width)}/>'
    if isinstance(shape, Circle):
        place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
        return f"<circle {place}{_paints(shape.fill, shape.line, shape.line_width)}/>"
    if isinstance(shape, Box):
        place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" rx="{_number(shape.radius)}"'
        size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
        return f"<rect {place} {size}{_paints(shape.fill, shape.line, shape.line_width)}/>"
    place = f'x="{_number(shape.x)}" y="{_number(shape.y + BASE * shape.size)}" font-size="{_number(shape.size)}"'
    return f"<text {place}{_paints(shape.fill, '', 0)}>{escape(shape.text)}</text>"


def _paints(fill: str, line: str, width: float) -> str:
    role = next((colour for colour in (fill, line) if colour and not colour.startswith("#")), "")
    stroke = f' stroke="{_colour(line)}" stroke-width="{_number(width)}"' if line else ""
    return f'{f" class={chr(34)}p-{role}{chr(34)}" if role else ""} fill="{_colour(fill) or "none"}"{stroke}'


def _colour(colour: str) -> str:
    """Return a colour as an attribute: a role is the colour of its class."""
    return colour if not colour or colour.startswith("#") else "currentColor"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
