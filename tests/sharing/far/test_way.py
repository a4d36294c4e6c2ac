"""Whether the other table is there is heard from that table, or from a broker that lost it."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.reason import Reason
from companion.sharing.far.ledger import Role
from companion.sharing.far.meeting import presence, status, topics
from companion.sharing.far.way import BrokerWay, PresenceWatch
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import OFFLINE, ONLINE
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


@pytest.mark.slow
def test_a_stranger_at_the_broker_fakes_no_presence_and_a_table_that_goes_is_away() -> None:
    broker, port, _ = open_broker()
    heard: dict[Role, list[bool]] = {"host": [], "guest": []}
    told: list[Reason] = []
    address = BrokerAddress("127.0.0.1", port)

    def way(role: Role) -> BrokerWay:
        return BrokerWay(address, CODE, role, lambda _message: None, heard[role].append, told.append)

    with broker, Listener(port) as stranger:
        host, guest = way("host"), way("guest")
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
        again = way("guest")
        stranger.until(lambda: heard["host"][-1] is True)
        assert heard["host"] == [True, False, True]
        assert told == []
        for each in (host, again):
            each.close()
