"""Whole games of Leistiko's Blockade as text (`companion.games.gamefile`), to be judged without anything else.

[Game "leistiko-blockade"]
[Variant "base"]
[LB-06 "1"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d6: pass
"""

from typing import Any

from companion.games.errors import GameError
from companion.games.gamefile import GameForm, plain_value
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


def _read_value(text: str) -> Any:
    return int(text) if text in _NUMBERS else plain_value(text)


def _read_turn(text: str, number: int, before: Position, options: Options) -> Rolled:
    row, roll, steps = turn_from_text(text)
    roll = Roll.from_json(roll.to_json(), options)
    played = apply(before, row, roll, steps, options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    if played.steps != steps:
        raise GameError("leistiko.text.cost", number=number, steps=steps_to_text(played.steps))
    return roll, played


FORM: GameForm[Position, Options, Rolled] = GameForm(
    name=NAME,
    example="r3 d5: 3>2, 2x(4)",
    option_tags={"Variant": "variant", "LB-01": "LB-01", "LB-06": "LB-06", "LB-09": "LB-09", "LB-20": "LB-20"},
    told_when_other={"LB-20": "false"},
    read_options=Options.from_json,
    read_value=_read_value,
    write_position=position_to_text,
    read_position=position_from_text,
    check_start=Position.check_number,
    write_turn=lambda done: turn_to_text(*done),
    read_turn=_read_turn,
    after=lambda done: done[1].position,
)
