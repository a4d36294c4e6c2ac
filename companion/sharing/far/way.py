"""The way from one table to the other: over an MQTT broker, or whatever else brings messages."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from companion.games.reason import Reason
from companion.sharing.far.ledger import Role, other
from companion.sharing.far.meeting import status, topics
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import ONLINE, Post, Publisher, Tell

# A game may rest for so long, with both tables switched off, before the broker forgets it.
RESTS_SECONDS: Final = 30 * 24 * 3600

# What trouble with the broker means for two tables.
WORDS: Final = {
    f"publish.{trouble}": f"far.way.{trouble}"
    for trouble in ("unreachable", "refused", "certificate", "lost", "again", "full")
}

Hear = Callable[[bytes], None]
There = Callable[[bool], None]


class FarWay(Protocol):
    """`say` returns at once; of what is said only the newest counts."""

    def say(self, message: str) -> None: ...

    def close(self) -> None: ...


class BrokerWay:
    """Messages are retained, so that a table that comes back is told at once what it lacks. All calls of `hear` (a
    message) and `there` (whether the other table is) come on a thread of the client's; `tell` hears of trouble with the
    broker."""

    def __init__(self, broker: BrokerAddress, code: str, role: Role, hear: Hear, there: There, tell: Tell) -> None:
        """Raises OSError where the certificate of the broker's authority cannot be read."""
        known = topics(code)
        self._topic, theirs = known[role], known[other(role)]
        heard = {theirs: hear, status(theirs): lambda said: there(said == ONLINE.encode())}

        def told(trouble: Reason) -> None:
            tell(replace(trouble, key=WORDS.get(trouble.key, trouble.key)))

        self._publisher = Publisher(broker, status(self._topic), told, heard=heard, forgotten=RESTS_SECONDS)

    def say(self, message: str) -> None:
        post = Post(self._topic, message)
        self._publisher.post(lambda: [post])

    def close(self) -> None:
        self._publisher.close()
