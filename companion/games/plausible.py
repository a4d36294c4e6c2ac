"""How somebody plays who does not see at once what is best: what is better is likelier, but it is not always played."""

import random
from collections.abc import Sequence
from math import exp
from typing import TypeVar

T = TypeVar("T")


def plausibly(choices: Sequence[T], worths: Sequence[float], spread: float, chance: random.Random) -> T:
    """One of the `choices`: one that is worth `spread` less than another is played a third as often (softmax)."""
    best = max(worths)
    return chance.choices(choices, [exp((worth - best) / spread) for worth in worths])[0]
