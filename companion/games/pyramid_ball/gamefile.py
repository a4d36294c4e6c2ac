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
from companion.games.gamefile import at_line, read_game, write_game
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
class WrittenGame:
    """A start, and the turns played from it with their programs."""

    start: Position
    turns: tuple[tuple[tuple[Program, Program], Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)


def game_to_text(game: WrittenGame) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    options = {rule: str(value).lower() for rule, value in game.options.to_json().items()}
    own = {"Game": NAME, **options, "Position": position_to_text(game.start)}
    return write_game(own, game.tags, (turn_to_text(programs, turn.choices) for programs, turn in game.turns))


def game_from_text(text: str) -> WrittenGame:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    script = read_game(text, NAME, "S:FFF M:B.. L:... / S:... M:FFF L:RFF")
    with at_line(script.first_line):
        chosen = {rule: script.tags[rule] for rule in OPTION_FIELDS if rule in script.tags}
        options = Options.from_json({rule: _VALUES.get(value, value) for rule, value in chosen.items()})
        start = position_from_text(script.tags["Position"])
    turns: list[tuple[tuple[Program, Program], Turn]] = []
    for number, (line, turn) in enumerate(script.turns, 1):
        with at_line(line):
            turns.append(_play(turn, number, turns[-1][1].position if turns else start, options))
    kept = {name: value for name, value in script.tags.items() if name not in ("Game", "Position", *OPTION_FIELDS)}
    return WrittenGame(start, tuple(turns), options, kept)


def _play(line: str, number: int, position: Position, options: Options) -> tuple[tuple[Program, Program], Turn]:
    programs, choices = turn_from_text(line)
    played = apply(position, programs, choices, options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    if isinstance(played, Pending):
        raise GameError("ball.game.choice", number=number, text=played.text)
    return programs, played
