"""Takes what the reader's training data took for granted out of what it says.

A network that has learnt from tables tells probabilities, and where it cannot see much it tells how its training data
were: most larges there bear one small. What stands on a table is for others to weigh, so for every stack its share of
the training data (`training_shares.json`, from `lab.training.data_sets.stack_shares`) is exchanged for a neutral one
(the logit adjustment of Menon et al. 2021).
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.solids import pieces
from vision.parameters import Many, parameters

SHARES = "training_shares.json"
OWN = "O"


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    smalls: Many = (4, 4, 4, 3, 2, 1)  # relative frequency of 0, 1, 2, .. smalls in a tower, with nothing assumed
    another: float = 0.15  # factor for each medium, and for each piece above a cap
    clear: float = 0.2  # share of clear larges
    capped: float = 0.05  # share of towers with a cap
    least: float = -1.5  # nats; most that a stack loses
    most: float = 2.5  # nats; most that a stack gains
    rare: float = 1e-4  # share of the training data below which a stack was hardly learnt and is left alone


P: Final = parameters(Parameters)
# A stack by which the others are measured, and how much any may gain or lose by it, in nats.
PLAIN = f"{OWN}3{OWN}1"


def colourless(stack: str) -> str:
    """The stack with its first colour but black and clear called O: colours are all alike."""
    own = next((colour for colour in stack[::2] if colour in "RYGB"), None)
    return stack.replace(own, OWN) if own else stack


class TrainingBias:
    """The corrections for tables on which towers have caps in the shares `caps` (by piece; they sum to 1)."""

    def __init__(self, caps: Mapping[str, float]) -> None:
        self._caps = dict(caps)
        self.correction = lru_cache(maxsize=4096)(self._correction)
        self.corrections = lru_cache(maxsize=64)(self._corrections)

    def _corrections(self, stacks: tuple[str, ...]) -> NDArray[np.float64]:
        """`correction` of each stack."""
        return np.array([self.correction(stack) for stack in stacks])

    def _correction(self, stack: str) -> float:
        """What to add to the reader's log-probability of a stack seen for the first time, in nats; for stacks that
        training data hardly ever had nothing is known, and 0 is added."""
        shares, shape = _shares(), colourless(stack)
        if shares.get(shape, 0.0) < P.rare:
            return 0.0

        def gain(of: str) -> float:
            return math.log(self._neutral(of)) - math.log(shares[of])

        return min(max(gain(shape) - gain(PLAIN), P.least), P.most)

    def _neutral(self, shape: str) -> float:
        """The share of a shape (see `colourless`) where nothing is taken for granted."""
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
