"""Networks are compared example by example, and pictures are what is drawn anew."""

import numpy as np
import pytest

from lab.training.learn.bootstrap import paired_interval


def test_a_network_is_as_good_as_itself() -> None:
    values = np.random.default_rng(0).normal(0, 1, 50)
    assert paired_interval(values, values, np.arange(50)) == (0, 0, 0)


def test_what_is_the_same_everywhere_is_sure() -> None:
    values = np.random.default_rng(0).normal(0, 1, 50)
    assert paired_interval(values, values - 0.25, np.arange(50)) == pytest.approx((-0.25, -0.25, -0.25))


def test_the_true_difference_is_mostly_in_the_interval() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for trial in range(100):
        old = rng.normal(0, 3, 60)
        _, low, high = paired_interval(old, old + rng.normal(0.3, 1, 60), np.arange(60), trial)
        held += low <= 0.3 <= high
    assert 85 <= held <= 100


def test_examples_of_one_picture_count_as_one() -> None:
    off = np.random.default_rng(2).normal(0, 1, 20)
    once = paired_interval(np.zeros(20), off, np.arange(20))
    fivefold = paired_interval(np.zeros(100), np.repeat(off, 5), np.repeat(np.arange(20), 5))
    assert fivefold == pytest.approx(once)


def test_examples_without_a_number_do_not_count() -> None:
    old, new = np.array([1.0, np.nan, 2.0, 3.0]), np.array([2.0, 5.0, np.nan, 4.0])
    assert paired_interval(old, new, np.arange(4)) == pytest.approx((1, 1, 1))
