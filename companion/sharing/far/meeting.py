"""Where two tables meet: a broker, and a code that both have."""

import hmac
from typing import Final, NamedTuple

from companion.referee.errors import RefereeError
from companion.sharing.far.keys import derived, of_code
from companion.sharing.far.ledger import Role
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.pairing import LENGTH, LETTERS, in_groups

ROOT: Final = "pyramid-far"
# Letters that people write for others (Crockford's Base32).
_TAKEN_FOR: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


class Invitation(NamedTuple):
    """A broker's address as it was typed, and the code."""

    broker: str
    code: str

    def __str__(self) -> str:
        """``mqtt://hall.local#ABCD-EFGH-JKMN``: what the other table is told, as text or in a picture."""
        return f"{self.broker}#{in_groups(self.code)}"

    @classmethod
    def read(cls, typed: str, broker: str) -> "Invitation":
        """A whole invitation, or the code alone at `broker`. Raises RefereeError for anything else."""
        before, code = typed.strip().rpartition("#")[0], code_in(typed)
        if len(code) != LENGTH or not set(code) <= set(LETTERS):
            raise RefereeError("far.bad_code")
        if not (before or broker):
            raise RefereeError("far.no_broker")
        BrokerAddress.read(before or broker)
        return cls(before or broker, code)


def code_in(typed: str) -> str:
    """Return the letters of the code in an invitation, or in a code alone, however it was typed."""
    return typed.strip().rpartition("#")[2].upper().translate(_TAKEN_FOR)


def topics(code: str) -> dict[Role, str]:
    """Return the topic of each table's messages. The code cannot be guessed from it any faster than by scrypt."""
    meeting = derived(of_code(code), "topic").hex()[:24]
    return {"host": f"{ROOT}/{meeting}/host", "guest": f"{ROOT}/{meeting}/guest"}


def status(topic: str) -> str:
    """Where it is told whether that table is there."""
    return f"{topic}/status"


def presence(code: str, topic: str, word: str, number: int) -> str:
    """Return what a topic's table says of itself in a connection of that number: the word, the number, and a proof that
    it has the code."""
    key = derived(of_code(code), "status")
    return f"{word} {number} {hmac.digest(key, f'{topic} {word} {number}'.encode(), 'sha256').hex()}"
