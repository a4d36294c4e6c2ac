"""Both halves of a board seen at once, with a bar between them and trays at the ends."""

import numpy as np
import pytest

from lab.benchmarks.draw_held_out import rows
from vision.checkers.finder import find_half_board
from vision.geometry.half_board import CORNERS


@pytest.mark.slow
@pytest.mark.parametrize(("number", "size"), [(1, (1280, 720)), (13, (1280, 720))])
def test_a_half_whose_corners_at_the_bar_hardly_show_is_found_by_the_other(number: int, size: tuple[int, int]) -> None:
    picture, truth = rows(np.random.default_rng([77, number]), 9_100_000 + number, size, tournament=True)
    wanted = np.array([truth["corners"][name] for name in CORNERS])
    found = find_half_board(picture, tuple(wanted[0]))
    assert np.linalg.norm(found.ring - wanted, axis=1).max() < 0.25 * np.linalg.norm(wanted[1] - wanted[0]) / 6
