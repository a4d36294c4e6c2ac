"""Settling cells together under a known inventory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from vision import inventory
from vision.inventory import settle


def scores(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.log(np.array(values))


def test_the_count_decides_where_the_look_cannot() -> None:
    candidates = {
        "a1": (["R3", "Y3"], scores(0.9, 0.1)),
        "b1": (["R3", "Y3"], scores(0.55, 0.45)),
    }
    settled = settle(candidates, {"R3": 1, "Y3": 1})
    assert {cell: s.stack for cell, s in settled.items()} == {"a1": "R3", "b1": "Y3"}


def test_a_plain_look_beats_the_count() -> None:
    candidates = {cell: (["R3", "Y3"], scores(1 - 1e-9, 1e-9)) for cell in ("a1", "b1")}
    settled = settle(candidates, {"R3": 1, "Y3": 1})
    assert [s.stack for s in settled.values()] == ["R3", "R3"]


def test_probabilities_take_the_count_into_account() -> None:
    candidates = {
        "a1": (["R3", "R3R1"], scores(0.999, 0.001)),
        "b1": (["R3", "R3R1"], scores(0.5, 0.5)),
    }
    settled = settle(candidates, {"R1": 1})
    assert settled["b1"].stack == "R3R1"
    assert settled["b1"].probability > 0.5
    assert settled["b1"].others[0][0] == "R3"
    assert sum(p for _, p in settled["b1"].others) + settled["b1"].probability == pytest.approx(1)


def test_the_likeliest_stack_is_told_though_a_piece_is_then_on_the_table_twice() -> None:
    candidates = {
        "a1": (["R1", "Y1"], scores(0.6, 0.4)),
        "b1": (["R1", "Y1", ""], scores(0.5, 0.3, 0.2)),
        "c1": (["", "Y1"], scores(0.7, 0.3)),
    }
    settled = settle(candidates, {"R1": 1, "Y1": 1})
    assert settled["a1"].stack == settled["b1"].stack == "R1"


@given(st.integers(0, 2**32 - 1))
def test_the_first_is_the_likeliest_and_the_others_follow_in_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = ["R1", "R2", "R1R1", "", "Y1"]
    settled = settle({cell: (names, 3 * rng.standard_normal(5)) for cell in "abcde"}, {"R1": 2, "R2": 1, "Y1": 1})
    for each in settled.values():
        chances = [each.probability, *(chance for _, chance in each.others)]
        assert chances == sorted(chances, reverse=True)
        assert len({each.stack, *(stack for stack, _ in each.others)}) == 4


@given(st.integers(0, 2**32 - 1))
def test_expected_counts_are_the_inventorys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 6, 8)
    ends = np.cumsum(sizes)
    parts = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    counts = rng.integers(0, 3, (4, int(ends[-1]))).astype(float)
    scores = 3 * rng.standard_normal(int(ends[-1]))
    wanted = sum(counts[:, part] @ rng.dirichlet(np.ones(part.stop - part.start)) for part in parts)
    prices = inventory._prices(scores, parts, counts, wanted)
    priced = scores + prices @ counts
    expected = sum(counts[:, part] @ softmax(priced[part]) for part in parts)
    assert (np.abs(prices) <= inventory.MISCOUNT_NATS).all()
    within = np.abs(prices) < inventory.MISCOUNT_NATS
    assert expected[within] == pytest.approx(wanted[within], abs=1e-3)
    assert ((wanted - expected)[~within] * prices[~within] >= 0).all()
