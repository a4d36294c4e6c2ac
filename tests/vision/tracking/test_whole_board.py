"""Reading a board from several looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import CELLS
from vision.tracking.looney_set import ordinary_stacks
from vision.tracking.whole_board import read_cells

STANDING, OTHER, NATS = "G3", "G3G1", 1.5


@dataclass(frozen=True)
class Seen:
    """A look at a board in which one stack stands everywhere, so many nats likelier than another."""

    nats: float = NATS
    hidden: frozenset[str] = frozenset()
    doubt: float = 0.0

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        return np.array([{STANDING: 0.0, OTHER: -self.nats}.get(stack, -90.0) for stack in stacks])


def odds(*readings: Seen) -> float:
    """Of what stands in a1, in nats."""
    decoded = read_cells(readings, CELLS, ordinary_stacks(), {})["a1"]
    return float(np.log(decoded.probability / dict(decoded.others)[OTHER]))


def test_looks_at_one_table_add_up() -> None:
    assert odds(Seen()) == pytest.approx(NATS)
    assert odds(Seen(), Seen(0.5)) == pytest.approx(NATS + 0.5)


def test_the_doubt_of_a_board_is_one_of_every_cell() -> None:
    sure, doubted = (read_cells([Seen(30.0, doubt=doubt)], CELLS, ordinary_stacks(), {}) for doubt in (0.0, 0.4))
    assert all(decoded.probability > 0.99 for decoded in sure.values())
    assert all(decoded.probability == pytest.approx(0.6, abs=0.01) for decoded in doubted.values())


def test_all_that_may_lawfully_stand_under_and_on_a_black_large_is_ordinary() -> None:
    for colour in "RYGB":
        for mediums, smalls in product(range(5), range(5)):
            pile = f"{colour}2" * mediums + f"{colour}1" * smalls
            assert f"C3{pile}" in ordinary_stacks() and f"{colour}3{pile}" in ordinary_stacks()
            if mediums + smalls <= 5:
                assert f"{colour}3{colour}2{colour}1K3{pile}" in ordinary_stacks()
