"""Settling cells together under a known inventory."""

from collections import Counter
from collections.abc import Mapping
from itertools import product

import numpy as np
import pytest
import scipy
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import softmax

from vision.geometry.solids import pieces
from vision.stacks import inventory
from vision.stacks.inventory import decode


def scores(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.log(np.array(values))


def test_the_count_decides_where_the_look_cannot() -> None:
    candidates = {
        "a1": (["R3", "Y3"], scores(0.9, 0.1)),
        "b1": (["R3", "Y3"], scores(0.55, 0.45)),
    }
    decoded = decode(candidates, {"R3": 1, "Y3": 1})
    assert {cell: s.stack for cell, s in decoded.items()} == {"a1": "R3", "b1": "Y3"}


def test_a_plain_look_beats_the_count() -> None:
    candidates = {cell: (["R3", "Y3"], scores(1 - 1e-9, 1e-9)) for cell in ("a1", "b1")}
    decoded = decode(candidates, {"R3": 1, "Y3": 1})
    assert [s.stack for s in decoded.values()] == ["R3", "R3"]


def test_a_look_that_is_fairly_sure_gives_way_to_the_count() -> None:
    """Twelve nats: people who set a table up do not miscount that often."""
    candidates = {cell: (["R3", "Y3"], np.array([-1e-5, -12.0 + lead])) for cell, lead in (("a1", 0.0), ("b1", 0.5))}
    decoded = decode(candidates, {"R3": 1, "Y3": 1})
    assert {cell: s.stack for cell, s in decoded.items()} == {"a1": "R3", "b1": "Y3"}


def test_probabilities_take_the_count_into_account() -> None:
    candidates = {
        "a1": (["R3", "R3R1"], scores(0.999, 0.001)),
        "b1": (["R3", "R3R1"], scores(0.5, 0.5)),
    }
    decoded = decode(candidates, {"R1": 1})
    assert decoded["b1"].stack == "R3R1"
    assert decoded["b1"].probability > 0.5
    assert decoded["b1"].others[0][0] == "R3"
    assert sum(p for _, p in decoded["b1"].others) + decoded["b1"].probability == pytest.approx(1)


def test_a_search_that_is_given_up_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "P", inventory.Parameters(most_partial=0))
    candidates = {
        cell: (["R3", "R3R1", "R3R2"], np.array([-500.0, -503.0 if cell in "abcd" else -497.0, -520.0]))
        for cell in "abcde"
    }
    decoded = decode(candidates, {"R1": 1, "R2": 0, "R3": 5})
    assert {cell: s.stack for cell, s in decoded.items()} == dict.fromkeys("abcd", "R3") | {"e": "R3R1"}


@given(seed=st.integers(0, 2**32 - 1), sureness=st.floats(0.1, 30))
@example(seed=4545623, sureness=1.0).via("a best table far below what none can exceed")
def test_the_best_table_is_found(seed: int, sureness: float) -> None:
    rng = np.random.default_rng(seed)
    kinds = ["R1", "R2", "Y1"]
    names = list({"".join(rng.choice(kinds, size)): None for size in (0, 1, 1, 2, 2, 3)})
    few = {cell: names[: rng.integers(1, len(names) + 1)] for cell in "abcde"}
    candidates = {cell: (held, sureness * np.log(rng.uniform(0.01, 1, len(held)))) for cell, held in few.items()}
    counts = {piece: int(rng.integers(0, 5)) for piece in kinds}

    def value(table: Mapping[str, str]) -> float:
        held = Counter(piece for stack in table.values() for piece in pieces(stack))
        told = sum(candidates[cell][1][candidates[cell][0].index(stack)] for cell, stack in table.items())
        return float(told) - inventory.P.miscount_nats * sum(abs(held[piece] - counts[piece]) for piece in kinds)

    decoded = decode(candidates, counts)
    tables = product(*(few for few, _ in candidates.values()))
    best = max(value(dict(zip(candidates, table, strict=True))) for table in tables)
    assert value({cell: each.stack for cell, each in decoded.items()}) == pytest.approx(best, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_a_search_that_is_given_up_comes_near_the_integer_programs_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inventory, "P", inventory.Parameters(most_partial=0))
    rng = np.random.default_rng(seed)
    kinds = ["R1", "R2", "Y1", "Y2", "G1", "G2"]
    names = list({"".join(rng.choice(kinds, size)): None for size in rng.integers(0, 4, 20)})
    candidates = {cell: (names, 3 * np.log(rng.uniform(0.001, 1, len(names)))) for cell in "abcdefghijkl"}
    picked = Counter(piece for _ in candidates for piece in pieces(str(rng.choice(names))))
    counts = {piece: picked[piece] for piece in kinds}

    def value(table: Mapping[str, str]) -> float:
        held = Counter(piece for stack in table.values() for piece in pieces(stack))
        told = sum(scores[names.index(table[cell])] for cell, (_, scores) in candidates.items())
        return float(told) - inventory.P.miscount_nats * sum(abs(held[piece] - counts[piece]) for piece in kinds)

    best = value(by_integer_program(candidates, counts))
    likeliest = value({cell: names[int(np.argmax(scores))] for cell, (_, scores) in candidates.items()})
    found = value({cell: each.stack for cell, each in decode(candidates, counts).items()})
    assert found <= best + 1e-6
    assert best - found < 0.1 * (best - likeliest)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_takes_what_is_left_over(seed: int) -> None:
    """Of eight cells nothing is seen: too many tables are as good as each other to look at all of them."""
    rng = np.random.default_rng(seed)
    colours = [*"RYGB" * 5]
    rng.shuffle(colours)
    grid = {
        f"{k}": f"{colour}3" + f"{colour}2" * int(rng.integers(0, 2)) + f"{colour}1" * int(rng.integers(0, 3))
        for k, colour in enumerate(colours)
    }
    hidden = {f"{k}" for k in range(8)}
    names = sorted(
        f"{c}3" + f"{c}2" * mediums + f"{c}1" * smalls for c in "RYGB" for mediums in range(5) for smalls in range(5)
    )
    candidates = {}
    for cell, stack in grid.items():
        far = np.where([name == stack for name in names], 0.0, rng.uniform(-20, -5, len(names)))
        candidates[cell] = (names, np.zeros(len(names)) if cell in hidden else far)
    kinds = [f"{colour}{pips}" for colour in "RYGB" for pips in (1, 2, 3)]
    held = Counter(piece for stack in grid.values() for piece in pieces(stack))
    decoded = decode(candidates, {kind: held[kind] for kind in kinds})
    assert all(decoded[cell].stack == stack for cell, stack in grid.items() if cell not in hidden)
    assert Counter(piece for each in decoded.values() for piece in pieces(each.stack)) == held


def by_integer_program(candidates: inventory.Candidates, wanted: Mapping[str, int]) -> dict[str, str]:
    """The best table as SciPy's solver finds it."""
    stacks = [(cell, stack) for cell, (names, _) in candidates.items() for stack in names]
    scores = np.concatenate([scores for _, scores in candidates.values()])
    one_each = np.array([[held == cell for held, _ in stacks] for cell in candidates], float)
    held = np.array([[pieces(stack).count(piece) for _, stack in stacks] for piece in wanted], float)
    kinds, size = held.shape
    matrix = np.block([[one_each, np.zeros((len(one_each), 2 * kinds))], [held, np.eye(kinds), -np.eye(kinds)]])
    sums = np.concatenate([np.ones(len(one_each)), np.array(list(wanted.values()), float)])
    answer = scipy.optimize.milp(
        np.concatenate([-scores, np.full(2 * kinds, inventory.P.miscount_nats)]),
        constraints=scipy.optimize.LinearConstraint(matrix, sums, sums),
        integrality=np.concatenate([np.ones(size), np.zeros(2 * kinds)]),
        bounds=scipy.optimize.Bounds(0, np.concatenate([np.ones(size), np.full(2 * kinds, np.inf)])),
    )
    assert answer.x is not None
    return dict(stacks[i] for i in np.flatnonzero(answer.x[:size] > 0.5))


@given(st.integers(0, 2**32 - 1))
def test_expected_counts_are_the_inventorys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 6, 8)
    ends = np.cumsum(sizes)
    parts = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    counts = rng.integers(0, 3, (4, int(ends[-1]))).astype(float)
    scores = 3 * rng.standard_normal(int(ends[-1]))
    wanted = np.sum([counts[:, part] @ rng.dirichlet(np.ones(part.stop - part.start)) for part in parts], axis=0)
    prices = inventory.prices_of(scores, parts, counts, wanted)
    priced = scores + prices @ counts
    expected = np.sum([counts[:, part] @ softmax(priced[part]) for part in parts], axis=0)
    assert (np.abs(prices) <= inventory.P.miscount_nats).all()
    within = np.abs(prices) < inventory.P.miscount_nats
    assert expected[within] == pytest.approx(wanted[within], abs=1e-3)
    assert ((wanted - expected)[~within] * prices[~within] >= 0).all()
