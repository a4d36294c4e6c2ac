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

from companion.games.errors import GameError
from companion.games.gamefile import GameForm
from companion.games.looney_blockade.rules.model import Options, Position, Turn, Violation
from companion.games.looney_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.rules.turns import apply
from companion.games.reason import Value

NAME = "looney-blockade"
Rolled = tuple[Mapping[str, int], Turn]


def _read_turn(text: str, number: int, before: Position, options: Options) -> Rolled:
    roll, hops = turn_from_text(text)
    played = apply(before, roll, [(hop.start, hop.end) for hop in hops], options)
    if isinstance(played, Violation):
        raise GameError("engine.illegal", number=number, reason=played.reason)
    for hop, legal in zip(hops, played.hops, strict=True):
        if hop != legal:
            cost: dict[str, Value] = {"piece": legal.piece, "cost": legal.cost, "cap": legal.cap}
            raise GameError("looney.text.unlike", number=number, start=hop.start, end=hop.end, **cost)
    return roll, played


FORM: GameForm[Position, Options, Rolled] = GameForm(
    name=NAME,
    example="B4 G5: G1 b3-b2",
    option_tags={rule: rule for rule in Options.choices},
    told_when_other={"BK-12": "true"},
    read_options=Options.from_json,
    write_position=position_to_text,
    read_position=position_from_text,
    write_turn=lambda done: turn_to_text(*done),
    read_turn=_read_turn,
    after=lambda done: done[1].position,
)
