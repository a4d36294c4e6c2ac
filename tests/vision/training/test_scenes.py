"""How the tables that lessons and games are drawn from change between two pictures."""

import numpy as np

from tests.vision.tables import CELLS
from vision.drawing.table import Placing
from vision.training.scenes.tables import nudged


def test_what_stays_of_a_touched_stack_mostly_stands_as_it_stood() -> None:
    before = dict.fromkeys(CELLS, "G3G1")
    after = dict.fromkeys(CELLS, "G3G1G1")
    stood = {cell: Placing(0.5, -0.5, (0.1, 0.2)) for cell in CELLS}
    kept = 0
    for seed in range(20):
        for placing in nudged(np.random.default_rng(seed), stood, before, after).values():
            assert len(placing.twists) == 3
            kept += placing.twists[:2] == (0.1, 0.2) and (placing.dx, placing.dy) == (0.5, -0.5)
    assert 100 < kept < 250


def test_hardly_any_untouched_stack_moves() -> None:
    grid = dict.fromkeys(CELLS, "G3G1")
    stood = {cell: Placing(0.5, -0.5, (0.1, 0.2)) for cell in CELLS}
    moved = [nudged(np.random.default_rng(seed), stood, grid, grid) for seed in range(20)]
    assert 5 < sum(placings[cell] != stood[cell] for placings in moved for cell in CELLS) < 100
