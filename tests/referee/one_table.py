"""A session in front of a simulated table, and what can be done with the pieces on it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import Reason
from companion.referee.entered_look import EnteredLook
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from companion.texts.language import english
from tests.referee.simulation import Scene, SimulatedLook
from vision.tracking.contract import Look

NOISE = 1.0
DEFAULT_SEED = 5


def evidence_of(look: Look) -> Evidence:
    return Evidence.of(look, CELLS)


def words(*reasons: Reason | None) -> tuple[str, ...]:
    """Reasons in English."""
    return tuple(english(reason) for reason in reasons if reason)


class Table:
    """A session in front of a simulated table."""

    def __init__(self, position: Position, noise: float = NOISE, salt: int = 0) -> None:
        self.session = Session(LooneyTable())
        self.noise = noise
        self.salt = salt
        assert self.see(position.grid).verdict == "setup"

    def see(self, grid: Mapping[str, str], **scene: Any) -> Verdict:
        self.salt += 1
        look = SimulatedLook(Scene(dict(grid), salt=self.salt, **scene), self.noise)
        return self.session.see(float(self.salt), None, evidence_of(look))


def start(salt: int = 0, noise: float = NOISE) -> tuple[Table, Position]:
    position = random_setup(random.Random(DEFAULT_SEED))
    return Table(position, noise, salt), position


def changed(grid: Mapping[str, str], **cells: str) -> dict[str, str]:
    return {**grid, **cells}


def find(grid: Mapping[str, str], stack: str, number: int = 0) -> str:
    return [cell for cell in grid if grid[cell] == stack][number]


def lifted(grid: Mapping[str, str], source: str, target: str) -> dict[str, str]:
    """The grid with the top piece of one cell put on another, allowed or not."""
    return {**grid, source: grid[source][:-2], target: grid[target] + grid[source][-2:]}


class EitherLook(EnteredLook):
    """A look at a table that may be the one or another, cell by cell."""

    def __init__(self, one: Mapping[str, str], *others: Mapping[str, str]) -> None:
        super().__init__(LooneyTable(), one)
        self.others = [EnteredLook(LooneyTable(), other) for other in others]

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        told = [look.log_likelihoods(cell, stacks) for look in self.others]
        return np.max([super().log_likelihoods(cell, stacks), *told], axis=0)
