"""The field as shapes, the first player near, and programs as they are written."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any, Final

from companion.games.pyramid_ball.rules.board import LENGTH, PLAYERS, WIDTH
from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.rules.notation import program_to_text
from companion.referee.drawing.board import DrawnBoard
from companion.referee.drawing.shapes import (
    DARK_EDGE,
    FACE_INK,
    FACES,
    Circle,
    Letters,
    Polygon,
    Shape,
    Shapes,
    edge_of,
)
from companion.referee.drawing.squares import squares
from companion.referee.grid import Grid, Place
from companion.referee.table_parts import TableDrawing

SIZES: Final[Mapping[str, tuple[str, float]]] = {"1": ("S", 26.0), "2": ("M", 34.0), "3": ("L", 42.0)}
FILES = "abcdefg"[:WIDTH]
BALL = "*"


class BallDrawing(TableDrawing):
    """Draws the field. A look has two letters a pyramid: its colour, lower case for the team with a bar, and its size;
    for the ball ``*`` and its colour.

    `barred` and `ball`: colours of the team with a bar and of the ball, "" if they follow from what lies on the field.
    """

    def __init__(self, barred: str = "", ball: str = "") -> None:
        self._barred, self._ball = barred, ball

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        return FIELD

    def looks(self, grid: Grid) -> Grid:
        pieces = Counter(thing[n] for thing in grid.values() for n in range(0, len(thing), 2))
        carried = next((thing[2] for thing in grid.values() if len(thing) > 2), "")
        ball = self._ball or carried or min(pieces, key=lambda colour: pieces[colour], default="")
        teams = sorted(pieces.keys() - {ball}, key=[*FACES].index)
        barred = self._barred or (teams[-1] if len(teams) > 1 else "")
        return {place: "".join(_look(thing, barred, ball)) for place, thing in grid.items()}

    def commitment(self, value: Mapping[str, Any]) -> str:
        """Return both programs, as they are written."""
        told = value.get("programs") or {}
        known = [told[player] for player in PLAYERS if told.get(player)]
        return "".join(f"<code>{escape(program_to_text(Program.from_json(program)))}</code> " for program in known)

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[str(move["piece"])[:1]][0]

    def colours(self, position: Any) -> Mapping[str, Sequence[str]]:
        """Return the colours of the teams, which may be any two."""
        teams = position.teams if position is not None else ()
        return {player: [FACES[team][0]] for player, team in zip(PLAYERS, teams, strict=False) if team in FACES}


def _look(thing: str, barred: str, ball: str) -> list[str]:
    pieces = [thing[n : n + 2] for n in range(0, len(thing), 2)]
    looks = [piece.lower() if piece[0] == barred else piece for piece in pieces]
    carried = pieces and pieces[-1][0] == ball and pieces[-1][1] == "1"
    return [*looks[:-1], BALL + ball] if carried else looks


def _stamps(_kind: str) -> Sequence[str]:
    teams = [letter + size for colour in FACES for letter in (colour, colour.lower()) for size in SIZES]
    return [*teams, *(BALL + colour for colour in FACES)]


def _stamp(_kind: str, stamp: str) -> Shapes:
    if stamp[:1] == BALL:
        return _ball(stamp[1])
    colour, size = stamp[:1].upper(), stamp[1:]
    return _pyramid(colour, size, barred=colour != stamp[0]) if colour in FACES and size in SIZES else ()


def _pyramid(colour: str, size: str, *, barred: bool) -> Shapes:
    """Draw a pyramid; its bar tells the teams apart without colour."""
    (letter, half), (light, dark), ink = SIZES[size], FACES[colour], FACE_INK[colour]
    edge, bar = 0.35 * half, 0.8 * half
    drawn: list[Shape] = [
        Polygon(((-half, half), (0, -half), (edge, half)), light),
        Polygon(((edge, half), (0, -half), (half, half)), dark),
        Polygon(((-half, half), (0, -half), (half, half)), "", edge_of(colour), 2.6),
        Letters(-0.08 * half, 0.38 * half, 27, letter, ink),
    ]
    if barred:
        drawn.insert(3, Polygon(((-bar, 0.86 * half), (bar, 0.86 * half)), "", ink, 0.14 * half, closed=False))
    return drawn


def _ball(colour: str) -> Shapes:
    """Draw a ring around a disc, which tells the ball apart without colour."""
    return Circle(30, -30, 18, DARK_EDGE), Circle(30, -30, 15, "mark"), Circle(30, -30, 9, FACES[colour][0])


# Badges are in the corner that the ball leaves free.
FIELD: Final = squares(
    FILES,
    [str(row) for row in range(LENGTH, 0, -1)],
    _stamp,
    _stamps,
    fills={f"{file}{row}": "raised" for file in FILES for row in (1, LENGTH)},
    badge=(-32.0, -32.0),
    layering="pairs",
    bend=0.0,
    gap=34.0,
    zooms=False,
)
