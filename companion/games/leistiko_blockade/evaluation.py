"""Estimates of who will win: for the base game from tables learnt in play (companion/measure/leistiko_learn.c), for the
variants from what the leaps that are left would cost."""

from math import exp

from companion.games.leistiko_blockade.model import Options, Rows
from companion.games.leistiko_blockade.rules import leap_cost
from companion.games.leistiko_blockade.weights import FACING, FAR, LEFT_FIRST, LEFT_SECOND, NEAR, PAIRS

# What own and opposing pieces of one row are in PAIRS, which counts seven of each at most; and PAIRS, whichever row is
# the first.
_CODES = [[8 * min(own, 7) + min(opposing, 7) for opposing in range(17)] for own in range(17)]
_PAIRS = [[PAIRS[min(a, b)][abs(a - b)] for b in range(64)] for a in range(64)]


def estimate(own: Rows, opposing: Rows, first: bool) -> float:
    """The chance of winning, a draw counting half, of the player who has just ended a turn with `own` left.

    `first`: it was the first player's turn. Both sides have pieces left, six counts each.
    """
    logit = (LEFT_FIRST if first else LEFT_SECOND)[sum(own)][sum(opposing)]
    for mine, theirs in zip(own, opposing, strict=True):
        logit += FACING[mine][theirs]
    codes = [_CODES[mine][theirs] for mine, theirs in zip(own, opposing, strict=True)]
    for i in range(5):
        logit += _PAIRS[codes[i]][codes[i + 1]]
        a, b = own[i], own[i + 1]
        logit += NEAR[a][b] if a < b else NEAR[b][a]
        a, b = opposing[i], opposing[i + 1]
        logit += FAR[a][b] if a < b else FAR[b][a]
    return 1 / (1 + exp(-logit / 100))


def plain_estimate(own: Rows, opposing: Rows, options: Options) -> float:
    """The same for the variants, roughly: a logistic curve over how much harder it is for the others to get off."""
    return 1 / (1 + exp((_burden(own, opposing, options) - _burden(opposing, own, options)) / 12))


def _burden(own: Rows, opposing: Rows, options: Options) -> int:
    """What all leaps would cost as the pieces stand; in Bungie Battle one more for each die to be beaten."""
    if options.variant == "bungie":
        return sum(n * (2 + m) for n, m in zip(own, opposing, strict=True))
    return sum(n * leap_cost(n, m, options.minimum) for n, m in zip(own, opposing, strict=True))
