"""Compares looks with set-ups, as far as that is the same in all games. Likelihoods are in nats."""

import math
from collections.abc import Mapping, Sequence
from typing import TypeVar

from companion.referee import priors
from companion.referee.grid import Grid, Place, Thing
from companion.referee.priors import nats

Scores = Mapping[Place, Mapping[Thing, float]]
"""Likelihoods of the things on each place, 0 for the likeliest."""
Fit = TypeVar("Fit")
BORNE_OUT = 0.5
"""Probability that a place alone must give to its thing in the set-up to confirm it. In set-ups that exist all 25 cells
of a board had more; with corners tapped beside the board at least 13 had less."""


def bounded(known: Mapping[Thing, float]) -> dict[Thing, float]:
    """Return likelihoods relative to the best, none less than that of an outlier."""
    best = max(known.values())
    return {thing: max(seen - best, nats(priors.OUTLIER)) for thing, seen in known.items()}


def unlike(wanted: Grid, scores: Scores) -> tuple[dict[Place, Thing], float]:
    """Return what seems to lie on places that differ from a set-up, and by how much that is likelier in all."""
    seen: dict[Place, Thing] = {}
    gain = 0.0
    for place, known in scores.items():
        likely = max(known, key=lambda thing: known[thing])
        better = known[likely] - known[wanted[place]] + nats(priors.FAULTY_CELL)
        if better > 0:
            seen[place] = likely
            gain += better
    return seen, gain


def is_certain(gain: float) -> bool:
    """Return True if so many nats leave no doubt."""
    return gain > math.log(priors.CERTAIN / (1 - priors.CERTAIN))


def borne_out(known: Mapping[Thing, float], wanted: Thing) -> bool:
    """Return True if a place alone makes its thing in the set-up likelier than all others together."""
    return math.exp(known[wanted]) > BORNE_OUT * sum(math.exp(seen) for seen in known.values())


def shares(fits: Sequence[tuple[float, Fit]]) -> tuple[float, tuple[tuple[Fit, float], ...]]:
    """Return the probability of the first of some set-ups, sorted by how well they fit, and the likely others with
    theirs."""
    odds = [math.exp(fit - fits[0][0]) for fit, _ in fits]
    whole = sum(odds)
    others = ((setup, share / whole) for (_, setup), share in zip(fits[1:], odds[1:], strict=True))
    return 1 / whole, tuple(other for other in others if other[1] >= priors.KEEP)
