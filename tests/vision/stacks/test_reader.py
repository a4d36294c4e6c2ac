"""What the readers say of stacks."""

import tracemalloc
from itertools import islice, product

import numpy as np

from vision.stacks.features import FEATURES
from vision.stacks.reader import CellReading


def test_the_answers_of_a_long_evening_are_not_kept() -> None:
    """Each look asks about some twenty rows of stacks that were never asked about: a game grew by 0.8 MB a turn."""
    reading = CellReading(np.zeros(FEATURES, np.float32), 0.0)
    piles = [
        "".join(pile) for pile in product(("R3", "B3"), ("R1", "Y1", "G2"), ("B1", "G1", "Y2"), ("R1", "R2", "B1"))
    ]
    rows = islice(((one, other, *piles) for one, other in product(piles, piles)), 600)
    tracemalloc.start()
    reading.log_likelihoods(piles)
    for row in rows:
        reading.log_likelihoods(row)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 5 << 20
