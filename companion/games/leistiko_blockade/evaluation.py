"""An estimate of who will win the base game, from tables learnt in play (companion/bench/leistiko_learn.c)."""

from math import exp

from companion.games.leistiko_blockade.model import Rows
from companion.games.leistiko_blockade.weights import FACING, FAR, LEFT_FIRST, LEFT_SECOND, NEAR


def estimate(own: Rows, opposing: Rows, first: bool) -> float:
    """The chance of winning, a draw counting half, of the player who has just ended a turn with `own` left.

    `first`: it was the first player's turn. Both sides have pieces left, six counts each.
    """
    logit = (LEFT_FIRST if first else LEFT_SECOND)[sum(own)][sum(opposing)]
    for mine, theirs in zip(own, opposing, strict=True):
        logit += FACING[mine][theirs]
    for i in range(5):
        a, b = own[i], own[i + 1]
        logit += NEAR[a][b] if a < b else NEAR[b][a]
        a, b = opposing[i], opposing[i + 1]
        logit += FAR[a][b] if a < b else FAR[b][a]
    return 1 / (1 + exp(-logit / 100))
