"""Whole games as text: header tags with the rule options in force, then one turn a line.

[Game "pyramid-ball"]
[PB-01 "a"]
[PB-02 "true"]
[Position "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"]

1. S:FFF M:B.. L:... / S:... M:FFF L:RFF
"""

from typing import Any

from companion.games.errors import GameError
from companion.games.gamefile import GameForm, plain_value
from companion.games.pyramid_ball.rules.model import Options, Position, Program, Violation
from companion.games.pyramid_ball.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply

NAME = "pyramid-ball"
Programmed = tuple[tuple[Program, Program], Turn]


def _read_value(text: str) -> Any:
    return int(text) if text.isdecimal() and len(text) == 1 else plain_value(text)


def _read_turn(text: str, number: int, before: Position, options: Options) -> Programmed:
    programs, choices = turn_from_text(text)
    played = apply(before, programs, choices, options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    if isinstance(played, Pending):
        raise GameError("ball.game.choice", number=number, text=played.text)
    return programs, played


FORM: GameForm[Position, Options, Programmed] = GameForm(
    name=NAME,
    example="S:FFF M:B.. L:... / S:... M:FFF L:RFF",
    option_tags={rule: rule for rule in Options.choices},
    told_when_other={"PB-36": "false", "PB-40": "5"},
    read_options=Options.from_json,
    read_value=_read_value,
    write_position=position_to_text,
    read_position=position_from_text,
    write_turn=lambda done: turn_to_text(done[0], done[1].choices),
    read_turn=_read_turn,
    after=lambda done: done[1].position,
)
