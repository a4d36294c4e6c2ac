"""Dice that two tables roll together, so that neither can choose what they show.

Who rolls says by a digest what he adds to each die (commit), the other table says what it adds, and only then the first
tells what he had committed himself to (reveal). A die shows the sum of both, counted on from 1 after 6.
"""

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import Final

from companion.referee.errors import RefereeError
from companion.sharing.far.ledger import digest_of

FACES: Final = 6
# More dice than any roll of any game has.
MOST_DICE: Final = 40


def share(secret: bytes, occasion: str) -> tuple[tuple[int, ...], str]:
    """What a table adds to each die, from 0 to 5, on an occasion, and what keeps that from being guessed by its digest.

    The same secret gives the same on the same occasion: whoever restarts need not have written it down.
    """
    key = hmac.digest(secret, f"dice {occasion}".encode(), "sha256")
    chance = random.Random(key)
    return tuple(chance.randrange(FACES) for _ in range(MOST_DICE)), hashlib.sha256(key).hexdigest()


def commitment(values: Sequence[int], nonce: str) -> str:
    """The digest by which a share is committed."""
    return digest_of({"values": list(values), "nonce": nonce})


class JointDice(random.Random):
    """Dice that fall as both shares together say, one after the other."""

    def __init__(self, one: Sequence[int], another: Sequence[int]) -> None:
        super().__init__(0)
        self._falls = iter([(a + b) % FACES + 1 for a, b in zip(one, another, strict=True)])

    def randint(self, a: int, b: int) -> int:
        """The next die. Raises RefereeError for anything but a die of six faces, or one die too many."""
        fall = next(self._falls, None)
        if (a, b) != (1, FACES) or fall is None:
            raise RefereeError("far.dice")
        return fall
