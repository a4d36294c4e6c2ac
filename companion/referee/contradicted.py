"""Test the belief against the whole picture: a place that looks different again and again is asked about."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.errors import GameError
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid, Place, Thing
from companion.referee.table import AnyTable

SLIGHT = 2.0
"""By so many nats a look must speak for something else on a place to speak against what is believed there."""
ONE_LOOK = 6.0
"""No look speaks against it by more: what is wrong with one, such as a glint, is nothing that stands."""
STANDS = 9.0
"""By so many nats, in looks that follow one another, what is believed is contradicted."""

CONTRADICTS = 1.0
"""Nats by which another thing must be likelier than the believed one for a place not to fit: on a board that is held to
lie elsewhere most places look a little like anything."""


class Against(NamedTuple):
    """Looks at a place since it began to look otherwise, and how much they speak against the belief."""

    believed: Thing
    seen: Thing
    nats: float


class Contradictions:
    """Collects what looks say against what is believed. Never changed: every step makes another one."""

    def __init__(self, against: Mapping[Place, Against] | None = None, asked: frozenset[object] = frozenset()) -> None:
        self._against, self._asked = dict(against or {}), asked

    def after(self, believed: Grid, evidence: Evidence) -> "Contradictions":
        """Return the state after another look; hidden places stay as they were."""
        kept = {place: held for place, held in self._against.items() if place in evidence.hidden}
        for place, thing in believed.items():
            known = evidence.answers_about(place)
            if place in evidence.hidden or thing not in known:
                continue
            seen = max(known, key=lambda other: known[other])
            gap = min(known[seen] - known[thing], ONE_LOOK)
            if gap >= SLIGHT:
                held = self._against.get(place)
                before = held.nats if held and (held.believed, held.seen) == (thing, seen) else 0.0
                kept[place] = Against(thing, seen, before + gap)
        return Contradictions(kept, self._asked)

    def to_ask(self, table: AnyTable, position: object) -> tuple[Mapping[Place, Thing], "Contradictions"]:
        """Return the things that seem to lie on contradicted places, to be asked about: none twice, none that cannot
        be."""
        found = dict(self._standing())
        asked = self._asked | {(place, self._against[place].believed, thing) for place, thing in found.items()}
        if found:
            try:
                table.standing({**table.grid(position), **found}, position)
            except GameError:
                found = {}
        return found, Contradictions(self._against, asked)

    def _standing(self) -> Iterator[tuple[Place, Thing]]:
        for place, held in self._against.items():
            if held.nats >= STANDS and (place, held.believed, held.seen) not in self._asked:
                yield place, held.seen


def may_show(table: AnyTable, believed: Grid, evidence: Evidence) -> bool:
    """Return True if at least half of the visible filled places may hold what is believed to lie there."""
    filled = [(place, thing) for place, thing in believed.items() if thing and place not in evidence.hidden]
    against = 0
    for place, thing in filled:
        answers = evidence.ask(place, tuple(dict.fromkeys((thing, "", *table.possible(place, thing)))))
        against += max(answers.values()) - answers[thing] > CONTRADICTS
    return 2 * against <= len(filled)
