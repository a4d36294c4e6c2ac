"""Estimates of the chance of winning, from tables learnt in play for each variant (lab/measure/leistiko_learn.c), exact
for positions with few pieces."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, exp, log

from companion.games.leistiko_blockade.rules.endgames import known_chance
from companion.games.leistiko_blockade.rules.model import Options, Rows, Variant
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.weights import CODES, COUNTS, WEIGHTS

DIE = 6
# Codes of own and opposing pieces of one row, and weights of the codes of two neighbouring rows, in either order.
_CODES = [[8 * min(own, 7) + min(opposing, 7) for opposing in range(COUNTS)] for own in range(COUNTS)]
_PAIRS = {
    variant: [[learnt.pairs[min(a, b)][abs(a - b)] for b in range(CODES)] for a in range(CODES)]
    for variant, learnt in WEIGHTS.items()
}


def estimate(own: Rows, opposing: Rows, first: bool, variant: Variant = "base") -> float:
    """Return the chance of winning, a draw counting half, of the player who has just ended a turn with `own` left.

    `first`: True if that was the first player. Both sides have pieces left, six counts each.
    """
    if (known := known_chance(own, opposing, first, variant)) is not None:
        return known
    learnt, pairs = WEIGHTS[variant], _PAIRS[variant]
    logit = (learnt.left_first if first else learnt.left_second)[sum(own)][sum(opposing)]
    facing = (learnt.outer, learnt.middle, learnt.inner, learnt.inner, learnt.middle, learnt.outer)
    for table, mine, theirs in zip(facing, own, opposing, strict=True):
        logit += table[mine][theirs]
    codes = [_CODES[mine][theirs] for mine, theirs in zip(own, opposing, strict=True)]
    for i in range(5):
        logit += pairs[codes[i]][codes[i + 1]]
        a, b = own[i], own[i + 1]
        logit += learnt.near[a][b] if a < b else learnt.near[b][a]
        a, b = opposing[i], opposing[i + 1]
        logit += learnt.far[a][b] if a < b else learnt.far[b][a]
    return 1 / (1 + exp(-logit / 1000))


@dataclass(frozen=True)
class Calibration:
    """Makes of an estimate the share of wins in games that players of several kinds play on from a position: the
    tables are too sure with many pieces left. `shift` is added to the first player's logit, `slope` multiplies it."""

    shift: float = 0.0
    slope: float = 1.0

    @classmethod
    def of(cls, first: Rows, second: Rows, variant: Variant) -> "Calibration":
        """Return that of a position, by the pieces of the side that has fewer."""
        shift, ended, each = _PLAYED_ON[variant]
        slope = ended - each * min(sum(first), sum(second))
        return cls(shift, min(_MOST_SLOPE, max(_LEAST_SLOPE, slope)))

    def chance(self, estimate: float, first: bool) -> float:
        """Return the share of wins for the first player, or the second, as the estimate is."""
        if not 0 < estimate < 1:
            return estimate
        logit = self.slope * log(estimate / (1 - estimate)) + (self.shift if first else -self.shift)
        return 1 / (1 + exp(-logit))


AS_LEARNT = Calibration()
# Shift, slope with nothing left, and what each piece takes of it: fitted to 72 positions a variant, out of nine games,
# each played on 160 to 240 times by four players (lab/measurements.md).
_PLAYED_ON: Mapping[Variant, tuple[float, float, float]] = {
    "base": (-0.3, 1.5, 0.1),
    "super-push": (-0.2, 1.7, 0.125),
    "bungie": (-0.05, 1.8, 0.18),
}
_LEAST_SLOPE, _MOST_SLOPE = 0.25, 1.3


def chance_of_winning(won: int, own: int, opposed: int) -> float:
    """Return the chance that just `won` of `own` dice are higher than the highest of `opposed` dice."""
    total = 0.0
    for highest in range(1, DIE + 1):
        of_highest = (highest**opposed - (highest - 1) ** opposed) / DIE**opposed
        wins = (DIE - highest) / DIE
        total += of_highest * comb(own, won) * wins**won * (1 - wins) ** (own - won)
    return total


def chance_to_clear(own: Rows, options: Options) -> float:
    """Return the chance to take all pieces off in one turn without opposing ones; 0 unless they stand in one row."""
    left = max(own)
    if left < sum(own):
        return 0.0
    if options.variant == "bungie":
        return chance_of_winning(left, left, 1)
    points = sum(leap_cost(n, 0, options.minimum) for n in range(1, left + 1))
    return 1 - (min(DIE, max(0, points - 1)) / DIE) ** 2
