"""What a player of Looney Blockade can get at most against the greedy player without getting in its way."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random

from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import outcome
from lab.measure.looney_greedy import greedy_turn
from lab.measure.looney_positions import random_roll

OPPONENTS = ("greedy",)
# Points from the default set-up to five towers, at least, whatever the other side does: its towers only make ways
# longer, and clear larges that it leaves make none shorter.
POINTS = 24


def lines(_opponent: str, games: int) -> list[str]:
    turns = [turns_alone(seed) for seed in range(games)]
    later = [each + 1 for each in turns]
    return [
        f"greedy alone takes {sum(turns) / games:.2f} turns ({games} games); who spends every point from the first to "
        f"the last and does not hold it up gets at most {100 * most_points(turns):.1f} % of points, "
        f"{100 * most_points(later):.1f} % if it were held up by one turn in every game"
    ]


def turns_alone(seed: int) -> int:
    """The turns that the greedy player takes when the other side never moves."""
    rng = Random(f"alone {seed}")
    position, turns = initial(to_move="cool"), 0
    while not outcome(position).winner:
        after = greedy_turn(position, random_roll(rng, position)).position
        position, turns = Position(after.grid, after.supply, "cool"), turns + 1
    return turns


def most_points(turns: Sequence[int]) -> float:
    """The share of points, moving first in half of the games, that nobody beats against one who takes `turns`.

    A bound: for every number of turns by itself the dice are used as is best for having finished by then, and all
    points of either colour, or of both where low dice are added up, bring it nearer.
    """
    total = 0.0
    for taken, count in Counter(turns).items():
        first, second = (within(POINTS, POINTS, limit) for limit in (taken, taken - 1))
        total += count * (first + second) / 2
    return total / len(turns)


@cache
def within(one: int, two: int, turns: int) -> float:
    """The greatest chance to spend `one` points on one colour or `two` on the other in so many turns."""
    if min(one, two) <= 0:
        return 1.0
    if not turns:
        return 0.0
    total = 0.0
    for first, second in product(range(1, 7), repeat=2):
        ways = [(first, second)]
        if max(first, second) <= 3:
            ways += [(first + second, 0), (0, first + second)]
        total += max(within(max(0, one - a), max(0, two - b), turns - 1) for a, b in ways)
    return total / 36
