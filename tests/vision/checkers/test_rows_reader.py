"""What is made of the reader's odds."""

import numpy as np
import pytest

from vision.checkers.rows_reader import COUNTS, HIGH, LOW, counted

SELDOM = 0.1


def test_counts_are_sums_of_what_lies_on_the_board_and_on_top() -> None:
    chances = np.full((LOW, HIGH), 1e-9)
    chances[4, 1], chances[5, 0], chances[4, 0] = 0.3, 0.5, 0.2
    told = np.exp(counted(np.log(chances.reshape(1, -1)), SELDOM))[0]
    assert told.shape == (COUNTS,)
    assert told.sum() == pytest.approx(1)
    assert told[5] == pytest.approx(0.8, abs=1e-6)
    assert told[4] == pytest.approx(0.2, abs=1e-6)


def test_piles_on_few_checkers_need_more_than_even_odds() -> None:
    chances = np.full((LOW, HIGH), 1e-9)
    chances[2, 0], chances[2, 1] = 0.4, 0.6
    assert int(np.argmax(counted(np.log(chances.reshape(1, -1)), SELDOM)[0])) == 2
    # On a table of which nothing is known they do not.
    assert int(np.argmax(counted(np.log(chances.reshape(1, -1)), 1.0)[0])) == 3
    chances[2, 0], chances[2, 1] = 0.01, 0.99
    assert int(np.argmax(counted(np.log(chances.reshape(1, -1)), SELDOM)[0])) == 3
