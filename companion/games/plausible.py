"""Choices of a player who does not always see what is best: a better choice is likelier, not certain."""

from collections.abc import Sequence
from math import exp
from typing import Protocol, TypeVar

T = TypeVar("T")


class Draws(Protocol):
    """A source of chance, handed in by the caller: `random.Random` is one."""

    def choices(self, population: Sequence[T], weights: Sequence[float], /) -> list[T]: ...
    def getrandbits(self, k: int, /) -> int: ...


def plausibly(choices: Sequence[T], worths: Sequence[float], spread: float, chance: Draws) -> T:
    """Draw one of the `choices`: one that is worth `spread` less than another is drawn a third as often (softmax)."""
    best = max(worths)
    return chance.choices(choices, [exp((worth - best) / spread) for worth in worths])[0]
