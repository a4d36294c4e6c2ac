"""Programs as they are read from the arrays, with other readings."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import COMMANDS, EAST, NORTH, PLAYERS, SIZES, SOUTH, STAND, WEST
from companion.games.pyramid_ball.rules.model import Marker, Position, Program
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.keeping.shapes import ShapeError, anything, fields, list_of, map_of, maybe, number, text
from vision.programs.array_reading import ABSENT, DASH, PLACES, ArrayReading

COMPASS = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST, ".": STAND}
# Letters of the directions for each player, in the board's frame.
LETTERS = tuple(
    {compass: letter for compass, way in COMPASS.items() for letter, to in COMMANDS[team].items() if to == way}
    for team in (0, 1)
)
ENDS = {"near": "first", "far": "second"}
_KEPT = fields(
    {"arrays": map_of(maybe(map_of(anything))), "busy": list_of(text), "screened": list_of(text)},
    # Journals of older versions have none.
    {"colours": map_of(map_of(number)), "patterned": anything},
    closed=True,
)
SPECIALS = {DASH: "S", "quick_pass": "M", "blitz": "L"}

LEAST = 0.002
"""Least probability of a thing at a place for it to be considered beside likelier ones."""
UNSURE = 0.8
"""Least probability of the likeliest thing for its place not to be named as unsure."""
NOT_HELD = 0.02
"""Prior of a special pyramid laid out in another size than the player is believed to hold."""
NONE_HELD = 1e-3
"""Prior of a special pyramid laid out by a player who has none."""

Value = str | bool | tuple[int, str] | None


class Doubt(NamedTuple):
    """Another reading of a place of a side's program, and its odds against the one that was read, in nats. Places are
    those of the array, ``S4`` for the dash, and ``pass``, ``quick_pass``, ``blitz``."""

    side: str
    place: str
    value: Value
    nats: float

    def to_json(self) -> list[Any]:
        return [self.side, self.place, json_of(self.value), self.nats]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> "Doubt":
        """Raises ValueError, TypeError or GameError for anything else."""
        side, place, value, nats = kept
        return cls(str(side), str(place), value_of(str(place), value), float(nats))


class Beside(NamedTuple):
    """Both programs in a look: each side's array, None if it is absent or covered, and over whose programs hands or
    screens are, of these where screens stand.

    `colours`: likelihood of each colour as a team's and as the ball's ("teams", "ball"), in nats, by what lies beside
    the board.
    """

    arrays: Mapping[str, ArrayReading | None]
    busy: tuple[str, ...]
    screens: tuple[str, ...]
    colours: Mapping[str, Mapping[str, float]]

    @classmethod
    def of(cls, evidence: Evidence) -> "Beside | None":
        """Return what a look shows; None if nothing was looked at. Raises RefereeError for evidence that makes no
        sense."""
        kept = evidence.beside
        if not kept:
            return None
        try:
            _KEPT(kept)
            arrays = {
                ENDS[end]: ArrayReading.from_json(reading) if reading else None
                for end, reading in kept["arrays"].items()
            }
            if not all({*PLACES, DASH} <= {*reading.commands} for reading in arrays.values() if reading):
                raise ValueError
        except (ShapeError, KeyError, TypeError, ValueError) as error:
            raise RefereeError("ball.table.no_sight") from error
        busy, screened = (
            tuple(side for end, side in ENDS.items() if end in kept[name]) for name in ("busy", "screened")
        )
        return cls({side: arrays.get(side) for side in ENDS.values()}, busy, screened, kept.get("colours", {}))


class ReadProgram(NamedTuple):
    """The likeliest program of a side, other readings, and the colour of its pyramids."""

    program: Program
    doubts: tuple[Doubt, ...]
    colour: str


def read_program(reading: ArrayReading, team: int, position: Position) -> ReadProgram:
    """Return the program of `team` (0, 1) that an array shows; the position limits what can be laid out."""
    program, doubts = Program(("...", "...", "...")), []
    for place, chances in _answers(reading, team, position).items():
        best = max(chances, key=lambda value: chances[value])
        program = changed(program, place, best)
        doubts += [
            Doubt(PLAYERS[team], place, value, round(nats - chances[best], 2))
            for value, nats in chances.items()
            if value != best and nats - chances[best] >= math.log(LEAST)
        ]
    return ReadProgram(program, tuple(doubts), reading.colour)


def changed(program: Program, place: str, value: Value) -> Program:
    """Return the program with another thing at one place. Raises GameError for what cannot be there."""
    if place == "pass":
        markers = () if value is None else (Marker(*_marker(value)),)
        return replace(program, markers=markers)
    if place in ("quick_pass", "blitz"):
        if not isinstance(value, bool):
            raise GameError("ball.program.flag", flag=place, got=printable(value))
        return replace(program, quick_pass=value) if place == "quick_pass" else replace(program, blitz=value)
    if place not in (*PLACES, DASH):
        raise GameError(
            "ball.table.no_place", got=printable(place), known=(*PLACES, DASH, "pass", "quick_pass", "blitz")
        )
    size, row = place[0], int(place[1])
    dropped = place == DASH and value == ABSENT
    if not dropped and (not isinstance(value, str) or len(value) != 1):
        raise GameError("ball.program.letter", size=size, got=printable(value), row=row)
    words = list(program.commands)
    word = words[SIZES.index(size)]
    words[SIZES.index(size)] = word[: row - 1] + str(value) + word[row:]
    return replace(program, commands=(words[0], words[1], words[2]))


def value_of(place: str, value: Any) -> Value:
    """Parse what stands at a place: ``{"row": 2, "to": "L"}`` for a pass. Raises GameError for a pass that is none."""
    if place == "pass" and value is not None:
        (marker,) = Program.from_json({"S": "...", "M": "...", "L": "...", "pass": [value]}).markers
        return marker.row, marker.to
    return value  # type: ignore[no-any-return]


def json_of(value: Value) -> Any:
    return {"row": value[0], "to": value[1]} if isinstance(value, tuple) else value


def unsure(doubts: Sequence[Doubt], side: str) -> tuple[str, ...]:
    """Return the places of a side's program that are in doubt."""
    return tuple(place for place, chance in _surest(doubts, side).items() if chance < UNSURE)


def confidence(doubts: Sequence[Doubt]) -> float:
    """Return the probability that everything was read right."""
    return math.prod(chance for side in PLAYERS for chance in _surest(doubts, side).values())


def _surest(doubts: Sequence[Doubt], side: str) -> dict[str, float]:
    odds: dict[str, float] = {}
    for doubt in doubts:
        if doubt.side == side:
            odds[doubt.place] = odds.get(doubt.place, 0.0) + math.exp(doubt.nats)
    return {place: 1 / (1 + against) for place, against in odds.items()}


def _marker(value: Value) -> tuple[int, Any]:
    if not isinstance(value, tuple):
        raise GameError("ball.program.pass", got=printable(value))
    return value


def _answers(reading: ArrayReading, team: int, position: Position) -> dict[str, dict[Value, float]]:
    """Return for each place what may stand there, in nats."""
    letters = LETTERS[team]
    found: dict[str, dict[Value, float]] = {}
    for place in (*PLACES, DASH):
        found[place] = {letters.get(compass, compass): nats for compass, nats in reading.commands[place].items()}
    found["pass"] = {
        None if place == ABSENT else (int(place[1]), place[0]): nats
        for place, nats in reading.marker.items()
        if place != DASH
    }
    for name, place in (("quick", "quick_pass"), ("blitz", "blitz")):
        played = min(max(reading.specials.get(name, 0.0), 1e-6), 1 - 1e-6)
        found[place] = {False: math.log(1 - played), True: math.log(played)}
    for place, size in SPECIALS.items():
        penalty = _special_nats(position, team, size)
        for value in found[place]:
            found[place][value] += 0.0 if value in (False, ABSENT) else penalty
    return found


def _special_nats(position: Position, team: int, size: str) -> float:
    held, spent = position.specials[team], position.spent[team]
    if size in held:
        return 0.0
    return math.log(NOT_HELD if held and size not in spent else NONE_HELD)


def described(program: Program, doubts: Sequence[Doubt], side: str, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return a program as it is published: the engine's form, places in doubt, the colour of its pyramids."""
    told: dict[str, Any] = {**program.to_json(), "unsure": list(unsure(doubts, side))}
    return {**told, "colour": colours[side]} if side in colours else told
