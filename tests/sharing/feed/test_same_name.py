"""Two of one name at one broker, and tables that are given up."""

from collections.abc import Iterator

import pytest

from companion.commands.hall import forget
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.given_up import give_up
from companion.sharing.feed.publisher import Post, Publisher
from companion.sharing.feed.topics import discovery_topic
from companion.texts.language import english
from tests.sharing.feed.brokers import PATIENCE, Listener, free_ports, open_broker

STATUS, HERE = "pyramid/same/status", "pyramid/same/here"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    broker, port, _ = open_broker()
    with broker:
        yield port


def table(port: int, said: list[str], status: str = STATUS) -> Publisher:
    def tell(reason: Reason) -> None:
        said.append(english(reason))

    return Publisher(BrokerAddress("127.0.0.1", port), status, tell)


def met(listener: Listener, times: int) -> None:
    """Wait until so many have said that they are there."""
    listener.until(lambda: len(listener.said(HERE)) >= times)


def test_two_of_one_name_are_both_told_so_once(port: int) -> None:
    first_said: list[str] = []
    second_said: list[str] = []
    with Listener(port, HERE) as listener:
        first = table(port, first_said)
        met(listener, 1)
        second = table(port, second_said)
        met(listener, 3)
        third = table(port, [])
        listener.until(lambda: len(set(listener.said(HERE))) == 3 and len(listener.said(HERE)) >= 6)
        for each in (third, second, first):
            each.close()
    assert len(first_said) == len(second_said) == 1
    assert "is called same, too" in first_said[0] and "another name" in second_said[0]


def test_who_hears_himself_declared_offline_says_that_he_is_not(port: int) -> None:
    """When the second left, the first played on and was told to be offline for good."""
    with Listener(port, "pyramid/same/#") as listener:
        first = table(port, [])
        met(listener, 1)
        second = table(port, [])
        met(listener, 3)
        second.close()
        listener.until(lambda: "offline" in listener.said(STATUS) and listener.said(STATUS)[-1] == "online")
        listener.say(STATUS, "offline")
        listener.until_said(STATUS, "online")
        first.close()
        listener.until_said(STATUS, "offline")


def test_who_comes_alone_after_a_kill_is_told_of_nobody(port: int) -> None:
    """What a killed one left at the broker is nobody else."""
    said: list[str] = []
    with Listener(port, "pyramid/killed/#") as listener:
        listener.say("pyramid/killed/status", "online")
        listener.say("pyramid/killed/here", "0123456789abcdef")
        alone = table(port, said, "pyramid/killed/status")
        assert alone.flush(PATIENCE)
        listener.until(lambda: len(listener.said("pyramid/killed/here")) >= 2)
        alone.close()
    assert said == []


def test_whoever_makes_up_names_is_not_fed(port: int) -> None:
    with Listener(port, "pyramid/many/here") as listener:
        one = table(port, [], "pyramid/many/status")
        listener.until(lambda: listener.said("pyramid/many/here"))
        for number in range(40):
            listener.say("pyramid/many/here", str(number))
        listener.until(lambda: "39" in listener.said("pyramid/many/here"))
        one.close()
        own = listener.said("pyramid/many/here")[0]
        assert listener.said("pyramid/many/here").count(own) <= 10


def test_a_table_that_is_given_up_leaves_nothing_behind(port: int) -> None:
    topics = [
        *(f"pyramid/old/{name}" for name in ("status", "state", "history/0", "history/1")),
        discovery_topic("old"),
    ]
    with Listener(port) as listener:
        one = table(port, [], "pyramid/old/status")
        one.post(lambda: [Post(each, "x") for each in topics[1:]])
        one.post(lambda: [Post("pyramid/older/state", "stays")])
        assert one.flush(PATIENCE)
        with pytest.raises(RefereeError, match="being played"):
            give_up(BrokerAddress("127.0.0.1", port), "old")
        one.close()
        assert give_up(BrokerAddress("127.0.0.1", port), "old") == len(topics)
        listener.until(lambda: all(listener.said(each)[-1:] == [""] for each in topics))
    with Listener(port) as later:
        later.until(lambda: later.ready and later.said("pyramid/older/state") == ["stays"])
        assert not {topic for topic, *_ in later.heard} & {*topics}


def test_nothing_is_cleared_where_nobody_answers() -> None:
    (port,) = free_ports(1)
    with pytest.raises(RefereeError, match="did not answer"):
        give_up(BrokerAddress("127.0.0.1", port), "old", patience=0.2)


def test_the_hall_forgets_a_table(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    with Listener(port, "pyramid/gone/#") as listener:
        one = table(port, [], "pyramid/gone/status")
        assert one.flush(PATIENCE)
        listener.until_said("pyramid/gone/status", "online")
        one.close()
    forget(BrokerAddress("127.0.0.1", port), "gone")
    assert "gone" in capsys.readouterr().out
