"""Real dice in Leistiko's Blockade: any colours will do, for their order tells which is which."""

from collections.abc import Mapping
from typing import Final

# Of coloured dice the first ones in this order count: the move die, then the leap die.
ORDER: Final = "CWRYGBK"


def in_order(values: Mapping[str, int]) -> list[int]:
    """The values of dice told by the letters of their colours, those that count first."""
    return [values[letter] for letter in ORDER if letter in values]


def dice_a_throw(variant: str) -> int:
    return 2 if variant == "super-push" else 1
