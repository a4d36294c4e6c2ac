"""Words for what happens in Leistiko's Blockade."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.reason import Reason, because

WAYS_OFF = {"leap": "leistiko.table.leap", "cross": "leistiko.table.crosses", "off": "leistiko.table.gets_off"}


class LeistikoWording:
    """Rows, dice and steps as reasons (see `companion.referee.table.Wording`)."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """Return ``row 3, rolled 4``."""
        parts = [because("leistiko.table.row", row=value["row"])] if "row" in value else []
        if "roll" in value:
            parts.append(dice_words(value["roll"]))
        return because("leistiko.table.list", items=tuple(parts))

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """Return ``2 × 3-4; 3 off (4)``."""
        count = Counter(_key(move) for move in moves)
        told = []
        for move in moves:
            if n := count.pop(_key(move), 0):
                told.append(_hop(move) if n == 1 else because("leistiko.table.times", n=n, what=_hop(move)))
        return because("leistiko.table.hops", hops=tuple(told))

    def points(self, points: Mapping[str, int]) -> Reason | None:
        """Return the sum of points, ``5``."""
        n = sum(points.values())
        return because("leistiko.table.points", n=n) if n else None

    def spent(self, points: Mapping[str, int]) -> Reason | None:
        """Return the points as a sentence of a report."""
        if not sum(points.values()):
            return None
        return because("leistiko.table.spent", move=points.get("move", 0), leap=points.get("leap", 0))

    def move(self, move: Mapping[str, Any]) -> Reason:
        """Return ``row 3 → row 4``."""
        for kind, words in WAYS_OFF.items():
            if kind in move:
                return because(words, row=move[kind], n=move["cost"])
        return because("leistiko.table.move", start=move["from"], end=move["to"])


def dice_words(roll: Any) -> Reason:
    """Return the dice in words: one die; the move and the leap die; or those of a leap of Bungie Battle."""
    if isinstance(roll, Mapping):
        return because("leistiko.table.duel", own=tuple(roll["leap"]), opposed=tuple(roll["opposed"]))
    if len(roll) == 1:
        return because("leistiko.table.die", n=roll[0])
    return because("leistiko.table.dice", move=roll[0], leap=roll[1])


def _key(move: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(move.get(name) for name in ("from", "to", "leap", "cross", "off", "cost"))


def _hop(move: Mapping[str, Any]) -> Reason:
    if "cross" in move:
        return because("leistiko.table.cross", row=move["cross"], n=move["cost"])
    if "from" not in move:
        return because("leistiko.table.off", row=move.get("leap", move.get("off")), n=move["cost"])
    return because("leistiko.table.hop", start=move["from"], end=move["to"])
