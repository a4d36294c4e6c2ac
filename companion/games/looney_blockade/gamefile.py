"""Whole games as text: header tags, then one turn a line, so that a game can be judged without anything else.

    [Game "looney-blockade"]
    [BK-02 "a"]
    [BK-04 "exact"]
    [Position "C3G2*5,... cool K555"]

    1. B4 G5: G1 b3-b2, G2 a5-b3 (2), G1 b2-b3 +K3
    2. R1 Y6: pass

Other tags (players, date, place) are kept as they are.
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
from companion.games.looney_blockade.model import RULINGS, Options, Position, Turn, Violation
from companion.games.looney_blockade.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.turns import apply
from companion.games.reason import Value

NAME = "looney-blockade"


@dataclass(frozen=True)
class WrittenGame:
    """A start, and the turns played from it with their rolls; by their numbers the tables accepted between, and
    comments."""

    start: Position
    turns: tuple[tuple[Mapping[str, int], Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[int, AcceptedTable] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)


def game_to_text(game: WrittenGame) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    own = {"Game": NAME, **game.options.to_json(), "Position": position_to_text(game.start)}
    turns = (turn_to_text(roll, turn) for roll, turn in game.turns)
    lines = with_accepted(turns, game.accepted, position_to_text)
    return write_game(own, game.tags, lines, game.comments)


def game_from_text(text: str) -> WrittenGame:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    script = read_game(text, NAME, "B4 G5: G1 b3-b2")
    with at_line(script.first_line):
        options = Options.from_json({name: script.tags[name] for name in ("BK-02", "BK-04") if name in script.tags})
        start = position_from_text(script.tags["Position"])
    turns, accepted = play_through(
        script,
        start,
        position_from_text,
        lambda line, number, position: _play(line, number, position, options),
        lambda played: played[1].position,
    )
    kept = {name: value for name, value in script.tags.items() if name not in ("Game", "Position", "BK-02", "BK-04")}
    return WrittenGame(start, turns, options, kept, accepted, script.comments)


def _play(line: str, number: int, position: Position, options: Options) -> tuple[dict[str, int], Turn]:
    roll, hops = turn_from_text(line)
    played = apply(position, roll, [(hop.start, hop.end) for hop in hops], options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    for hop, legal in zip(hops, played.hops, strict=True):
        if hop != legal:
            cost: dict[str, Value] = {"piece": legal.piece, "cost": legal.cost, "cap": legal.cap}
            raise GameError("looney.text.unlike", number=number, start=hop.start, end=hop.end, **cost)
    return roll, played
