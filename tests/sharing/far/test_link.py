"""Two ledgers stay alike, whatever becomes of the messages between them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.errors import CompanionError
from companion.referee.errors import RefereeError
from companion.sharing.far.ledger import Entry, Ledger, Role, chained, other
from companion.sharing.far.link import Link

CODE = "ABCDEFGH2345"
TOPICS: dict[Role, str] = {"host": "meeting/host", "guest": "meeting/guest"}


@dataclass
class Table:
    """One table: what is on its disk, and what it wants to say, of which nothing may be lost or be said twice."""

    role: Role
    disk: list[Any] = field(default_factory=list)
    offers: list[Any] = field(default_factory=list)
    wishes: int = 0
    link: Link = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        ledger = Ledger(lambda entry: self.disk.append(entry.to_json()))
        for each in self.disk:
            ledger.recall(Entry.from_json(each))
        keep = self.offers.append
        self.link = Link(ledger, self.role, CODE, TOPICS, _in_order, keep_offer=lambda entry: keep(entry.to_json()))
        if self.offers:
            self.link.recall_offer(Entry.from_json(self.offers[-1]))

    @property
    def said(self) -> list[int]:
        return [entry.body["number"] for entry in self.link.ledger.entries if entry.by == self.role]

    def speak(self) -> None:
        """Say the next thing that is not said, if that is possible now."""
        if len(self.said) < self.wishes and not self.link.busy:
            self.link.write("said", {"number": len(self.said)})


def _in_order(_entry: Entry) -> None:
    pass


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("wish", "speak", "send", "deliver", "deliver again", "lose", "restart")),
        st.sampled_from(("host", "guest")),
        st.integers(0, 5),
    ),
    max_size=120,
)


@given(STEPS)
def test_whatever_is_lost_doubled_swapped_or_restarted_both_have_the_same(steps: list[tuple[str, Role, int]]) -> None:
    tables: dict[Role, Table] = {"host": Table("host"), "guest": Table("guest")}
    ways: dict[Role, list[bytes]] = {"host": [], "guest": []}
    for what, role, number in steps:
        table, way = tables[role], ways[role]
        match what:
            case "wish":
                table.wishes += 1
            case "speak":
                table.speak()
            case "send":
                way.append(table.link.message().encode())
            case "restart":
                table.start()
            case "deliver" | "deliver again" if way:
                at = number % len(way)
                message = way[at] if what == "deliver again" else way.pop(at)
                assert tables[other(role)].link.hear(message).trouble is None
            case "lose" if way:
                way.pop(number % len(way))
    for _ in range(2 * sum(table.wishes for table in tables.values()) + 4):
        for role in ("host", "guest"):
            tables[role].speak()
            tables[other(role)].link.hear(tables[role].link.message().encode())
    assert tables["host"].disk == tables["guest"].disk
    assert len(chained(tables["host"].disk)) == sum(table.wishes for table in tables.values())
    for table in tables.values():
        assert table.said == list(range(table.wishes))
        assert not table.link.behind


@pytest.fixture
def pair() -> Iterator[tuple[Table, Table]]:
    host, guest = Table("host"), Table("guest")
    host.link.write("said", {"number": 0})
    guest.link.hear(host.link.message().encode())
    yield host, guest


def test_a_message_made_without_the_code_changes_nothing(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    stranger = Table("host", list(host.disk))
    stranger.link = Link(stranger.link.ledger, "host", "ZZZZZZZZZZZZ", TOPICS, _in_order)
    stranger.link.write("said", {"number": 1})
    heard = guest.link.hear(stranger.link.message().encode())
    assert heard.trouble and heard.trouble.key == "far.no_code"
    assert len(guest.link.ledger) == 1


def test_a_tables_own_message_is_not_taken_for_the_others(pair: tuple[Table, Table]) -> None:
    host, _ = pair
    heard = host.link.hear(host.link.message().encode())
    assert heard.trouble and heard.trouble.key == "far.no_code"


@pytest.mark.parametrize(
    "payload", [b"", b"{}", b"\xff", b"[1]", b'{"schema":1,"says":"{}","proof":"0"}', b"9" * 500_000]
)
def test_what_is_no_message_is_refused(pair: tuple[Table, Table], payload: bytes) -> None:
    for table in pair:
        heard = table.link.hear(payload)
        assert heard.trouble
        assert len(table.link.ledger) == 1


def test_nobody_writes_in_the_others_name(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    forged = host.link.ledger.next("guest", "said", {"number": 7})
    host.link.ledger.append(forged)
    heard = guest.link.hear(host.link.message().encode())
    assert heard.trouble and heard.trouble.key == "far.forged"
    assert len(guest.link.ledger) == 1


def test_a_changed_past_is_told(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    changed = Table("host")
    changed.link.write("said", {"number": 8})
    heard = guest.link.hear(changed.link.message().encode())
    assert heard.trouble and heard.trouble.key == "far.apart"
    entries = json.loads(json.dumps(host.disk))
    entries[0]["body"]["number"] = 9
    assert chained(entries)[0].digest != chained(host.disk)[0].digest


def test_an_offer_that_cannot_come_is_refused_and_over(pair: tuple[Table, Table]) -> None:
    host, guest = pair

    def refuse(entry: Entry) -> None:
        if entry.by == "guest":
            raise CompanionError("far.not_now")

    host.link = Link(host.link.ledger, "host", CODE, TOPICS, refuse)
    guest.link.write("said", {"number": 0})
    heard = host.link.hear(guest.link.message().encode())
    assert heard.answer and heard.trouble and heard.trouble.key == "far.not_now"
    assert guest.link.hear(host.link.message().encode()).trouble
    assert not guest.link.busy
    assert len(host.link.ledger) == len(guest.link.ledger) == 1


def test_a_second_offer_waits_for_the_first(pair: tuple[Table, Table]) -> None:
    _, guest = pair
    guest.link.write("said", {"number": 0})
    with pytest.raises(RefereeError):
        guest.link.write("said", {"number": 1})
