"""Programs as they were read: over the camera's picture, and as tiles to be tapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES

ROWS = 3
# A tap turns a pyramid to the right, and after a whole turn makes it stand.
TURNS: Mapping[str, str] = {"F": "R", "R": "B", "B": "L", "L": ".", ".": "F"}
DASH = f"S{ROWS + 1}"
PLACES = tuple(f"{size}{row}" for row in range(1, ROWS + 1) for size in SIZES)
# The special pyramid for each play beside the commands.
SPECIALS: Mapping[str, str] = {"quick_pass": "M", "blitz": "L"}
# Steps to the right and ahead for each command, as its player sees them.
WAYS: Mapping[str, tuple[int, int]] = {"F": (0, 1), "R": (1, 0), "B": (0, -1), "L": (-1, 0)}


@dataclass(frozen=True)
class Command:
    """One place of a program: `letter` is "" if nothing was read; `passed` is True if the marker lies on it."""

    place: str
    letter: str
    unsure: bool = False
    passed: bool = False


@dataclass(frozen=True)
class ShownProgram:
    """A side's program: its commands row by row, with a fourth row for the dash. `offered`: specials that may be
    played. `played`: those that are."""

    side: str
    name: str
    commands: tuple[Command, ...]
    offered: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()

    def command(self, place: str) -> Command | None:
        return next((command for command in self.commands if command.place == place), None)


@dataclass(frozen=True)
class Mark:
    """A command over the picture. `x`, `y`: position from the upper left, as shares of width and height. `way`:
    direction in the picture as a unit vector, y downwards; None if it stands."""

    spot: str
    x: float
    y: float
    way: tuple[float, float] | None
    unsure: bool
    passed: bool


@dataclass(frozen=True)
class ShownSheet:
    """Both programs, over the picture in which they were read, if there is one, and as tiles."""

    picture: ShownPicture | None
    marks: tuple[Mark, ...]
    programs: tuple[ShownProgram, ...]


def shown_program(side: str, name: str, program: JsonObject | None, specials: Sequence[str]) -> ShownProgram:
    """Return a program as read, None if it was not; `specials` are those that the side holds."""
    unsure = tuple(program.get("unsure", ())) if program else ()
    read = program or {}
    marker = read.get("pass")
    marked = f"{marker['to']}{marker['row']}" if isinstance(marker, Mapping) else ""
    dash = (DASH,) if "S" in specials or len(read.get("S", "")) > ROWS else ()
    commands = tuple(
        Command(place, letter_at(read, place), place in unsure, place == marked) for place in (*PLACES, *dash)
    )
    offered = tuple(what for what, special in SPECIALS.items() if special in specials)
    played = tuple(what for what in SPECIALS if read.get(what))
    return ShownProgram(side, name, commands, (*dict.fromkeys((*offered, *played)),), played, unsure)


def letter_at(program: JsonObject, place: str) -> str:
    """Return the command at a place such as "M2", "" if there is none."""
    word, row = str(program.get(place[0], "")), int(place[1])
    return word[row - 1] if row <= len(word) else ""


def program_words(program: JsonObject) -> str:
    """Return ``S FFR, M R.., L ..., 2>L``: the commands of each size, and the row and receiver of a pass."""
    marker = program.get("pass")
    throw = (f"{marker['row']}>{marker['to']}",) if isinstance(marker, Mapping) else ()
    return ", ".join((*(f"{size} {program[size]}" for size in SIZES), *throw))


def turned(letter: str, *, dash: bool) -> str:
    """Return the command after a tap; a dash can also become none."""
    if dash and letter == ".":
        return ""
    return TURNS.get(letter, "F")


def sheet(
    picture: ShownPicture | None, spots: Mapping[str, tuple[float, float]], programs: tuple[ShownProgram, ...]
) -> ShownSheet:
    """Return both programs over a picture; `spots` has their places, as shares."""
    marks: list[Mark] = []
    for program in programs if picture else ():
        assert picture
        at = {
            place: (x * picture.width, y * picture.height)
            for spot, (x, y) in spots.items()
            for side, place in (spot.split(" ", 1),)
            if side == program.side
        }
        ahead = _ahead(at)
        for command in program.commands:
            if command.letter and command.place in at:
                x, y = at[command.place]
                way = _way(command.letter, ahead)
                spot = f"{program.side} {command.place}"
                marks.append(Mark(spot, x / picture.width, y / picture.height, way, command.unsure, command.passed))
    return ShownSheet(picture, tuple(marks), programs)


def _ahead(at: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """Return the direction from an array's third row to the board, a unit vector in the picture."""
    x = y = 0.0
    for size in SIZES:
        for near, far in ((1, 2), (2, 3), (1, 3)):
            if (front := at.get(f"{size}{near}")) and (back := at.get(f"{size}{far}")):
                x, y = x + front[0] - back[0], y + front[1] - back[1]
    length = (x * x + y * y) ** 0.5
    return (x / length, y / length) if length else (0.0, -1.0)


def _way(letter: str, ahead: tuple[float, float]) -> tuple[float, float] | None:
    if letter not in WAYS:
        return None
    right, forward = WAYS[letter]
    x, y = ahead
    return (right * -y + forward * x, right * x + forward * y)


def sides_unread(programs: Mapping[str, JsonObject | None]) -> tuple[str, ...]:
    """Return the sides of which no program was read."""
    return tuple(side for side in PLAYERS if not programs.get(side))
