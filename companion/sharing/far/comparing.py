"""Comparison of the journals that two tables keep of one game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.referee.errors import RefereeError
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.keeping.records import Record
from companion.sharing.far.ledger import Entry, Ledger


class Comparison(NamedTuple):
    """`same` are the entries that both have, from the first on; `one` and `two` what each has after them."""

    same: tuple[Entry, ...]
    one: tuple[Entry, ...]
    two: tuple[Entry, ...]

    @property
    def agree(self) -> bool:
        """True if neither journal contradicts the other; one may be longer."""
        return not (self.one and self.two)


def entries_of(records: Sequence[Record]) -> tuple[Entry, ...]:
    """Return what both tables had agreed on, by the journal of one.

    Entries behind a lost line stand there twice, since the other table sent them once more: those that do not follow
    are passed over. So an entry that somebody has changed is the last one. Raises RefereeError for what is no entry.
    """
    ledger = Ledger()
    for record in records:
        if record["kind"] == "far" and not record.get("offered"):
            with making_sense_of(record):
                entry = Entry.from_json(record["far"])
            if ledger.follows(entry):
                ledger.recall(entry)
    return tuple(ledger.entries)


def compared(one: Sequence[Record], two: Sequence[Record]) -> Comparison:
    """Compare two journals of one game. Raises RefereeError as `entries_of`."""
    first, second = entries_of(one), entries_of(two)
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    return Comparison(first[:same], first[same:], second[same:])


def in_short(entry: Entry) -> str:
    """``turn by host 1f3a…``."""
    return f"{entry.kind} by {entry.by} {entry.digest[:12]}"


def summary(found: Comparison) -> Mapping[str, Any]:
    """As JSON: how many entries are the same, how many of them are turns, the digest of the last one, and from where on
    the journals differ, null where they do not."""
    return {
        "same": len(found.same),
        "turns": turns(found.same),
        "digest": found.same[-1].digest if found.same else None,
        "more": [len(found.one), len(found.two)],
        "differ": None if found.agree else len(found.same),
    }


def turns(entries: Sequence[Entry]) -> int:
    """How many turns were made at both tables."""
    return max(0, sum(entry.kind == "made" for entry in entries) - 1)


def of_two_tables(entries: Sequence[Entry], path: str) -> None:
    """Raises RefereeError where there are none."""
    if not entries:
        raise RefereeError("far.compared.none", path=path)
