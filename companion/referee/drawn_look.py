"""Looks at drawn tables, which answer from what was drawn and not from the picture.

Reading a drawing takes the real eyes a second or more, so a simulated table answers what it shows, with noise added.
"""

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.referee.grid import Grid, Place, Thing
from vision.image import Image
from vision.tracking.contract import Look


@dataclass(frozen=True)
class Drawn:
    """State of a drawn table. `glare`: another thing that a place with a highlight could as well hold. `salt` seeds
    the noise."""

    grid: Grid
    hidden: frozenset[Place] = frozenset()
    hand: bool = False
    glare: Mapping[Place, Thing] = field(default_factory=dict)
    salt: int = 0


class DrawnLook(ABC):
    """A look (`vision.tracking.contract.Look`) at a drawn table."""

    def __init__(self, image: Image, drawn: Drawn) -> None:
        self.image, self.drawn = image, drawn

    @property
    def hidden(self) -> frozenset[str]:
        return self.drawn.hidden

    @property
    def hand(self) -> bool:
        return self.drawn.hand

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        truth = self.drawn.grid.get(cell, "")
        alike = {truth, self.drawn.glare.get(cell, truth)}
        return -np.array([min(self._against(cell, stack, known) for known in alike) for stack in stacks])

    def touched(self, cell: str) -> None:
        return None

    @abstractmethod
    def _against(self, cell: str, stack: str, truth: str) -> float:
        """Return nats against `stack` where `truth` stands; the same for the same question."""

    def _noisy(self, apart: float, noise: float, cell: str, stack: str) -> float:
        """Return nats with normal noise, 0 for what is not apart."""
        if not apart:
            return 0.0
        seed = hashlib.sha256(f"{self.drawn.salt} {cell} {stack}".encode()).digest()
        return max(0.0, apart + noise * random.Random(seed).gauss(0.0, 1.0))


class DrawnTracker:
    """Watches a drawn table (`vision.tracking.contract.Tracker`). `look` returns the look at a picture of it."""

    def __init__(self, look: Callable[[Image], Look]) -> None:
        self.look = look

    def weighed(self, look: Look) -> None:
        """Do nothing: the answers do not come from the picture."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Do nothing: the answers do not come from the picture."""
