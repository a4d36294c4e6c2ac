"""Whole games of Leistiko's Blockade as text (`companion.games.gamefile`), to be judged without anything else.

[Game "leistiko-blockade"]
[Variant "base"]
[LB-06 "1"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d6: pass
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.errors import GameError
from companion.games.gamefile import (
    AcceptedTable,
    at_line,
    play_through,
    read_game,
    with_accepted,
    write_game,
)
from companion.games.leistiko_blockade.model import RULINGS, Options, Position, Roll, Turn, Violation
from companion.games.leistiko_blockade.notation import (
    position_from_text,
    position_to_text,
    steps_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.leistiko_blockade.turns import apply

NAME = "leistiko-blockade"
_OPTION_TAGS = {"Variant": "variant", "LB-01": "LB-01", "LB-06": "LB-06", "LB-09": "LB-09"}


@dataclass(frozen=True)
class WrittenGame:
    """A start, and the turns played from it with their rolls; by their numbers the tables accepted between, and
    comments."""

    start: Position
    turns: tuple[tuple[Roll, Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[int, AcceptedTable] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)


def game_to_text(game: WrittenGame) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    options = game.options.to_json()
    own = {tag: str(options[name]).lower() for tag, name in _OPTION_TAGS.items()}
    own = {"Game": NAME, **own, "Position": position_to_text(game.start)}
    turns = (turn_to_text(roll, turn) for roll, turn in game.turns)
    lines = with_accepted(turns, game.accepted, position_to_text)
    return write_game(own, game.tags, lines, game.comments)


def game_from_text(text: str) -> WrittenGame:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    script = read_game(text, NAME, "r3 d5: 3>2, 2x(4)")
    with at_line(script.first_line):
        options = Options.from_json(
            {name: _value(script.tags[tag]) for tag, name in _OPTION_TAGS.items() if tag in script.tags}
        )
        start = position_from_text(script.tags["Position"])
        start.check_number(options)
    turns, accepted = play_through(
        script,
        start,
        position_from_text,
        lambda line, number, position: _play(line, number, position, options),
        lambda played: played[1].position,
    )
    kept = {
        name: value
        for name, value in script.tags.items()
        if name not in ("Game", "Position") and name not in _OPTION_TAGS
    }
    return WrittenGame(start, turns, options, kept, accepted, script.comments)


def _value(text: str) -> Any:
    """An option's value as it stands in a tag."""
    return {"true": True, "false": False}.get(text, int(text) if text in ("0", "1", "2", "15", "16") else text)


def _play(text: str, number: int, position: Position, options: Options) -> tuple[Roll, Turn]:
    row, roll, steps = turn_from_text(text)
    roll = Roll.from_json(roll.to_json(), options)
    played = apply(position, row, roll, steps, options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    if played.steps != steps:
        raise GameError("leistiko.text.cost", number=number, steps=steps_to_text(played.steps))
    return roll, played
