"""The contents of a drawing after a verdict: the table, and the places that the verdict is about."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from companion.referee.grid import Grid, Json, Place
from companion.referee.table import AnyTable
from companion.referee.verdict import Verdict


class Depicted(NamedTuple):
    """A table, `marked` places and `moves` on it, both in a tone of the theme: ``bad`` for what breaks the rules."""

    grid: Grid = MappingProxyType({})
    marked: frozenset[Place] = frozenset()
    moves: Sequence[Json] = ()
    tone: str = "mark"


def depicted(table: AnyTable, verdict: Verdict) -> Depicted:
    """Return what to draw for a verdict: the table as it seems to stand, where that is not the believed one."""
    moves = verdict.moves if verdict.trait.turn or verdict.trait.stands else ()
    marked = {place for move in moves for place in table.touched(move)} | set(verdict.cells)
    if verdict.seen:
        marked |= {place for place, thing in verdict.seen.items() if thing != verdict.grid.get(place)}
    tone = "bad" if verdict.verdict == "illegal" else "mark"
    return Depicted(verdict.seen or verdict.grid, frozenset(marked), moves, tone)
