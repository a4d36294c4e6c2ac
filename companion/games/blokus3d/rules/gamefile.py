"""Whole games of Blokus 3D as text (`companion.games.gamefile`), to be judged without anything else.

[Game "blokus3d"]
[B3-09 "false"]
[Position "tower ,,,/,,,/,,,/,,,/,,, blue:* yellow:* to move blue"]

1. blue I2: 3,2,0 4,2,0
2. yellow I3: 3,3,0 4,3,0 5,3,0

A player who cannot place is passed over and has no line.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.blokus3d.rules.model import OPTION_FIELDS, Options, Position, Turn, Violation
from companion.games.blokus3d.rules.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.rules.turns import apply, settled
from companion.games.errors import GameError, shown
from companion.games.gamefile import GameForm

NAME = "blokus3d"


class BlokusForm(GameForm[Position, Options, Turn]):
    """A turn is written as its player and the placement."""

    name = NAME
    example = "blue I2: 3,2,0 4,2,0"
    option_tags: ClassVar[Mapping[str, str]] = {rule: rule for rule in OPTION_FIELDS}
    told_when_other: ClassVar[Mapping[str, str]] = dict.fromkeys(("B3-07", "B3-12", "B3-13"), "false")

    def read_options(self, told: Mapping[str, Any]) -> Options:
        return Options.from_json(told)

    def read_value(self, text: str) -> Any:
        if text not in ("true", "false"):
            raise GameError("blokus.game.option", "B3-09", got=shown(text))
        return super().read_value(text)

    def write_position(self, position: Position) -> str:
        return position_to_text(position)

    def read_position(self, text: str) -> Position:
        return position_from_text(text)

    def check_start(self, start: Position, options: Options) -> None:
        options.sides(start.players)

    def write_turn(self, done: Turn) -> str:
        return placement_to_text(done.player, done.placement)

    def read_turn(self, text: str, number: int, before: Position, options: Options) -> Turn:
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

    def after(self, done: Turn) -> Position:
        return done.position


FORM = BlokusForm()
