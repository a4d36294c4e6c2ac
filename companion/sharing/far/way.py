"""The way from one table to the other: over an MQTT broker, or whatever else brings messages."""

import hmac
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from companion.games.reason import Reason
from companion.sharing.far.ledger import Role, other
from companion.sharing.far.meeting import presence, status, topics
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import HERE, OFFLINE, ONLINE, Post, Publisher, Tell

# A game may rest for so long, with both tables switched off, before the broker forgets it.
RESTS_SECONDS: Final = 30 * 24 * 3600
# Digits of a connection's number: nanoseconds since 1970.
MOST_DIGITS: Final = 20

# What trouble with the broker means for two tables.
WORDS: Final = {
    f"publish.{trouble}": f"far.way.{trouble}"
    for trouble in ("unreachable", "refused", "certificate", "lost", "again", "full")
}

Hear = Callable[[bytes], None]
There = Callable[[bool], None]


class FarWay(Protocol):
    """`say` returns at once; of what is said only the newest counts. `twin` is True once another table has come that
    has the same code and plays the same part."""

    @property
    def twin(self) -> bool: ...

    def say(self, message: str) -> None: ...

    def close(self) -> None: ...


class PresenceWatch:
    """Hears whether the other table is there, from nobody who lacks the code, and nothing twice."""

    def __init__(self, code: str, topic: str, there: There) -> None:
        self._code, self._topic, self._there = code, topic, there
        self._newest = (0, 0)

    def hear(self, said: bytes) -> None:
        word, _, _ = said.decode("latin-1").partition(" ")
        number = proved(self._code, self._topic, word, said)
        if number is None or word not in (ONLINE, OFFLINE):
            return
        # A connection ends after it has begun, and later ones have higher numbers: an older word is said once more.
        newest = (number, [ONLINE, OFFLINE].index(word))
        if newest > self._newest:
            self._newest = newest
            self._there(word == ONLINE)


def proved(code: str, topic: str, word: str, said: bytes) -> int | None:
    """Return the number with which somebody who has the code has said a word of a topic, None for anything else."""
    number = said.decode("latin-1").partition(" ")[2].partition(" ")[0]
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        return None
    true = presence(code, topic, word, int(number)).encode("latin-1")
    return int(number) if hmac.compare_digest(true, said) else None


class BrokerWay:
    """Messages are retained, so that a table that comes back is told at once what it lacks. All calls of `hear` (a
    message) and `there` (whether the other table is) come on a thread of the client's; `tell` hears of trouble with the
    broker."""

    def __init__(self, broker: BrokerAddress, code: str, role: Role, hear: Hear, there: There, tell: Tell) -> None:
        """Raises OSError where the certificate of the broker's authority cannot be read."""
        known = topics(code)
        self._topic, theirs = known[role], known[other(role)]
        watch = PresenceWatch(code, theirs, there)
        heard = {theirs: hear, status(theirs): watch.hear}
        self.twin = False

        def told(trouble: Reason) -> None:
            if trouble.key == "publish.taken":
                self.twin = True
            else:
                tell(replace(trouble, key=WORDS.get(trouble.key, trouble.key)))

        def of_a_connection() -> tuple[str, str]:
            number = time.time_ns()
            online, offline = (presence(code, self._topic, word, number) for word in (ONLINE, OFFLINE))
            return online, offline

        self._publisher = Publisher(
            broker,
            status(self._topic),
            told,
            heard=heard,
            forgotten=RESTS_SECONDS,
            presence=of_a_connection,
            name=presence(code, self._topic, HERE, time.time_ns()),
            fellow=lambda name: proved(code, self._topic, HERE, name),
        )

    def say(self, message: str) -> None:
        post = Post(self._topic, message)
        self._publisher.post(lambda: [post])

    def close(self) -> None:
        self._publisher.close()
