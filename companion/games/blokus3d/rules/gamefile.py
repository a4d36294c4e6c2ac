"""Whole games of Blokus 3D as text (`companion.games.gamefile`), to be judged without anything else.

[Game "blokus3d"]
[B3-09 "false"]
[Position "tower ,,,/,,,/,,,/,,,/,,, blue:* yellow:* to move blue"]

1. blue I2: 3,2,0 4,2,0
2. yellow I3: 3,3,0 4,3,0 5,3,0

A player who cannot place is passed over and has no line.
"""

from typing import Any

from companion.games.blokus3d.rules.model import Options, Position, Turn, Violation
from companion.games.blokus3d.rules.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.rules.turns import apply, settled
from companion.games.errors import GameError, printable
from companion.games.gamefile import GameForm

NAME = "blokus3d"


def _read_value(text: str) -> Any:
    if text not in ("true", "false"):
        raise GameError("blokus.game.option", "B3-09", got=printable(text))
    return text == "true"


def _read_turn(text: str, number: int, before: Position, options: Options) -> Turn:
    player, placement = placement_from_text(text)
    mover = settled(before).to_move
    if mover is None:
        raise GameError("blokus.game.over", "B3-end", number=number)
    if player != mover:
        raise GameError("blokus.game.mover", number=number, player=player, mover=mover)
    played = apply(before, placement.piece, placement.cells)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    return played


FORM: GameForm[Position, Options, Turn] = GameForm(
    name=NAME,
    example="blue I2: 3,2,0 4,2,0",
    option_tags={rule: rule for rule in Options.choices},
    told_when_other=dict.fromkeys(("B3-07", "B3-12", "B3-13"), "false"),
    read_options=Options.from_json,
    read_value=_read_value,
    write_position=position_to_text,
    read_position=position_from_text,
    check_start=lambda start, options: options.sides(start.players),
    write_turn=lambda done: placement_to_text(done.player, done.placement),
    read_turn=_read_turn,
    after=lambda done: done.position,
)
