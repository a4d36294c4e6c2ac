"""Reading a board from several looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import CELLS
from vision.watching.volcano import ordinary_stacks
from vision.watching.whole_board import FIRST_SIGHT, read_cells

STANDING, OTHER, NATS = "G3", "G3G1", 1.5


@dataclass(frozen=True)
class Seen:
    """A look at a board in which one stack stands everywhere, a little likelier than another."""

    partly_hidden: frozenset[str]
    hidden: frozenset[str] = frozenset()

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        return np.array([{STANDING: 0.0, OTHER: -NATS}.get(stack, -90.0) for stack in stacks])


def odds(*sights: Seen, first: bool = True) -> float:
    """Of what stands in a1, in nats."""
    settled = read_cells(sights, CELLS, ordinary_stacks(), {}, first=first)["a1"]
    return float(np.log(settled.probability / dict(settled.others)[OTHER]))


def test_a_first_sight_is_surer_than_the_reader_unless_something_is_hidden() -> None:
    whole, part = Seen(frozenset()), Seen(frozenset(CELLS))
    assert odds(whole) == pytest.approx(FIRST_SIGHT * NATS)
    assert odds(whole, first=False) == pytest.approx(NATS)
    assert odds(part) == odds(part, first=False) == pytest.approx(NATS)
    assert odds(whole, part) == pytest.approx((FIRST_SIGHT + 1) * NATS)
