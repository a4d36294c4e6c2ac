"""Whole games as text: header tags with the rule options in force, then one turn a line.

[Game "pyramid-ball"]
[PB-01 "a"]
[PB-02 "true"]
[Position "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"]

1. S:FFF M:B.. L:... / S:... M:FFF L:RFF
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.errors import GameError
from companion.games.gamefile import GameForm
from companion.games.pyramid_ball.rules.model import OPTION_FIELDS, Options, Position, Program, Violation
from companion.games.pyramid_ball.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply

NAME = "pyramid-ball"
Programmed = tuple[tuple[Program, Program], Turn]


class BallForm(GameForm[Position, Options, Programmed]):
    """A turn is written as its programs, with what was chosen in it."""

    name = NAME
    example = "S:FFF M:B.. L:... / S:... M:FFF L:RFF"
    option_tags: ClassVar[Mapping[str, str]] = {rule: rule for rule in OPTION_FIELDS}
    told_when_other: ClassVar[Mapping[str, str]] = {"PB-36": "false", "PB-40": "5"}

    def read_options(self, told: Mapping[str, Any]) -> Options:
        return Options.from_json(told)

    def read_value(self, text: str) -> Any:
        return int(text) if text.isdecimal() and len(text) == 1 else super().read_value(text)

    def write_position(self, position: Position) -> str:
        return position_to_text(position)

    def read_position(self, text: str) -> Position:
        return position_from_text(text)

    def write_turn(self, done: Programmed) -> str:
        programs, turn = done
        return turn_to_text(programs, turn.choices)

    def read_turn(self, text: str, number: int, before: Position, options: Options) -> Programmed:
        programs, choices = turn_from_text(text)
        played = apply(before, programs, choices, options)
        if isinstance(played, Violation):
            raise GameError("engine.illegal", number=number, reason=played.reason)
        if isinstance(played, Pending):
            raise GameError("ball.game.choice", number=number, text=played.text)
        return programs, played

    def after(self, done: Programmed) -> Position:
        return done[1].position


FORM = BallForm()
