"""Whether the other table is there is heard from that table, or from a broker that lost it."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.reason import Reason, because
from companion.sharing.far import way
from companion.sharing.far.ledger import Role, other
from companion.sharing.far.meeting import presence, status, topics
from companion.sharing.far.way import BrokerWay, PresenceWatch
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import HERE, OFFLINE, ONLINE, Post
from tests.sharing.feed.brokers import Listener, open_broker

CODE, OTHER_CODE = "ABCDEFGH2345", "ABCDEFGH2346"
GUEST = topics(CODE)["guest"]


def watched() -> tuple[list[bool], Callable[[str, int], None]]:
    there: list[bool] = []
    watch = PresenceWatch(CODE, GUEST, there.append)
    return there, lambda word, number: watch.hear(presence(CODE, GUEST, word, number).encode())


def test_a_table_that_comes_and_goes_is_heard_and_nothing_that_was_said_before() -> None:
    there, say = watched()
    say(ONLINE, 5)
    say(OFFLINE, 5)
    say(ONLINE, 7)
    assert there == [True, False, True]
    for word, number in ((OFFLINE, 5), (ONLINE, 5), (ONLINE, 7), (OFFLINE, 6)):
        say(word, number)
    assert there == [True, False, True]
    say(OFFLINE, 7)
    say(ONLINE, 7)
    assert there == [True, False, True, False]


def test_a_table_that_has_just_started_believes_an_old_word_until_the_other_one_speaks() -> None:
    """A stranger can put it in the place of the newest at an open broker."""
    there, say = watched()
    say(OFFLINE, 5)
    say(ONLINE, 7)
    assert there == [False, True]


@given(
    st.binary() | st.builds(lambda word, rest: f"{word} {rest}".encode(), st.sampled_from([ONLINE, OFFLINE]), st.text())
)
def test_nobody_without_the_code_says_that_a_table_is_there_or_away(said: bytes) -> None:
    there: list[bool] = []
    PresenceWatch(CODE, GUEST, there.append).hear(said)
    assert there == []


@pytest.mark.parametrize("word", [ONLINE, OFFLINE])
def test_a_word_of_another_game_another_table_or_another_number_is_none(word: str) -> None:
    there: list[bool] = []
    watch = PresenceWatch(CODE, GUEST, there.append)
    true = presence(CODE, GUEST, word, 5)
    proof = true.rpartition(" ")[2]
    watch.hear(presence(OTHER_CODE, GUEST, word, 5).encode())
    watch.hear(presence(CODE, topics(CODE)["host"], word, 5).encode())
    watch.hear(f"{word} 6 {proof}".encode())
    watch.hear(f"{OFFLINE if word == ONLINE else ONLINE} 5 {proof}".encode())
    watch.hear(f"{word} 05 {proof}".encode())
    watch.hear(f"{word} {'5' * 5_000} {proof}".encode())
    watch.hear(true.upper().encode())
    assert there == []
    watch.hear(true.encode())
    assert there == [word == ONLINE]


class Publishing:
    """A publisher that notes what it is told."""

    def __init__(self, broker: BrokerAddress, topic: str, tell: Callable[[Reason], None], **more: Any) -> None:
        self.broker, self.topic, self.tell, self.more = broker, topic, tell, more
        self.posted: list[Post] = []
        self.closed = False

    def post(self, make: Callable[[], Iterable[Post]]) -> None:
        self.posted += make()

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("role", ["host", "guest"])
def test_a_way_leads_from_one_topic_to_the_other(role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Publishing] = []

    def publisher(*args: Any, **more: Any) -> Publishing:
        opened.append(Publishing(*args, **more))
        return opened[-1]

    monkeypatch.setattr(way, "Publisher", publisher)
    heard: list[bytes] = []
    there: list[bool] = []
    told: list[str] = []
    own, theirs = topics(CODE)[role], topics(CODE)[other(role)]
    broker = BrokerAddress("127.0.0.1", 1883)
    found = BrokerWay(broker, CODE, role, heard.append, there.append, lambda reason: told.append(reason.key))
    (publishing,) = opened
    assert (publishing.broker, publishing.topic) == (broker, status(own))
    assert publishing.more["forgotten"] == 30 * 24 * 3600
    assert publishing.more["heard"].keys() == {theirs, status(theirs)}
    publishing.more["heard"][theirs](b"message")
    publishing.more["heard"][status(theirs)](presence(CODE, theirs, ONLINE, 5).encode())
    assert (heard, there) == ([b"message"], [True])
    (online, offline), (later, _) = publishing.more["presence"](), publishing.more["presence"]()
    number, again = (int(word.split()[1]) for word in (online, later))
    assert online == presence(CODE, own, ONLINE, number) and offline == presence(CODE, own, OFFLINE, number)
    assert again >= number > 10**18
    fellow = publishing.more["fellow"]
    assert fellow(publishing.more["name"].encode()) and fellow(presence(CODE, own, HERE, 5).encode())
    for name in (presence(CODE, theirs, HERE, 5), presence(OTHER_CODE, own, HERE, 5), online, "somebody", ""):
        assert not fellow(name.encode())
    assert not found.twin
    for key in ("unreachable", "refused", "certificate", "lost", "again", "full", "taken", "large"):
        publishing.tell(because(f"publish.{key}", broker="b"))
    assert told == [
        *(f"far.way.{key}" for key in ("unreachable", "refused", "certificate", "lost", "again", "full")),
        "publish.large",
    ]
    assert found.twin
    found.say("hello")
    assert publishing.posted == [Post(own, "hello")]
    found.close()
    assert publishing.closed


@pytest.mark.slow
def test_a_stranger_at_the_broker_fakes_no_presence_and_a_table_that_goes_is_away() -> None:
    broker, port, _ = open_broker()
    heard: dict[Role, list[bool]] = {"host": [], "guest": []}
    told: list[Reason] = []
    address = BrokerAddress("127.0.0.1", port)

    def opened(role: Role) -> BrokerWay:
        return BrokerWay(address, CODE, role, lambda _message: None, heard[role].append, told.append)

    with broker, Listener(port) as stranger:
        host, guest = opened("host"), opened("guest")
        stranger.until(lambda: heard == {"host": [True], "guest": [True]})
        stranger.until(lambda: stranger.said(status(GUEST)))
        online = stranger.said(status(GUEST))[-1]
        for fake in (OFFLINE, ONLINE, online.replace(ONLINE, OFFLINE), f"{OFFLINE} {10**19} {'0' * 64}"):
            stranger.say(status(GUEST), fake)
        stranger.say(f"{GUEST}/here", "somebody")
        stranger.until(lambda: stranger.said(status(GUEST))[-1] == online)
        guest.close()
        stranger.until(lambda: heard["host"][-1] is False)
        stranger.say(status(GUEST), online)
        again = opened("guest")
        stranger.until(lambda: heard["host"][-1] is True)
        assert heard["host"] == [True, False, True]
        assert told == [] and not (host.twin or again.twin)
        second = opened("guest")
        stranger.until(lambda: again.twin and second.twin)
        assert told == [] and not host.twin
        for each in (host, again, second):
            each.close()


@pytest.mark.slow
def test_both_tables_are_there_again_after_the_broker_has_ended_and_begun_anew() -> None:
    """A broker that ends says first that both are away."""
    broker, port, web_port = open_broker()
    heard: dict[Role, list[bool]] = {"host": [], "guest": []}
    address = BrokerAddress("127.0.0.1", port)
    with broker:
        ways = [
            BrokerWay(address, CODE, role, lambda _message: None, there.append, lambda _reason: None)
            for role, there in heard.items()
        ]
        with Listener(port) as waiting:
            waiting.until(lambda: heard == {"host": [True], "guest": [True]})
    with open_broker(port, web_port)[0], Listener(port) as waiting:
        waiting.until(lambda: all(there[-1] for there in heard.values()) and len(waiting.said(status(GUEST))) > 0)
        for way_there in ways:
            way_there.close()
    assert heard["host"][:3] == [True, False, True]
