"""Scores tables by a picture and by what was believed before it, in nats."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.referee import priors
from companion.referee.belief import Belief
from companion.referee.best_tables import Kinds, Option, ScoredTable, best_tables
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid, Place, Thing
from companion.referee.priors import nats
from companion.referee.table import AnyTable, Proposal

MAX_TABLES = 24
WINDOW = 14.0
"""Tables that fit worse than the best by more than this (nats) are dropped unjudged."""
AT_HAND = 1024
"""Size of the caches of small answers: a look asks some hundreds, the next one mostly the same."""
ROWS_AT_HAND = 256
"""Size of the cache of rows of things, some kilobytes each."""


class Scored:
    """Candidate tables under one belief, scored by the evidence of a picture (see `companion.referee.table.Scores`)."""

    def __init__(self, table: AnyTable, belief: Belief, evidence: Evidence) -> None:
        self._table, self._evidence = table, evidence
        self._position = belief.before
        self._before, self._believed = table.grid(belief.before), table.grid(belief.position)
        # Options and result of the last search; a wider search often has the same options.
        self._found: tuple[dict[Place, list[Option]], list[ScoredTable]] | None = None
        self._last = table.grid(belief.last.before) if belief.last else self._before
        self._anywhere = table.anywhere(belief.before)

    def of(self, place: Place, things: Collection[Thing]) -> dict[Thing, float]:
        """Return the scores of things on a place, on the scale of `_options`."""
        anchors = tuple(dict.fromkeys((self._believed[place], self._before[place])))
        best = max(self._log_likelihoods(place, anchors, wide=False).values())
        seen = self._evidence.ask(place, sorted(things))
        return {thing: self._score(place, anchors, thing, min(seen[thing] - best, 0.0)) for thing in things}

    def search(self, allowed: Callable[[Place, Thing], bool], most: int, width: int) -> list[Proposal]:
        """Return up to `most` tables of allowed things that conserve the pieces, best first."""
        options = {
            place: [option for option in every if allowed(place, option.thing)]
            for place, every in self._all_options([], wide=False).items()
        }

        def lost(held: int) -> float:
            return 0.0 if conserves(self._table, held, self._position) else -math.inf

        found = best_tables(options, lost, most, WINDOW, per_balance=most, width=width)
        return [Proposal(table.grid, table.score) for table in found]

    def tables(self, odd: Grid | None, wide: bool) -> list[ScoredTable]:
        """Return whole tables that fit the picture, best first, scored by evidence, number of changes and conservation
        of pieces. `odd`: a table that stood there without being accepted. `wide`: consider all possible things, not
        only the likely ones."""
        options = self._all_options([odd] if odd else [], wide)
        if self._found is None or self._found[0] != options:
            found = best_tables(options, self._loss, MAX_TABLES, WINDOW)
            if self._evidence.of_whole_tables:
                stood = [self._believed, self._before, self._last, *([odd] if odd else [])]
                found = self._as_whole([*found, *(self._scored(options, grid) for grid in stood)])
            self._found = options, found
        return self._found[1]

    def whole(self, changes: Sequence[Mapping[Place, Thing]]) -> list[float]:
        """Return the evidence of whole tables beyond the scores of their places. `changes`: what differs from the table
        before."""
        return self._evidence.whole(self._before, changes)

    def _as_whole(self, tables: Sequence[ScoredTable]) -> list[ScoredTable]:
        """Return the tables without duplicates, scored as whole ones, best first."""
        every = list({tuple(table.grid.items()): table for table in tables}.values())
        changes = [{p: thing for p, thing in table.grid.items() if thing != self._before[p]} for table in every]
        told = zip(every, self.whole(changes), strict=True)
        return sorted((table._replace(score=table.score + more) for table, more in told), key=lambda one: -one.score)

    def _scored(self, options: Mapping[Place, Sequence[Option]], grid: Grid) -> ScoredTable:
        """Return the scored table of a grid whose things are among the options."""
        chosen = [next(one for one in every if one.thing == grid[place]) for place, every in options.items()]
        held = sum(option.balance for option in chosen)
        things = dict(zip(options, (option.thing for option in chosen), strict=True))
        return ScoredTable(things, sum(option.score for option in chosen) + self._loss(held), held)

    def _all_options(self, odd: Sequence[Grid], wide: bool) -> dict[Place, list[Option]]:
        """Return the things to consider for every place."""
        anchors = [self._believed, self._before, self._last, *odd]
        return {
            place: self._options(place, tuple(dict.fromkeys(grid[place] for grid in anchors)), wide)
            for place in self._table.places
        }

    def _options(self, place: Place, anchors: tuple[Thing, ...], wide: bool) -> list[Option]:
        """Return the things to consider for one place, the believed one first."""
        known = self._log_likelihoods(place, anchors, wide)
        best, plausible = max(known.values()), nats(priors.PLAUSIBLE)
        before = self._before[place]
        return [
            Option(thing, self._score(place, anchors, thing, seen - best), balance(self._table, before, thing))
            for thing, seen in known.items()
            if thing in anchors or seen >= best + plausible
        ]

    def _log_likelihoods(self, place: Place, anchors: tuple[Thing, ...], wide: bool) -> dict[Thing, float]:
        """Return the log-likelihoods of things on a place, the believed one first."""
        around = _around(self._table, place, anchors, False)
        entered = self._evidence.entered
        named = (entered[place],) if place in entered else ()
        known = self._evidence.ask(place, (*around, *self._anywhere, *named))
        if place not in self._evidence.hidden:
            changed = max((known[thing] for thing in known if thing not in anchors), default=-math.inf)
            settled = changed < known[anchors[0]] + nats(priors.DOUBTFUL)
            if wide or not settled:
                known |= self._evidence.ask(place, _around(self._table, place, anchors, True))
        return known

    def _score(self, place: Place, anchors: tuple[Thing, ...], thing: Thing, seen: float) -> float:
        change = nats(priors.CHANGE) * min(self._table.moved(anchor, thing) for anchor in anchors)
        behind = nats(priors.BEHIND) if change and place in self._evidence.hidden else 0.0
        return max(seen, nats(priors.OUTLIER)) + change + behind

    def _loss(self, held: int) -> float:
        """Return the prior, in nats, of a table with pieces too many or too few."""
        vanished, appeared = unaccounted(self._table, held, self._position)
        gone = priors.TAKEN_OFF if self._table.stays else priors.VANISH
        return vanished * nats(gone) + appeared * nats(priors.APPEAR)


def conserves(table: AnyTable, held: int, before: Any) -> bool:
    """True if no piece has vanished or come from nowhere."""
    return unaccounted(table, held, before) == (0, 0)


@lru_cache(maxsize=AT_HAND)
def unaccounted(table: AnyTable, held: int, before: Any) -> tuple[int, int]:
    """Return the number of pieces that vanished from table and supply, and the number that came from nowhere."""
    vanished = appeared = 0
    supply = table.supply(before)
    for kind, n in _kinds(table.counted).unpack(held).items():
        vanished += max(-n, 0) if kind not in supply else 0
        appeared += max(n - supply.get(kind, 0), 0)
    return vanished, appeared


@lru_cache(maxsize=AT_HAND)
def balance(table: AnyTable, before: Thing, after: Thing) -> int:
    """Return the pieces that a place has gained or lost, packed by `Kinds`."""
    return _kinds(table.counted).pack(table.difference(before, after))


def whole_balance(table: AnyTable, before: Grid, after: Mapping[Place, Thing]) -> int:
    """Return the pieces that a table has gained or lost, packed by `Kinds`."""
    return sum(balance(table, before[place], after[place]) for place in table.places)


@lru_cache(maxsize=ROWS_AT_HAND)
def _around(table: AnyTable, place: Place, anchors: tuple[Thing, ...], wide: bool) -> tuple[Thing, ...]:
    """Return the things that a place may hold after it held one of the anchors, the anchors first."""
    grow = table.possible if wide else table.likely
    return tuple(dict.fromkeys((*anchors, *(thing for anchor in anchors for thing in grow(place, anchor)))))


@lru_cache(maxsize=8)
def _kinds(counted: tuple[str, ...]) -> Kinds:
    return Kinds(counted)
