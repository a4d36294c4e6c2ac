"""Words for what happens in Looney Blockade."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.looney_blockade.rules.model import Turn
from companion.games.reason import Reason, because


class LooneyWording:
    """Rolls, hops and points as reasons (see `companion.referee.table.Wording`)."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """Return ``blue 4, green 5``."""
        dice = tuple(because("looney.table.die", colour=colour, value=n) for colour, n in value["roll"].items())
        return because("looney.table.list", items=dice)

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """Return ``small green b3-b2; medium green a5-b3 (2)``: the points in brackets if more than one."""
        return because("looney.table.hops", hops=tuple(_hop(move) for move in moves))

    def points(self, points: Mapping[str, int]) -> Reason | None:
        """Return ``blue 2, green 5``."""
        spent = tuple(because("looney.table.die", colour=colour, value=n) for colour, n in points.items() if n)
        return because("looney.table.list", items=spent) if spent else None

    def spent(self, points: Mapping[str, int]) -> Reason | None:
        """Return the points as a sentence of a report."""
        spent = tuple(because("looney.table.spent.one", n=n, colour=colour) for colour, n in points.items() if n)
        return because("looney.table.spent", items=spent) if spent else None

    def move(self, move: Mapping[str, Any]) -> Reason:
        """Return ``medium green a5 → b3 (2 points)``."""
        where = {"piece": move["piece"], "start": move["from"], "end": move["to"], "n": move["cost"]}
        if move.get("cap"):
            return because("looney.table.move.capped", **where, cap=move["cap"])
        return because("looney.table.move", **where)


def caps_wanted(turn: Turn, rule: str) -> Reason:
    """Return the blacks that are still to be put on towers."""
    wanted = tuple(because("looney.table.cap", piece=hop.cap, cell=hop.end) for hop in turn.hops if hop.cap)
    return because("looney.table.caps_wanted", rule, caps=wanted)


def _hop(move: Mapping[str, Any]) -> Reason:
    where = {"piece": move["piece"], "start": move["from"], "end": move["to"]}
    hop = because("looney.table.hop", **where)
    if move["cost"] != 1:
        hop = because("looney.table.hop.cost", **where, n=move["cost"])
    return because("looney.table.hop.capped", hop=hop, cap=move["cap"]) if move.get("cap") else hop
