"""Removes the prior of the reader's training data from its output.

A network outputs posterior probabilities, and where it sees little it repeats the frequencies of its training data:
most larges there bear one small. For every stack its share of the training data (`training_shares.json`, from
`lab.training.data_sets.stack_shares`) is replaced by a neutral one (the logit adjustment of Menon et al. 2021).
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

import numpy as np

from vision.geometry.solids import pieces
from vision.parameters import Many, parameters

SHARES = "training_shares.json"
OWN = "O"


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    smalls: Many = (4, 4, 4, 3, 2, 1)  # relative frequency of 0, 1, 2, .. smalls in a tower
    another: float = 0.15  # factor for each medium, and for each piece above a cap
    clear: float = 0.2  # share of clear larges
    capped: float = 0.05  # share of towers with a cap
    least: float = -1.5  # nats; most that a stack loses
    most: float = 2.5  # nats; most that a stack gains
    rare: float = 1e-4  # share of the training data below which a stack was hardly learnt and is left alone


P: Final = parameters(Parameters)
# Stack whose correction is 0: others are relative to it.
PLAIN = f"{OWN}3{OWN}1"


def colourless(stack: str) -> str:
    """Return the stack with its first colour, apart from black and clear, replaced by O: all colours count alike."""
    own = next((colour for colour in stack[::2] if colour in "RYGB"), None)
    return stack.replace(own, OWN) if own else stack


class TrainingBias:
    """Corrections for tables on which towers have caps in the shares `caps` (by piece; they sum to 1)."""

    def __init__(self, caps: Mapping[str, float]) -> None:
        self._caps = dict(caps)
        self.correction = lru_cache(maxsize=4096)(self._correction)
        self.corrections = lru_cache(maxsize=64)(lambda stacks: np.array([self.correction(stack) for stack in stacks]))

    def _correction(self, stack: str) -> float:
        """Return the term added to the log-probability of a stack seen for the first time, nats; 0 for stacks that are
        rare in the training data."""
        shares, shape = _shares(), colourless(stack)
        if shares.get(shape, 0.0) < P.rare:
            return 0.0

        def gain(of: str) -> float:
            return math.log(self._neutral(of)) - math.log(shares[of])

        return min(max(gain(shape) - gain(PLAIN), P.least), P.most)

    def _neutral(self, shape: str) -> float:
        """Return the neutral share of a shape (see `colourless`)."""
        standing = pieces(shape)
        cap = next((k for k, piece in enumerate(standing) if piece in self._caps), None)
        if cap is not None:
            return P.capped * self._caps[standing[cap]] * P.another ** (len(standing) - 1 - cap)
        smalls, mediums = standing.count(f"{OWN}1"), standing.count(f"{OWN}2")
        if standing[0] == "C3":
            return P.clear / 6 * P.another ** max(mediums - 5, 0) * P.another**smalls
        return (1 - P.clear) * P.smalls[smalls] / sum(P.smalls) * P.another**mediums


@lru_cache(maxsize=1)
def _shares() -> dict[str, float]:
    shares: dict[str, float] = json.loads(resources.files(__package__).joinpath(SHARES).read_text("utf-8"))
    return shares
