"""Dice that two tables roll together, so that neither can choose what they show.

The rolling table commits to what it adds to each die by sending a digest. The other table sends what it adds. Only then
the first table reveals its share. Each die shows the sum of both shares, modulo 6.
"""

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import Final

from companion.referee.errors import RefereeError
from companion.sharing.far.ledger import digest_of

FACES: Final = 6
# Dice covered by a share: no roll of any game has more.
MOST_DICE: Final = 40


def share(secret: bytes, occasion: str) -> tuple[tuple[int, ...], str]:
    """Return what a table adds to each die on an occasion, 0..5, and a nonce that keeps the share from being guessed
    from its digest.

    The same secret and occasion give the same share, so a share need not be stored to survive a restart.
    """
    key = hmac.digest(secret, f"dice {occasion}".encode(), "sha256")
    chance = random.Random(key)
    return tuple(chance.randrange(FACES) for _ in range(MOST_DICE)), hashlib.sha256(key).hexdigest()


def commitment(values: Sequence[int], nonce: str) -> str:
    """Return the digest that commits a table to a share."""
    return digest_of({"values": list(values), "nonce": nonce})


class JointDice:
    """Dice whose values are determined by both shares, one die after the other.

    A source of dice (`randint`) and of no other chance: everything else would be known to both tables beforehand.
    """

    def __init__(self, one: Sequence[int], another: Sequence[int]) -> None:
        self._falls = iter([(a + b) % FACES + 1 for a, b in zip(one, another, strict=True)])

    def randint(self, a: int, b: int, /) -> int:
        """Return the next die. Raises RefereeError for a die without six faces, and after the last die."""
        fall = next(self._falls, None)
        if (a, b) != (1, FACES) or fall is None:
            raise RefereeError("far.dice")
        return fall
