"""Real dice in Leistiko's Blockade: dice of any colours, distinguished by their order."""

from collections.abc import Mapping
from typing import Final

# Order in which coloured dice count: the first is the move die, the second the leap die.
ORDER: Final = "CWRYGBK"


def in_order(values: Mapping[str, int]) -> list[int]:
    """Return the values of dice by colour, those that count first."""
    return [values[letter] for letter in ORDER if letter in values]


def dice_a_throw(variant: str) -> int:
    return 2 if variant == "super-push" else 1
