"""Things on the squares of the field of Pyramid Ball, and those on their way."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.app.json_object import JsonObject
from companion.games.pyramid_ball.rules.board import COMMANDS, INDEX, OFF, PLAYERS, SIZES, SQUARES, STAND, TARGET
from companion.referee.grid import Grid

PIPS: Mapping[str, str] = {"S": "1", "M": "2", "L": "3"}


class Colours(NamedTuple):
    """Letters of the colours of both teams and of the ball."""

    first: str = "R"
    second: str = "B"
    ball: str = "K"

    def of(self, side: str) -> str:
        return self.first if side == "first" else self.second


# Colours on the screen if none have been seen.
USUAL = Colours()


def ball_square(position: JsonObject) -> str:
    """Return the square of the ball, carried or not."""
    ball = position["ball"]
    return str(ball["at"] if isinstance(ball, Mapping) else position[ball[0]][ball[1]])


def grid_of(position: JsonObject, colours: Colours) -> dict[str, str]:
    """Return what lies on the squares that are not empty, from a position of the engine."""
    grid = {position[side][size]: colours.of(side) + PIPS[size] for side in PLAYERS for size in SIZES}
    square = ball_square(position)
    grid[square] = grid.get(square, "") + f"{colours.ball}1"
    return grid


def colours_of(position: JsonObject, grid: Grid) -> Colours:
    """Return the colours that a position has on a table."""
    first, second = (grid[position[side]["L"]][:1] for side in PLAYERS)
    return Colours(first, second, grid[ball_square(position)][-2:-1])


def way(position: JsonObject, side: str, size: str, word: str) -> tuple[str, ...]:
    """Return the squares that a pyramid is told to go over, as far as they are on the field, whatever stands there."""
    way_of = COMMANDS[PLAYERS.index(side)]
    squares = [INDEX[position[side][size]]]
    for direction in (way_of.get(letter, STAND) for letter in word):
        onward = TARGET[direction][squares[-1]]
        if onward == OFF:
            break
        if direction != STAND:
            squares.append(onward)
    return tuple(SQUARES[square] for square in squares)


def after_events(before: JsonObject, events: Iterable[JsonObject]) -> dict[str, Any]:
    """Return the table after some events of a turn: the pyramids, the ball, the score."""
    position: dict[str, Any] = {**before, **{side: dict(before[side]) for side in PLAYERS}}
    for event in events:
        if "piece" in event and "to" in event and isinstance(event["to"], str) and len(event["to"]) == 2:
            side, size = event["piece"]
            position[side][size] = event["to"]
        for key in ("ball", "score"):
            if key in event:
                position[key] = event[key]
    return position
