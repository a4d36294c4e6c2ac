"""Apply the players' corrections to the belief: what they say counts."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.errors import printable
from companion.games.reason import Reason, because
from companion.referee.belief import Belief, Reading, State, odd_one
from companion.referee.errors import RefereeError
from companion.referee.grid import Grid, Place, Thing
from companion.referee.offers import WORTH_OFFERING
from companion.referee.table import AnyTable


class Corrected(NamedTuple):
    """State after a correction, and its reason. `notes`: remarks about it. `told`: the players' word on the last
    look."""

    state: State
    readings: tuple[Reading, ...]
    told: dict[Place, Thing]
    reason: Reason
    notes: tuple[Reason, ...] = ()


class LastLook(NamedTuple):
    """Subject of a correction: explanations of the last look, what the players have `told` of it since, and the state
    after it (`looked`), if that was under the commitment in force."""

    table: AnyTable
    readings: tuple[Reading, ...]
    told: Mapping[Place, Thing]
    looked: State | None


def corrected(last: LastLook, state: State, correction: Mapping[str, Any]) -> Corrected:
    """Apply a correction other than an undo to the state (see `Session.correct`). Raises RefereeError, GameError."""
    match dict(correction):
        case {"accept": True}:
            return _accepted(last, state)
        case {"reading": number}:
            return _chosen(last, state, number)
        case {"cells": cells} if isinstance(cells, Mapping) and all(isinstance(it, str) for it in cells.values()):
            return _correct_cells(last, state, cells)
    ((what, value),) = correction.items()
    place, thing = next(iter(_grid(last, state).items()))
    right = {
        "accept": ("true",),
        "agree": ('"draw"',),
        "cells": (json.dumps({place: thing}),),
        "pass": ("true", '"unseen"', '"sat_out"'),
        "undo": ("true", *map(json.dumps, last.table.unsayable)),
    }
    if what in right:
        raise RefereeError("referee.correction", what=what, right=right[what], got=printable(value))
    raise RefereeError("referee.corrections", known=(*right, "reading", *last.table.amendable), got=printable(what))


def _accepted(last: LastLook, state: State) -> Corrected:
    if not last.readings:
        raise RefereeError("referee.no_look")
    was = _grid(last, state)
    position = _standing(last, state, was if last.told else last.readings[0].grid)
    after = replace(_believing(state, Belief(1.0, position)), in_force=False, presumed=True)
    now = last.table.grid(position)
    after = replace(after, by_hand={**state.by_hand, **_settled(last, was, now)})
    reason = because("referee.accepted", changes=_changes(last.table, was, now))
    return Corrected(after, (), dict(last.told), reason, _gone(last, state, now))


def _chosen(last: LastLook, state: State, number: object) -> Corrected:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(last.readings):
        raise RefereeError("referee.no_reading", number=repr(number), n=len(last.readings))
    reading = last.readings[number]
    belief = replace(reading.belief, weight=1.0)
    said = reading.under or state.said
    # A breach that players choose is what stands there, though it is not believed.
    told = _settled(last, _grid(last, state), reading.grid)
    after = replace(_believing(state, belief), said=said, odd=odd_one(reading, None), by_hand={**state.by_hand, **told})
    reason = because("referee.chosen", kind=because(f"referee.kind.{reading.kind}"))
    return Corrected(after, (replace(reading, weight=1.0),), {}, reason)


def _correct_cells(last: LastLook, state: State, cells: Mapping[Place, Any]) -> Corrected:
    table = last.table
    if not cells:
        raise RefereeError("referee.no_cells")
    if unknown := [cell for cell in cells if cell not in table.places]:
        raise RefereeError("referee.no_cell", cell=repr(unknown[0]), first=table.places[0], last=table.places[-1])
    was = _grid(last, state)
    grid = {**was, **cells}
    last = last._replace(told={**last.told, **cells})
    agreeing = _agreeing(last, grid)
    meant = replace(agreeing.belief, weight=1.0) if agreeing else _meant(last, grid)
    after = _believing(state, meant or Belief(1.0, _standing(last, state, grid)))
    after = replace(after, said=agreeing.under or state.said) if agreeing else after
    after = replace(after, by_hand={**state.by_hand, **cells}, presumed=state.presumed or not meant)
    if meant and last.looked:
        after = replace(after, in_force=last.looked.in_force)
    elif state.beliefs[0].turn is not None and not meant:
        after = replace(after, in_force=False)
    now = _grid(last, after)
    return Corrected(after, last.readings, dict(last.told), _changes(table, was, now), _gone(last, state, now))


def _settled(last: LastLook, was: Grid, now: Grid) -> Grid:
    """Return what the players have said by hand with an answer: what lies differently now, and what stood in
    question."""
    offered = [was, *(reading.grid for reading in last.readings if reading.weight >= WORTH_OFFERING)]
    return {place: now[place] for place in last.table.places if any(grid[place] != now[place] for grid in offered)}


def _agreeing(last: LastLook, grid: Grid) -> Reading | None:
    """Return the meaning of the last look if it showed this table, or else a likely one with all that the players have
    told since: to say where a piece stands is enough, its old place need not be told. Where the rules are or were
    broken, so that the table is not what is believed, the players' word stands alone."""
    agreeing = [
        reading
        for reading in last.readings
        if reading.kind not in ("illegal", "incomplete")
        and reading.weight >= WORTH_OFFERING
        and reading.grid == last.table.grid(reading.belief.position)
        and all(reading.grid[place] == thing for place, thing in last.told.items())
    ]
    return max(agreeing, key=lambda reading: (reading.grid == grid, reading.weight), default=None)


def _meant(last: LastLook, grid: Grid) -> Belief | None:
    """Return the meaning of a table seen under the commitment in force, if it is the one before the turn or after a
    legal turn."""
    if last.looked is None:
        return None
    under = last.looked.commitment
    for belief in last.looked.beliefs:
        if grid == last.table.grid(belief.before):
            return Belief(1.0, belief.before)
        if under and (turn := last.table.turn(belief.before, grid, under)):
            return Belief(1.0, belief.before, turn)
    return None


def _grid(last: LastLook, state: State) -> Grid:
    return last.table.grid(state.beliefs[0].position)


def _standing(last: LastLook, state: State, grid: Grid) -> Any:
    return last.table.standing(grid, state.beliefs[0].position)


def _believing(state: State, belief: Belief) -> State:
    return replace(state, beliefs=(belief,), odd=None, doubt=0.0, asked=False, untold=False)


def _gone(last: LastLook, state: State, now: Grid) -> tuple[Reason, ...]:
    """Return a remark if pieces are missing that lie neither on the table nor beside it."""
    table, was = last.table, _grid(last, state)
    count = Counter[str]()
    for place in table.places:
        count.update(dict(table.difference(was[place], now[place])))
    beside = table.supply(state.beliefs[0].position)
    gone = tuple(piece for piece, n in count.items() for _ in range(-n) if piece not in beside)
    return (because("referee.gone", pieces=gone),) if gone else ()


def _changes(table: AnyTable, was: Grid, now: Grid) -> Reason:
    """Return reasons for the places that differ."""
    changed = tuple(
        because("referee.holds", cell=place, thing=now[place]) for place in table.places if now[place] != was[place]
    )
    return because("referee.changes", changes=changed) if changed else because("referee.no_changes")
