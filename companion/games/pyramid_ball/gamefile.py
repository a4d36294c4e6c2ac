"""Whole games as text: header tags with the rule options in force, then one turn a line.

[Game "pyramid-ball"]
[PB-01 "a"]
[PB-02 "true"]
[Position "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"]

1. S:FFF M:B.. L:... / S:... M:FFF L:RFF
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.errors import GameError
from companion.games.gamefile import read_game, write_game
from companion.games.pyramid_ball.model import OPTION_FIELDS, RULINGS, Options, Position, Program, Violation
from companion.games.pyramid_ball.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.turns import Pending, Turn, apply

NAME = "pyramid-ball"
_VALUES = {"true": True, "false": False}


@dataclass(frozen=True)
class Game:
    """A start, and the turns played from it with their programs."""

    start: Position
    turns: tuple[tuple[tuple[Program, Program], Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)


def game_to_text(game: Game) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    options = {rule: str(value).lower() for rule, value in game.options.to_json().items()}
    own = {"Game": NAME, **options, "Position": position_to_text(game.start)}
    return write_game(own, game.tags, (turn_to_text(programs, turn.choices) for programs, turn in game.turns))


def game_from_text(text: str) -> Game:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    turns: list[tuple[tuple[Program, Program], Turn]] = []

    def play(start: tuple[Position, Options], number: int, line: str) -> None:
        programs, choices = turn_from_text(line)
        played = apply(turns[-1][1].position if turns else start[0], programs, choices, start[1])
        if isinstance(played, Violation):
            raise GameError(f"turn {number} is not legal: {played.reason} ({played.rule})")
        if isinstance(played, Pending):
            raise GameError(f"turn {number}: a choice is missing at the end: {played.text}")
        turns.append((programs, played))

    example = "S:FFF M:B.. L:... / S:... M:FFF L:RFF"
    (start, options), tags = read_game(text, NAME, example, _start, play)
    kept = {name: value for name, value in tags.items() if name not in ("Game", "Position", *OPTION_FIELDS)}
    return Game(start, tuple(turns), options, kept)


def _start(tags: Mapping[str, str]) -> tuple[Position, Options]:
    options = {rule: _VALUES.get(tags[rule], tags[rule]) for rule in OPTION_FIELDS if rule in tags}
    return position_from_text(tags["Position"]), Options.from_json(options)
