"""Pairs players for a round. Nothing here knows of tables or results."""

from collections.abc import Collection, Sequence
from typing import Final

Pair = tuple[str, str]

# Pairings tried before a round counts as one that cannot be paired.
MOST_TRIES: Final = 20_000


def pair_neighbours(order: Sequence[str], met: Collection[frozenset[str]]) -> list[Pair] | None:
    """Pair an even number of players so that nobody meets anybody again; None if no such pairing was found.

    Players near one another in `order` are paired first.
    """
    tries = MOST_TRIES

    def paired(left: Sequence[str]) -> list[Pair] | None:
        nonlocal tries
        if not left:
            return []
        first, *others = left
        for other in others:
            tries -= 1
            if tries < 0:
                return None
            if frozenset((first, other)) not in met:
                rest = paired([each for each in others if each != other])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return paired(order)


def pair_by_turns(seats: Sequence[str], number: int) -> list[Pair]:
    """Pair an even number of seats for round `number`, from 0. Nobody meets twice in the first len(seats) - 1."""
    fixed, *others = seats
    turn = number % len(others)
    circle = [fixed, *others[turn:], *others[:turn]]
    half = len(circle) // 2
    return list(zip(circle[:half], reversed(circle[half:]), strict=True))
