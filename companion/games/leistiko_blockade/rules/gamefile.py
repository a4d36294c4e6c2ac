"""Whole games of Leistiko's Blockade as text (`companion.games.gamefile`), to be judged without anything else.

[Game "leistiko-blockade"]
[Variant "base"]
[LB-06 "1"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d6: pass
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.errors import GameError
from companion.games.gamefile import GameForm
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Turn, Violation
from companion.games.leistiko_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    steps_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.leistiko_blockade.rules.turns import apply

NAME = "leistiko-blockade"
Rolled = tuple[Roll, Turn]
# Options that are numbers, as they stand in a tag.
_NUMBERS = ("0", "1", "2", "15", "16")


class LeistikoForm(GameForm[Position, Options, Rolled]):
    """A turn is written with its roll."""

    name = NAME
    example = "r3 d5: 3>2, 2x(4)"
    option_tags: ClassVar[Mapping[str, str]] = {
        "Variant": "variant",
        "LB-01": "LB-01",
        "LB-06": "LB-06",
        "LB-09": "LB-09",
        "LB-20": "LB-20",
    }
    told_when_other: ClassVar[Mapping[str, str]] = {"LB-20": "false"}

    def read_options(self, told: Mapping[str, Any]) -> Options:
        return Options.from_json(told)

    def read_value(self, text: str) -> Any:
        return int(text) if text in _NUMBERS else super().read_value(text)

    def write_position(self, position: Position) -> str:
        return position_to_text(position)

    def read_position(self, text: str) -> Position:
        return position_from_text(text)

    def check_start(self, start: Position, options: Options) -> None:
        start.check_number(options)

    def write_turn(self, done: Rolled) -> str:
        return turn_to_text(*done)

    def read_turn(self, text: str, number: int, before: Position, options: Options) -> Rolled:
        row, roll, steps = turn_from_text(text)
        roll = Roll.from_json(roll.to_json(), options)
        played = apply(before, row, roll, steps, options)
        if isinstance(played, Violation):
            raise GameError("engine.illegal", number=number, reason=played.reason)
        if played.steps != steps:
            raise GameError("leistiko.text.cost", number=number, steps=steps_to_text(played.steps))
        return roll, played

    def after(self, done: Rolled) -> Position:
        return done[1].position


FORM = LeistikoForm()
