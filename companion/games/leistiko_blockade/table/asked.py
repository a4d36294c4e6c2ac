"""Tells what may be done with a row that a question names, or the first rule against it."""

from collections.abc import Sequence

from companion.games.leistiko_blockade.rules.model import ROWS, Options, Position, Roll
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.rules.turns import row_fault
from companion.games.reason import Reason, because
from companion.referee.grid import Commitment
from companion.referee.table_parts import told_here


def allowed(position: Position, under: Commitment | None, named: Sequence[str], options: Options) -> Sequence[Reason]:
    """Return where the pieces of the first row named may go, once a row was chosen and rolled for; before, whether it
    may be chosen."""
    rows = [int(word) for word in named if word in map(str, ROWS)]
    if not rows:
        return ()
    said = under.value if under else {}
    fault = row_fault(position, said.get("row", rows[0]))
    if fault or "roll" not in said:
        chosen = () if fault or "row" in said else (because("leistiko.asked.row", row=rows[0]),)
        unrolled = because("leistiko.asked.unrolled", "LB-turn")
        return told_here(chosen, fault.reason if fault else unrolled)
    found = reach(position, rows[0], said.get("row", rows[0]), Roll.from_json(said["roll"], options), (), options)
    ways = [
        because("leistiko.asked.goes" if going.to else "leistiko.asked.leaps", row=rows[0], to=going.to, n=going.cost)
        for going in found.goings
    ]
    return told_here(ways, found.refused[0][1].reason if found.refused else None)
