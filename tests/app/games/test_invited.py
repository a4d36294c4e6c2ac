"""An invitation decides about the game, and about nothing at the tablet that takes it."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.app.far.desk import brokers, find, first_answering
from companion.app.games import far_meeting
from companion.app.games.far_meeting import Invited
from companion.app.games.far_table import over_broker
from companion.app.settings.settings import Settings
from companion.games.errors import CompanionError
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import Ledger, Role
from companion.sharing.far.link import Link
from companion.sharing.far.meeting import Invitation, topics
from companion.sharing.feed.address import KnownBroker
from tests.sharing.feed.brokers import PATIENCE, free_ports, open_broker

CODE = "ABCDEFGH2345"
HELLO: dict[str, Any] = {
    "game": "looney-blockade",
    "options": {},
    "sides": {"host": ["cool"], "guest": ["warm"]},
    "players": {"cool": "Ada"},
    "first": "cool",
    "more": {},
}


class Silent:
    twin = False

    def say(self, message: str) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def take() -> Iterator[Callable[..., Invited]]:
    """Takes the code of a host whose first entry is HELLO with changes."""

    def taken(**changes: Any) -> Invited:
        keys = Keys(CODE, b"host")
        host = Link(Ledger(), "host", keys, topics(CODE), lambda _entry: None)
        host.write("hello", {**HELLO, **changes, "keys": keys.public})

        def answer(_invitation: Invitation, _role: Role, hear: Callable[[bytes], None], *_: Any) -> Silent:
            hear(host.message().encode())
            return Silent()

        far_meeting.WAYS.open = answer
        return find(CODE, ["mqtt://hall.local"], KnownBroker())

    yield taken
    far_meeting.WAYS.open = over_broker


def test_a_proper_invitation_is_taken(take: Callable[..., Invited]) -> None:
    found = take()
    assert (found.game, found.far.sides["guest"], found.players) == ("looney-blockade", ("warm",), {"cool": "Ada"})


@pytest.mark.parametrize(
    "sides",
    [
        {"host": ["cool"], "guest": ["cool"]},
        {"host": ["cool", "warm"], "guest": []},
        {"host": ["x"], "guest": ["y"]},
        {"host": [], "guest": ["cool"]},
        {"host": [], "guest": ["cool", "warm"]},
    ],
)
def test_sides_that_nobody_can_play_are_refused(sides: Any, take: Callable[..., Invited]) -> None:
    with pytest.raises(CompanionError):
        take(sides=sides)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"options": {"landing": "no such reading"}},
        {"more": 5},
        # What no journal can keep: a game was begun that could not be opened.
        {"more": {"pace": -1}},
        {"more": {"chess": {"minutes": -5}}},
    ],
)
def test_a_game_that_does_not_exist_is_refused(changes: Any, take: Callable[..., Invited]) -> None:
    with pytest.raises(CompanionError):
        take(**changes)


@pytest.mark.parametrize("computer", [{"warm": "child"}, "x"])
def test_no_computer_plays_for_those_who_take_a_code(computer: Any, take: Callable[..., Invited]) -> None:
    found = take(more={"computer": computer})
    assert "computer" not in found.more


def test_names_are_tidied(take: Callable[..., Invited]) -> None:
    assert take(players={"cool": "Ada", "warm": "You lost"}).players == {"cool": "Ada"}
    found = take(players={"cool": "\x1b[31m\u202eeve" + "!" * 50_000})
    assert len(found.players["cool"]) <= 40
    assert "\x1b" not in found.players["cool"] and "\u202e" not in found.players["cool"]


def test_a_broker_that_is_not_ones_own_is_used_only_once_it_was_agreed_to() -> None:
    own, hall = "mqtts://club.example", "mqtt://192.168.1.5:1883"
    assert brokers(Settings(), ()) == ()
    assert brokers(Settings(), [hall]) == ()
    assert brokers(Settings(meeting_agreed=hall), [hall]) == (hall,)
    assert brokers(Settings(meeting_agreed=hall), ["mqtt://192.168.1.6:1883"]) == ()
    assert brokers(Settings(broker=own, meeting_agreed=hall), [hall]) == (own, hall)
    public = Settings().meeting
    assert public.startswith("mqtts://")
    assert brokers(Settings(meeting_agreed=f"{public} {hall}"), [hall]) == (hall, public)
    assert brokers(Settings(meeting="mqtts://another.example", meeting_agreed=public), ()) == ()


@pytest.mark.slow
def test_tables_meet_at_the_first_broker_that_answers() -> None:
    """What calls itself a hall's broker may have gone, be none, or let nobody in."""
    gone = f"mqtt://127.0.0.1:{free_ports(1)[0]}"
    broker, port, _ = open_broker()
    guarded, guarded_port, _ = open_broker(None, None, "allow_anonymous false")
    with broker, guarded, socket.create_server(("127.0.0.1", 0)) as silent:
        others = [gone, "no address", *(f"mqtt://127.0.0.1:{each}" for each in (guarded_port, silent.getsockname()[1]))]
        right = f"mqtt://127.0.0.1:{port}"
        assert first_answering([right, *others], KnownBroker(), PATIENCE) == right
        assert first_answering([*others, right], KnownBroker(), seconds=0.3) == right


def test_a_code_is_sought_at_one_broker_after_the_other() -> None:
    keys, asked = Keys(CODE, b"host"), []
    host = Link(Ledger(), "host", keys, topics(CODE), lambda _entry: None)
    host.write("hello", {**HELLO, "keys": keys.public})

    def answer(invitation: Invitation, _role: Role, hear: Callable[[bytes], None], *_: Any) -> Silent:
        asked.append(invitation.broker)
        if invitation.broker == "mqtt://near.example":
            raise OSError("unreachable")
        hear(host.message().encode())
        return Silent()

    far_meeting.WAYS.open = answer
    try:
        found = find(CODE, ["mqtt://near.example", "mqtts://far.example"], KnownBroker())
    finally:
        far_meeting.WAYS.open = over_broker
    assert found.far.broker == "mqtts://far.example"
    assert asked == ["mqtt://near.example", "mqtts://far.example"]
