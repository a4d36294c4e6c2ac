"""Whatever happens to bits and processes, nothing is read that was not written, and nothing announced is lost."""

import pytest

from lab.measure.flips import OTHER, UNTOLD, flipped
from lab.measure.kills import killed


def test_of_flipped_bits_none_is_read_as_other_content_or_lost_without_a_word() -> None:
    found = flipped(600, 7)
    assert all(sum(each.values()) == 300 for each in found.values())
    assert all(each[OTHER] == each[UNTOLD] == 0 for each in found.values()), found


@pytest.mark.slow
def test_kills_lose_and_double_nothing() -> None:
    figures = killed(3, 5)
    assert figures.announced >= 3 and sum(figures.kills.values()) == 3
    assert (figures.lost, figures.doubled, figures.faults) == ([], [], [])
