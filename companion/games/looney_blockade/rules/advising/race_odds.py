"""Chances of winning a race under the dice, from the points that the colours of both sides still need."""

from collections.abc import Iterator
from functools import cache
from itertools import product

# A colour that needs more is as good as out of the race.
MOST_POINTS = 32
# No race from MOST_POINTS lasts longer with a probability worth counting.
MOST_TURNS = 24
# However sure a win may be, having won is better.
_ALMOST = 0.999_999


def win_chance(mine: tuple[int, int], theirs: tuple[int, int]) -> float:
    """Return the chance of the side that has just moved, each side needing so many points for its one or its other
    colour.

    Both sides are taken to spend all their points on the cheapest way and to be in nobody's way.
    """
    first, second = turns_to_win(*_ordered(mine)), turns_to_win(*_ordered(theirs))
    later, chance = 1.0, 0.0
    for soon, now in zip(first, second, strict=True):
        later -= now
        chance += soon * later
    return min(chance, _ALMOST) if all(mine) else 1.0


def expected_turns(mine: tuple[int, int]) -> float:
    """Turns until one of two colours that need so many points has them."""
    return _expected(_ordered(mine))


def _ordered(points: tuple[int, int]) -> tuple[int, int]:
    low, high = sorted(min(each, MOST_POINTS) for each in points)
    return low, high


@cache
def turns_to_win(low: int, high: int) -> tuple[float, ...]:
    """Return the chances that the race ends with the first, second, ... of one's own turns, for low <= high <=
    MOST_POINTS.

    Low dice are added up where that is expected to be quicker (BK-10).
    """
    total = [0.0] * MOST_TURNS
    for one, two in product(range(1, 7), repeat=2):
        after = min(_choices(low, high, one, two), key=_expected)
        if after[0] == 0:
            total[0] += 1 / 36
            continue
        for turn, chance in enumerate(turns_to_win(*after)[:-1]):
            total[turn + 1] += chance / 36
    return tuple(total)


def _expected(points: tuple[int, int]) -> float:
    return 0.0 if points[0] == 0 else _expected_turns(points)


@cache
def _expected_turns(points: tuple[int, int]) -> float:
    return sum(turn * chance for turn, chance in enumerate(turns_to_win(*points), 1))


def _choices(low: int, high: int, one: int, two: int) -> Iterator[tuple[int, int]]:
    """Yield what is left after a roll, for each way to give out its points."""
    ways = [(one, two)] if max(one, two) > 3 else [(one, two), (one + two, 0), (0, one + two)]
    for to_low, to_high in ways:
        yield _ordered((max(0, low - to_low), max(0, high - to_high)))
