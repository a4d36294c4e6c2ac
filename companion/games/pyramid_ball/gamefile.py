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
from companion.games.gamefile import (
    AcceptedTable,
    at_line,
    play_through,
    read_game,
    with_accepted,
    write_game,
)
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
    """A start, and the turns played from it with their programs; by their numbers the tables accepted between, and
    comments."""

    start: Position
    turns: tuple[tuple[tuple[Program, Program], Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[int, AcceptedTable] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)


def game_to_text(game: WrittenGame) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    options = {rule: str(value).lower() for rule, value in game.options.to_json().items()}
    own = {"Game": NAME, **options, "Position": position_to_text(game.start)}
    turns = (turn_to_text(programs, turn.choices) for programs, turn in game.turns)
    lines = with_accepted(turns, game.accepted, position_to_text)
    return write_game(own, game.tags, lines, game.comments)


def game_from_text(text: str) -> WrittenGame:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    script = read_game(text, NAME, "S:FFF M:B.. L:... / S:... M:FFF L:RFF")
    with at_line(script.first_line):
        chosen = {rule: script.tags[rule] for rule in OPTION_FIELDS if rule in script.tags}
        options = Options.from_json({rule: _VALUES.get(value, value) for rule, value in chosen.items()})
        start = position_from_text(script.tags["Position"])
    turns, accepted = play_through(
        script,
        start,
        position_from_text,
        lambda line, number, position: _play(line, number, position, options),
        lambda played: played[1].position,
    )
    kept = {name: value for name, value in script.tags.items() if name not in ("Game", "Position", *OPTION_FIELDS)}
    return WrittenGame(start, turns, options, kept, accepted, script.comments)


def _play(line: str, number: int, position: Position, options: Options) -> tuple[tuple[Program, Program], Turn]:
    programs, choices = turn_from_text(line)
    played = apply(position, programs, choices, options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    if isinstance(played, Pending):
        raise GameError("ball.game.choice", number=number, text=played.text)
    return programs, played
