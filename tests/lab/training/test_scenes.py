"""How the tables that training data and games are drawn from change between two pictures."""

import numpy as np

from lab.training.scenes.tables import changed_grid, nudged, random_grid
from tests.vision.tables import CELLS
from vision.drawing.table import Placing


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


def test_tables_of_all_kinds_are_drawn_empty_cells_and_single_pyramids_too() -> None:
    rng = np.random.default_rng(0)
    tables = [random_grid(rng) for _ in range(1000)]
    filled = np.array([sum(map(bool, table.values())) for table in tables])
    assert (filled == 25).mean() > 0.65 and 0.03 < (filled == 0).mean() < 0.1
    assert np.histogram(filled, [1, 9, 17, 25])[0].min() > 40
    singles = [stack for table in tables for stack in table.values() if len(stack) == 2 and stack[0] in "RYGB"]
    assert min(sum(stack[1] == pips for stack in singles) for pips in "123") > 300


def test_pyramids_of_a_sparse_table_come_and_go() -> None:
    rng = np.random.default_rng(0)
    before = dict.fromkeys(CELLS, "") | {"b2": "G1", "d4": "R2"}
    after = [changed_grid(rng, before) for _ in range(50)]
    assert any(not table["b2"] for table in after) and any(table["a1"] for table in after)
