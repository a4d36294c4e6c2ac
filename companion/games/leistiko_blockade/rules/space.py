"""The base game's turns as fast tables over plain counts, for looking ahead; `rules` holds the same rules in words."""

from functools import lru_cache

from companion.games.leistiko_blockade.rules.model import Rows
from companion.games.leistiko_blockade.rules.rules import leap_cost

DIE = 6
# Cost of a leap: COSTS[least cost allowed][own pieces on the row][opposing pieces across from it].
COSTS = {
    minimum: [[leap_cost(own, opposing, minimum) for opposing in range(17)] for own in range(17)]
    for minimum in (0, 1, 2)
}


@lru_cache(maxsize=1 << 14)
def reach(own: Rows, opposing: Rows, row: int, minimum: int) -> dict[Rows, int]:
    """Return all rows that a turn with `row` (0 to 5) can leave the mover with, and the fewest points for each.

    Searched for a die of six; a lower die reaches those that cost no more than it shows.
    """
    costs = COSTS[minimum]
    found = {own: 0}
    layers: list[list[Rows]] = [[own], *([] for _ in range(DIE))]
    for spent, layer in enumerate(layers):
        for now in layer:
            if found[now] < spent:
                continue
            for i in range(6):
                if now[i] - (own[i] if i != row else 0) <= 0:
                    continue
                counts = list(now)
                counts[i] -= 1
                options = [(spent + costs[now[i]][opposing[i]], tuple(counts))]
                for near in (i - 1, i + 1):
                    if 0 <= near < 6:
                        counts[near] += 1
                        options.append((spent + 1, tuple(counts)))
                        counts[near] -= 1
                for cost, then in options:
                    if cost <= DIE and cost < found.get(then, DIE + 1):
                        found[then] = cost
                        layers[cost].append(then)
    return found
