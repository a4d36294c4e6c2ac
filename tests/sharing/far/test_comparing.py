"""Two journals of one game are compared entry by entry."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.referee.errors import RefereeError
from companion.sharing.far.comparing import compared, entries_of, in_short, of_two_tables, summary
from companion.sharing.far.ledger import ORIGIN, Entry, Ledger

KINDS = ("hello", "join", "setup", "made", "turn", "made")


def journal(*kinds: str, last: str = "") -> list[Any]:
    """The records of a journal with entries of these kinds; `last` is what the last one says."""
    ledger, records = Ledger(), []
    for number, kind in enumerate(kinds):
        body = {"word": last} if last and number == len(kinds) - 1 else {}
        ledger.append(ledger.next("host", kind, body))
        records.append({"kind": "far", "far": ledger.entries[-1].to_json()})
    return records


def told(one: Sequence[Any], two: Sequence[Any]) -> Any:
    return summary(compared(one, two))


def test_journals_of_one_game_agree_though_one_is_longer() -> None:
    whole = journal(*KINDS)
    digest = entries_of(whole)[-1].digest
    assert told(whole, whole) == {"same": 6, "turns": 1, "digest": digest, "more": [0, 0], "differ": None}
    before = entries_of(whole)[3].digest
    assert told(whole, whole[:4]) == {"same": 4, "turns": 0, "digest": before, "more": [2, 0], "differ": None}
    assert told(whole[:4], whole)["more"] == [0, 2]
    assert compared(whole, whole[:4]).agree and compared(whole[:4], whole).agree


def test_the_first_entry_that_differs_is_named() -> None:
    one, two = journal(*KINDS, last="x"), journal(*KINDS, last="y")
    found = compared(one, two)
    assert not found.agree and found.one != found.two
    assert summary(found)["differ"] == 5 and summary(found)["more"] == [1, 1]
    assert told(journal("hello", last="x"), journal("hello", last="y"))["digest"] is None


def test_offers_and_what_does_not_follow_are_passed_over() -> None:
    whole = journal(*KINDS)
    offered = {**whole[2], "offered": True}
    other = {"kind": "frame"}
    assert entries_of([whole[0], offered, other, whole[3], *whole[1:]]) == entries_of(whole)
    assert len(entries_of(whole)) == 6
    refused = {**journal("hello", "turn", last="x")[1], "offered": True}
    assert entries_of([whole[0], refused, *whole[1:]]) == entries_of(whole)


def test_what_is_no_entry_is_told_by_its_line() -> None:
    whole = journal(*KINDS)
    with pytest.raises(RefereeError) as refused:
        entries_of([*whole[:2], {"seq": 3, "kind": "far", "far": {"n": 2}}])
    assert (refused.value.reason.key, refused.value.reason.values["line"]) == ("referee.record", 4)


def test_a_game_of_one_table_has_nothing_to_compare() -> None:
    of_two_tables(entries_of(journal("hello")), "here")
    with pytest.raises(RefereeError) as refused:
        of_two_tables((), "here")
    assert (refused.value.reason.key, refused.value.reason.values) == ("far.compared.none", {"path": "here"})


def test_an_entry_in_short_has_its_kind_author_and_digest() -> None:
    entry = Entry(0, ORIGIN, "guest", "turn", {})
    assert in_short(entry) == f"turn by guest {entry.digest[:12]}"


def test_a_ledger_takes_what_follows_and_keeps_it_first() -> None:
    kept: list[Entry] = []
    ledger = Ledger(kept.append)
    first = ledger.next("host", "hello", {"keys": "host's"})
    assert (first.n, first.prev, ledger.head) == (0, ORIGIN, ORIGIN)
    ledger.append(first)
    assert kept == [first] and ledger.head == ledger.digest_at(1) == first.digest
    assert (ledger.public("host"), ledger.public("guest")) == ("host's", None)
    for wrong in (first, ledger.next("guest", "join", {})._replace(prev=ORIGIN), first._replace(prev=ledger.head)):
        for take in (ledger.append, ledger.recall):
            with pytest.raises(RefereeError) as refused:
                take(wrong)
            assert (refused.value.reason.key, refused.value.reason.values) == ("far.chain", {"n": wrong.n})
    second = ledger.next("guest", "join", {"keys": "guest's"})
    ledger.recall(second)
    assert kept == [first] and [*ledger.entries] == [first, second] and len(ledger) == 2
    assert ledger.public("guest") == "guest's"
