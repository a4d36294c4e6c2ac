"""Looking ahead in the base game: what a position is worth to the player whose turn it is.

Worth is the chance of winning, a draw counting half. `depth` is how many further turns are searched, with every roll
and every way to play it, before `evaluation` estimates the rest. Both sides play perfectly in these turns; only in
`worth_after_reply` the reply is a person's. Where the bounds of a worth meet, it is exact.
"""

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from companion.games.leistiko_blockade.rules.evaluation import AS_LEARNT, Calibration, chance_to_clear, estimate
from companion.games.leistiko_blockade.rules.model import Options, Rows
from companion.games.leistiko_blockade.rules.space import COSTS, DIE, reach

# Share of a reply in which a person plays greedily: as many pieces off as possible, then cheap leaps for the rest.
GREEDY = 0.4
# Gain in the chance of winning for each piece that rests on the far side.
_CROSSED = 0.01
# To the greedy one piece more is worse than any leaps.
_PIECE, _ALL_LEFT = 1_000, 1_000_000


class Worth(NamedTuple):
    """A worth between the bounds `low` and `high`, most likely `value`."""

    low: float
    value: float
    high: float

    def opposite(self) -> "Worth":
        """Return the same worth as the opponent sees it."""
        return Worth(1 - self.high, 1 - self.value, 1 - self.low)

    @property
    def exact(self) -> bool:
        return self.high - self.low < 0.0005


WIN, DRAW, LOSS = Worth(1, 1, 1), Worth(0.5, 0.5, 0.5), Worth(0, 0, 0)


def worth_after(own: Rows, opposing: Rows, first: bool, depth: int, minimum: int) -> Worth:
    """Return what it is worth to have just ended a turn with `own` left; `first`: it was the first player's turn.

    When the first player has none left, the extra turn (LB-end) is always looked at.
    """
    if decided := _decided(own, opposing, first, minimum):
        return decided
    if depth == 0:
        return Worth(0, estimate(own, opposing, first), 1)
    return worth(opposing, own, not first, depth - 1, minimum).opposite()


def worth_after_reply(own: Rows, opposing: Rows, first: bool, minimum: int) -> Worth:
    """Return `worth_after` one turn deep, against an opponent whose play is a mixture: greedy by `GREEDY`, else
    perfect.

    The bounds are those against perfect play; the value is between them.
    """
    best = worth_after(own, opposing, first, 1, minimum)
    if best.exact or not any(own):
        return best
    value = (1 - GREEDY) * best.value + GREEDY * (1 - _greedy_worth(opposing, own, not first, minimum))
    return best._replace(value=min(best.high, max(best.low, value)))


def _greedy_worth(own: Rows, opposing: Rows, first: bool, minimum: int) -> float:
    """Return what it is worth to be about to choose a row, and to play this turn greedily."""
    costs = COSTS[minimum]
    found = []
    for row in range(6):
        if not own[row]:
            continue
        best = [(_ALL_LEFT, own)] * (DIE + 1)
        for then, cost in reach(own, opposing, row, minimum).items():
            greed = _PIECE * sum(then) + sum([n * costs[n][m] for n, m in zip(then, opposing, strict=True)])
            best[cost] = min(best[cost], (greed, then))
        played = list(accumulate(best, min))[1:]
        worths = [worth_after(then, opposing, first, 0, minimum).value for _, then in played]
        found.append((sum(greed for greed, _ in played), sum(worths) / DIE))
    return min(found)[1]


def _decided(own: Rows, opposing: Rows, first: bool, minimum: int) -> Worth | None:
    if not any(own):
        if first:
            return worth(opposing, own, False, 0, minimum).opposite()
        return WIN if any(opposing) else DRAW
    return LOSS if not first and not any(opposing) else None


def worth_at_a_glance(
    own: Rows, opposing: Rows, first: bool, options: Options, calibration: Calibration = AS_LEARNT
) -> Worth:
    """Return `worth_after` without looking ahead, for every variant and for six or twelve counts a side. Pieces that
    rest on the far side (LB-09 false) count as on the rows they came from, a little better off."""
    crossed = sum(own[6:]) - sum(opposing[6:])
    own, opposing = _joined(own), _joined(opposing)
    if options.variant != "base" and first and not any(own):
        worth_of_extra_turn = 1 - chance_to_clear(opposing, options) / 2
        return Worth(worth_of_extra_turn, worth_of_extra_turn, worth_of_extra_turn)
    if decided := _decided(own, opposing, first, options.minimum):
        return decided
    chance = min(1.0, max(0.0, estimate(own, opposing, first, options.variant) + _CROSSED * crossed))
    return Worth(0, calibration.chance(chance, first), 1)


def _joined(pieces: Rows) -> Rows:
    return tuple(map(sum, zip(pieces[:6], pieces[6:], strict=True))) if len(pieces) > 6 else pieces


@lru_cache(maxsize=1 << 16)
def worth(own: Rows, opposing: Rows, first: bool, depth: int, minimum: int) -> Worth:
    """Return what it is worth to be about to choose a row; `first`: it is the first player's turn."""
    rows = [row_worth(own, opposing, row, first, depth, minimum) for row in range(6) if own[row]]
    return Worth(*map(max, zip(*rows, strict=True)))


def row_worth(own: Rows, opposing: Rows, row: int, first: bool, depth: int, minimum: int) -> Worth:
    """Return what it is worth to be about to roll for `row`."""
    lows, values, highs = [0.0] * (DIE + 1), [0.0] * (DIE + 1), [0.0] * (DIE + 1)
    for then, cost in reach(own, opposing, row, minimum).items():
        low, value, high = worth_after(then, opposing, first, depth, minimum)
        lows[cost], values[cost], highs[cost] = max(lows[cost], low), max(values[cost], value), max(highs[cost], high)
    return Worth(_mean_of_best(lows), _mean_of_best(values), _mean_of_best(highs))


def _mean_of_best(by_cost: list[float]) -> float:
    """Return the mean over the die of the best that costs no more."""
    best, total = by_cost[0], 0.0
    for each in by_cost[1:]:
        best = max(best, each)
        total += best
    return total / DIE
