"""Whole games of Blokus 3D as text (`companion.games.gamefile`), to be judged without anything else.

[Game "blokus3d"]
[B3-09 "false"]
[Position "tower ,,,/,,,/,,,/,,,/,,, blue:* yellow:* to move blue"]

1. blue I2: 3,2,0 4,2,0
2. yellow I3: 3,3,0 4,3,0 5,3,0

Who cannot place is passed over: his line is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.blokus3d.model import RULINGS, Options, Position, Turn, Violation
from companion.games.blokus3d.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.turns import apply, settled
from companion.games.errors import GameError, shown
from companion.games.gamefile import (
    AcceptedTable,
    at_line,
    play_through,
    read_game,
    with_accepted,
    write_game,
)

NAME = "blokus3d"
_TWO_COLOURS = {"true": True, "false": False}


@dataclass(frozen=True)
class WrittenGame:
    """A start, and the turns played from it; by their numbers the tables accepted between, and comments."""

    start: Position
    turns: tuple[Turn, ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[int, AcceptedTable] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)


def game_to_text(game: WrittenGame) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    own = {
        "Game": NAME,
        "B3-09": str(game.options.two_colours).lower(),
        "Position": position_to_text(game.start),
    }
    turns = (placement_to_text(turn.player, turn.placement) for turn in game.turns)
    lines = with_accepted(turns, game.accepted, position_to_text)
    return write_game(own, game.tags, lines, game.comments)


def game_from_text(text: str) -> WrittenGame:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    script = read_game(text, NAME, "blue I2: 3,2,0 4,2,0")
    with at_line(script.first_line):
        options = Options.from_json({"B3-09": _two_colours(script.tags.get("B3-09", "false"))})
        start = position_from_text(script.tags["Position"])
        options.sides(start.players)
    turns, accepted = play_through(script, start, position_from_text, _play, lambda turn: turn.position)
    kept = {name: value for name, value in script.tags.items() if name not in ("Game", "Position", "B3-09")}
    return WrittenGame(start, turns, options, kept, accepted, script.comments)


def _two_colours(text: str) -> bool:
    if text not in _TWO_COLOURS:
        raise GameError("blokus.game.option", "B3-09", got=shown(text))
    return _TWO_COLOURS[text]


def _play(text: str, number: int, position: Position) -> Turn:
    player, placement = placement_from_text(text)
    mover = settled(position).to_move
    if mover is None:
        raise GameError("blokus.game.over", "B3-end", number=number)
    if player != mover:
        raise GameError("blokus.game.mover", number=number, player=player, mover=mover)
    played = apply(position, placement.piece, placement.cells)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    return played
