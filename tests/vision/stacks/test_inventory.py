"""Settling cells together under a known inventory."""

from collections import Counter
from collections.abc import Mapping
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from vision.geometry.solids import pieces
from vision.stacks import inventory
from vision.stacks.inventory import settle


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


def test_a_programme_that_runs_out_of_time_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "MOST_PARTIAL", 0)
    monkeypatch.setattr(inventory, "TIME_LIMIT_S", 1e-9)
    candidates = {
        cell: (["R3", "R3R1", "R3R2"], np.array([-500.0, -503.0 if cell in "abcd" else -497.0, -520.0]))
        for cell in "abcde"
    }
    settled = settle(candidates, {"R1": 1, "R2": 0, "R3": 5})
    assert {cell: s.stack for cell, s in settled.items()} == dict.fromkeys("abcd", "R3") | {"e": "R3R1"}


@pytest.mark.slow
@pytest.mark.parametrize("most_partial", [inventory.MOST_PARTIAL, 0])
@given(seed=st.integers(0, 2**32 - 1), sureness=st.floats(0.1, 30))
def test_the_best_table_is_found_by_search_and_by_the_integer_programme(
    most_partial: int, seed: int, sureness: float
) -> None:
    rng = np.random.default_rng(seed)
    kinds = ["R1", "R2", "Y1"]
    names = list({"".join(rng.choice(kinds, size)): None for size in (0, 1, 1, 2, 2, 3)})
    few = {cell: names[: rng.integers(1, len(names) + 1)] for cell in "abcde"}
    candidates = {cell: (held, sureness * np.log(rng.uniform(0.01, 1, len(held)))) for cell, held in few.items()}
    counts = {piece: int(rng.integers(0, 5)) for piece in kinds}

    def value(table: Mapping[str, str]) -> float:
        held = Counter(piece for stack in table.values() for piece in pieces(stack))
        told = sum(candidates[cell][1][candidates[cell][0].index(stack)] for cell, stack in table.items())
        return float(told) - inventory.MISCOUNT_NATS * sum(abs(held[piece] - counts[piece]) for piece in kinds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inventory, "MOST_PARTIAL", most_partial)
        settled = settle(candidates, counts)
    tables = product(*(few for few, _ in candidates.values()))
    best = max(value(dict(zip(candidates, table, strict=True))) for table in tables)
    assert value({cell: each.stack for cell, each in settled.items()}) == pytest.approx(best, rel=1e-4, abs=1e-3)


@given(st.integers(0, 2**32 - 1))
def test_expected_counts_are_the_inventorys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 6, 8)
    ends = np.cumsum(sizes)
    parts = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    counts = rng.integers(0, 3, (4, int(ends[-1]))).astype(float)
    scores = 3 * rng.standard_normal(int(ends[-1]))
    wanted = np.sum([counts[:, part] @ rng.dirichlet(np.ones(part.stop - part.start)) for part in parts], axis=0)
    prices = inventory._prices(scores, parts, counts, wanted)
    priced = scores + prices @ counts
    expected = np.sum([counts[:, part] @ softmax(priced[part]) for part in parts], axis=0)
    assert (np.abs(prices) <= inventory.MISCOUNT_NATS).all()
    within = np.abs(prices) < inventory.MISCOUNT_NATS
    assert expected[within] == pytest.approx(wanted[within], abs=1e-3)
    assert ((wanted - expected)[~within] * prices[~within] >= 0).all()
