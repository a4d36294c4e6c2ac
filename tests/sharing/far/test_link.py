"""Two ledgers stay alike, whatever becomes of the messages between them."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.sharing.far.comparing import entries_of
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import Entry, Ledger, Role, other
from companion.sharing.far.link import Heard, Link

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

    def start(self, met: str = "") -> None:
        ledger = Ledger(lambda entry: self.disk.append(entry.to_json()))
        for each in self.disk:
            ledger.recall(Entry.from_json(each))
        keep = self.offers.append
        keys = Keys(CODE, self.role.encode())
        self.link = Link(
            ledger, self.role, keys, TOPICS, _in_order, keep_offer=lambda entry: keep(entry.to_json()), met=met
        )
        if self.offers:
            self.link.recall(Entry.from_json(self.offers[-1]), offered=True)

    @property
    def said(self) -> list[int]:
        return [e.body["number"] for e in self.link.ledger.entries if e.by == self.role and e.kind == "said"]

    def greet(self) -> None:
        """Introduce this table, as soon as that is possible."""
        kind, n = ("hello", 0) if self.role == "host" else ("join", 1)
        if len(self.link.ledger) == n and not self.link.busy:
            self.link.write(kind, {"keys": self.link.keys.public})

    def speak(self) -> None:
        """Say the next thing that is not said, if that is possible now."""
        self.greet()
        if len(self.link.ledger) > 1 and len(self.said) < self.wishes and not self.link.busy:
            self.link.write("said", {"number": len(self.said)})


def chain(disk: list[Any]) -> tuple[Entry, ...]:
    """The entries on a disk, each bound to the one before."""
    return entries_of([{"kind": "far", "far": each} for each in disk])


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
    for _ in range(2 * sum(table.wishes for table in tables.values()) + 8):
        for role in ("host", "guest"):
            tables[role].speak()
            tables[other(role)].link.hear(tables[role].link.message().encode())
    assert tables["host"].disk == tables["guest"].disk
    assert len(chain(tables["host"].disk)) == 2 + sum(table.wishes for table in tables.values())
    for table in tables.values():
        assert table.said == list(range(table.wishes))
        assert not table.link.behind


@pytest.fixture
def pair() -> tuple[Table, Table]:
    """A host and a guest that have introduced themselves and said one thing."""
    host, guest = Table("host"), Table("guest")
    host.wishes = 1
    meet(host, guest)
    return host, guest


def meet(host: Table, guest: Table) -> None:
    """Let both say and hear all."""
    for _ in range(12):
        for one, another in ((host, guest), (guest, host)):
            one.speak()
            another.link.hear(one.link.message().encode())


def trouble(table: Table, link: Link) -> str:
    """What is wrong with a message of a link for a table, as a key."""
    heard = table.link.hear(link.message().encode())
    return heard.trouble.key if heard.trouble else ""


def somebody(table: Table, code: str = CODE) -> Link:
    """Somebody else who plays the role of a table, with its ledger and keys of their own."""
    ledger = Ledger()
    for each in table.disk:
        ledger.recall(Entry.from_json(each))
    return Link(ledger, table.role, Keys(code, b"somebody"), TOPICS, _in_order)


def test_a_message_made_without_the_code_changes_nothing() -> None:
    host, guest = Table("host"), Table("guest")
    host.greet()
    assert trouble(guest, somebody(host, "ZZZZZZZZZZZZ")) == "far.other_game"
    assert len(guest.link.ledger) == 0


@pytest.mark.parametrize("role", ["host", "guest"])
def test_a_third_with_the_code_neither_speaks_nor_reads_once_both_have_met(
    pair: tuple[Table, Table], role: Role
) -> None:
    table, opponent = pair if role == "guest" else pair[::-1]
    third = somebody(opponent)
    assert trouble(table, third) == "far.taken"
    heard = third.hear(table.link.message().encode())
    assert heard.trouble and heard.trouble.key == "far.no_code"
    assert len(table.link.ledger) == 3


@pytest.mark.parametrize("invited", [True, False])
def test_a_third_with_the_code_may_come_before_the_guest_who_is_told(invited: bool) -> None:
    host, guest = Table("host"), Table("guest")
    third = somebody(guest)
    host.greet()
    if invited:
        guest.link.hear(host.link.message().encode())
    third.hear(host.link.message().encode())
    third.write("join", {"keys": third.keys.public})
    assert host.link.hear(third.message().encode()).entries
    assert trouble(guest, host.link) == "far.other_game"
    assert trouble(host, guest.link) == "far.taken"


def test_nobody_reads_at_the_broker(pair: tuple[Table, Table]) -> None:
    host, _ = pair
    first, second = host.link.message(), host.link.message()
    assert "number" not in first and "have" not in first
    assert json.loads(first)["box"] != json.loads(second)["box"]


def test_a_tables_own_message_is_not_taken_for_the_others(pair: tuple[Table, Table]) -> None:
    host, _ = pair
    assert trouble(host, host.link) == "far.taken"


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b"\xff",
        b"[1]",
        b'{"schema":2,"keys":"","box":"0"}',
        b'{"schema":2,"keys":"00","box":"AAAA"}',
        b'{"schema":2,"keys":"' + b"0" * 128 + b'","box":"' + b"A" * 400 + b'"}',
        b"9" * 500_000,
        '{"schema":2,"keys":"","box":"é"}'.encode(),
    ],
)
def test_what_is_no_message_is_refused(pair: tuple[Table, Table], payload: bytes) -> None:
    for table in (*pair, Table("host"), Table("guest")):
        before = len(table.link.ledger)
        heard = table.link.hear(payload)
        met = before > 0 and b'"keys":"' in payload
        keys = ("far.no_message", "far.taken") if met else ("far.no_message", "far.other_game")
        assert heard.trouble and heard.trouble.key in keys and not heard.entries
        assert len(table.link.ledger) == before


def test_nobody_writes_in_the_others_name(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    forged = host.link.ledger.next("guest", "said", {"number": 7})
    host.link.ledger.append(forged._replace(signature=host.link.keys.signature(forged.digest)))
    assert trouble(guest, host.link) == "far.forged"
    assert len(guest.link.ledger) == 3


def test_a_changed_past_is_told(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    entries = json.loads(json.dumps(host.disk))
    entries[2]["body"]["number"] = 9
    assert chain(entries)[2].digest != chain(host.disk)[2].digest
    host.disk = entries
    host.start()
    assert trouble(guest, host.link) == "far.apart"


def test_an_offer_that_cannot_come_is_refused_and_over(pair: tuple[Table, Table]) -> None:
    host, guest = pair

    def refuse(entry: Entry) -> None:
        if entry.by == "guest":
            raise CompanionError("far.not_now")

    link = Link(host.link.ledger, "host", host.link.keys, TOPICS, refuse)
    guest.link.write("said", {"number": 0})
    heard = link.hear(guest.link.message().encode())
    assert heard.answer and heard.trouble and heard.trouble.key == "far.not_now"
    assert guest.link.hear(link.message().encode()) == Heard((), True, because("far.refused"))
    assert not guest.link.busy
    assert len(host.link.ledger) == len(guest.link.ledger) == 3


def test_a_host_hears_that_the_guest_refuses_its_entry(pair: tuple[Table, Table]) -> None:
    host, guest = pair

    def refuse(entry: Entry) -> None:
        raise CompanionError("far.kind")

    link = Link(guest.link.ledger, "guest", guest.link.keys, TOPICS, refuse)
    host.wishes = 2
    host.speak()
    heard = link.hear(host.link.message().encode())
    assert heard.answer and heard.trouble
    assert trouble(host, link) == "far.refused_entry"


def test_each_entry_is_taken_once_it_counts(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    took: dict[str, list[str]] = {"host": [], "guest": []}

    def taken_by(those: list[str], entry: Entry) -> Callable[[], None]:
        return partial(those.append, entry.digest)

    links = {
        role: Link(table.link.ledger, table.role, table.link.keys, TOPICS, partial(taken_by, took[role]))
        for role, table in (("host", host), ("guest", guest))
    }
    for _ in range(2):  # each has to hear of the other before it writes
        links["guest"].hear(links["host"].message().encode())
        links["host"].hear(links["guest"].message().encode())
    links["host"].write("said", {"number": 1})
    links["guest"].hear(links["host"].message().encode())
    links["guest"].write("said", {"number": 0})
    assert len(took["guest"]) == 1, "an offer does not count yet"
    links["host"].hear(links["guest"].message().encode())
    links["guest"].hear(links["host"].message().encode())
    counts = host.link.ledger.entries[3:]
    assert [entry.by for entry in counts] == ["host", "guest"]
    assert took["host"] == took["guest"] == [entry.digest for entry in counts]


def test_a_second_offer_waits_for_the_first(pair: tuple[Table, Table]) -> None:
    _, guest = pair
    guest.link.write("said", {"number": 0})
    with pytest.raises(RefereeError):
        guest.link.write("said", {"number": 1})


@pytest.mark.parametrize("role", ["host", "guest"])
@pytest.mark.parametrize("lost", [1, 5, 60])
def test_a_table_that_has_lost_the_end_gets_it_back(role: Role, lost: int) -> None:
    host, guest = Table("host"), Table("guest")
    host.wishes, guest.wishes = 70, 3
    for _ in range(8):
        meet(host, guest)
    whole = [*host.disk]
    assert len(whole) == 75 and guest.disk == whole
    table = host if role == "host" else guest
    del table.disk[len(whole) - lost :]
    table.start()
    assert table.link.busy, "it may not go on before it has heard of the other one"
    meet(host, guest)
    assert host.disk == guest.disk == whole
    assert not table.link.busy


@pytest.mark.parametrize("keys", ["", "zz", "0" * 20, "0" * 128, None])
@pytest.mark.parametrize("role", ["host", "guest"])
def test_a_table_that_tells_keys_of_no_table_is_not_let_in(role: Role, keys: str | None) -> None:
    """Its entry was written down, and the game could never be opened again."""
    host, guest = Table("host"), Table("guest")
    kind = "hello"
    if role == "guest":
        kind = "join"
        host.greet()
        guest.link.hear(host.link.message().encode())
    table, opponent = (guest, host) if role == "guest" else (host, guest)
    table.link.write(kind, {"keys": keys})
    before = len(opponent.link.ledger)
    assert trouble(opponent, table.link) == "far.forged"
    assert len(opponent.link.ledger) == before
    assert opponent.link.message()


@pytest.mark.parametrize("role", ["host", "guest"])
@pytest.mark.parametrize("left", [0, 1])
def test_a_table_that_has_lost_all_but_the_keys_gets_the_game_back(
    role: Role, left: int, pair: tuple[Table, Table]
) -> None:
    """The keys of the other table are kept apart from the journal."""
    table, opponent = pair if role == "host" else pair[::-1]
    whole = [*opponent.disk]
    del table.disk[left:]
    table.offers.clear()
    table.start(met=opponent.link.keys.public)
    meet(*pair)
    assert table.disk == opponent.disk == whole


def test_the_next_games_code_is_known_to_both_and_to_nobody_else(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    code = host.link.keys.following(guest.link.keys.public)
    assert code == guest.link.keys.following(host.link.keys.public)
    assert Keys(CODE, b"somebody").following(guest.link.keys.public) != code


# What a message says


def told(table: Table, hearer: Table, again: int = 0) -> Any:
    """What a table tells another one that has met it."""
    message = json.loads(table.link.message(again))
    assert message.keys() == {"schema", "keys", "box"} and message["schema"] == 2
    assert message["keys"] == table.link.keys.public
    box = base64.b64decode(message["box"])
    return json.loads(hearer.link.keys.opened(box, TOPICS[table.role], table.link.keys.public))


def test_a_message_has_what_the_other_table_lacks_and_no_more(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    nothing = {"have": 3, "head": host.link.ledger.head, "entries": [], "offer": None, "refused": None, "again": 0}
    assert told(host, guest) == told(guest, host) == nothing
    assert told(host, guest, again=4) == {**nothing, "again": 4}
    host.wishes = 2
    host.speak()
    assert told(host, guest) == {**nothing, "have": 4, "head": host.link.ledger.head, "entries": [host.disk[3]]}
    assert host.link.behind and not guest.link.behind
    guest.wishes = 1
    guest.speak()
    assert told(guest, host) == {**nothing, "offer": guest.offers[-1]} and guest.link.behind
    host.start()
    assert [each["n"] for each in told(host, guest)["entries"]] == [0, 1, 2, 3]
    guest.start()
    assert told(guest, host)["entries"] == [], "it does not know yet what the host lacks"


def test_long_games_are_told_in_parts(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    host.wishes = 100
    for _ in range(99):
        host.speak()
    assert [each["n"] for each in told(host, guest)["entries"]] == [*range(3, 43)]
    heard = guest.link.hear(host.link.message().encode())
    assert len(heard.entries) == 40 and heard.answer and heard.trouble is None
    assert guest.link.behind and guest.link.busy
    heard = host.link.hear(guest.link.message().encode())
    assert heard.entries == () and heard.answer, "it lacks the rest"


def test_only_news_are_answered(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    assert host.link.hear(guest.link.message().encode()) == Heard()
    host.wishes = 2
    host.speak()
    message = host.link.message().encode()
    assert guest.link.hear(message).answer
    again = guest.link.hear(message)
    assert again.entries == () and again.answer, "the host has not heard that it has come"
    assert host.link.hear(guest.link.message().encode()) == Heard()
    guest.wishes = 1
    guest.speak()
    heard = host.link.hear(guest.link.message().encode())
    assert [entry.by for entry in heard.entries] == ["guest"] and heard.answer


def test_nothing_is_written_while_an_offer_or_the_end_of_the_game_is_open(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    guest.link.write("said", {"number": 0})
    assert guest.link.busy and guest.link.offer and guest.link.offer.to_json() == guest.offers[-1]
    with pytest.raises(RefereeError) as refused:
        guest.link.write("said", {"number": 1})
    assert refused.value.reason.key == "far.wait"
    for table in (host, guest):
        table.start()
        assert table.link.busy and table.link.behind
    assert guest.link.offer, "an offer outlives a restart"
    host.link.hear(guest.link.message().encode())
    assert len(host.link.ledger) == 4
    guest.link.hear(host.link.message().encode())
    assert guest.link.offer is None and not guest.link.busy


def test_an_offer_that_came_too_late_is_dropped(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    guest.link.write("said", {"number": 0})
    host.wishes = 2
    host.speak()
    heard = host.link.hear(guest.link.message().encode())
    assert heard.entries == () and heard.answer and heard.trouble is None
    guest.link.hear(host.link.message().encode())
    assert guest.link.offer is None
    guest.start()
    assert guest.link.offer is None, "also after a restart"


def test_a_refusal_names_the_entry(pair: tuple[Table, Table]) -> None:
    host, guest = pair

    def refuse(_entry: Entry) -> None:
        raise CompanionError("far.not_now")

    strict = Link(guest.link.ledger, "guest", guest.link.keys, TOPICS, refuse)
    strict.hear(host.link.message().encode())
    with pytest.raises(CompanionError, match=r"far\.not_now"):
        strict.write("said", {"number": 0})
    assert strict.offer is None
    host.wishes = 2
    host.speak()
    heard = strict.hear(host.link.message().encode())
    assert heard == Heard((), True, because("far.not_now"))
    box = base64.b64decode(json.loads(strict.message())["box"])
    said = json.loads(host.link.keys.opened(box, TOPICS["guest"], guest.link.keys.public))
    assert said["refused"] == host.link.ledger.entries[3].digest
    heard = host.link.hear(strict.message().encode())
    assert heard == Heard((), False, because("far.refused_entry", n=3))
    assert strict.hear(host.link.message().encode()).trouble, "it is refused as often as it comes"
    assert guest.link.hear(host.link.message().encode()).trouble is None


def test_a_table_whose_past_differs_is_told_from_where_on(pair: tuple[Table, Table]) -> None:
    host, guest = pair
    other_past = Table("host", disk=[*host.disk[:2]])
    other_past.start(met=guest.link.keys.public)
    other_past.link.hear(Link(Ledger(), "guest", guest.link.keys, TOPICS, _in_order).message().encode())
    entry = other_past.link.ledger.next("host", "said", {"number": 9})
    other_past.link.ledger.append(entry._replace(signature=host.link.keys.signature(entry.digest)))
    heard = guest.link.hear(other_past.link.message().encode())
    assert heard == Heard((), False, because("far.apart", n=3))


@pytest.mark.parametrize("role", ["host", "guest"])
def test_a_table_that_is_played_from_a_copy_as_well_is_told(pair: tuple[Table, Table], role: Role) -> None:
    """Somebody has opened the game on a second tablet, where the folder had been copied to."""
    tables: dict[Role, Table] = {"host": pair[0], "guest": pair[1]}
    first, peer = tables[role], tables[other(role)]
    copy = Table(role, disk=[*first.disk])
    for table in (copy, first):
        assert not trouble(table, peer.link) and not trouble(peer, table.link)
    copy.wishes = len(copy.said) + 1
    copy.speak()
    assert not trouble(peer, copy.link) and not trouble(peer, first.link)
    assert trouble(first, peer.link) == "far.copy"
    assert not trouble(copy, peer.link)
    assert first.disk == copy.disk == peer.disk
