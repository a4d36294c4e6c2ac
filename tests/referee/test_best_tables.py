"""The search for the best tables finds them, whatever the order of cells."""

import itertools
import random

import pytest

from companion.referee.best_tables import Kinds, Option, best_tables

KINDS = Kinds(["a", "b", "c"])


def penalty(held: int) -> float:
    return -3.0 * sum(map(abs, KINDS.unpack(held).values()))


@pytest.mark.parametrize("seed", range(30))
def test_the_best_tables_are_those_of_a_full_search(seed: int) -> None:
    rng = random.Random(seed)
    options = {
        cell: [
            Option(f"{cell}{n}", round(rng.uniform(-6, 0), 3), KINDS.pack([(rng.choice("abc"), rng.randint(-2, 2))]))
            for n in range(rng.randint(1, 4))
        ]
        for cell in "uvwxy"
    }
    everything = []
    for choice in itertools.product(*options.values()):
        score = sum(option.score for option in choice) + penalty(sum(option.balance for option in choice))
        everything.append((score, {cell: option.thing for cell, option in zip(options, choice, strict=True)}))
    everything.sort(key=lambda entry: -entry[0])
    wanted = [entry for entry in everything if entry[0] >= everything[0][0] - 5][:10]
    found = best_tables(options, penalty, count=10, window=5)
    assert [table.score for table in found] == pytest.approx([score for score, _ in wanted])
    assert [table.grid for table in found] == [grid for _, grid in wanted]


@pytest.mark.parametrize("counts", [{}, {"a": 1}, {"a": -1, "b": 2}, {"a": -5, "b": -5, "c": -5}, {"c": 100}])
def test_counts_survive_packing(counts: dict[str, int]) -> None:
    assert KINDS.unpack(KINDS.pack(list(counts.items()))) == counts


def test_packed_counts_add_up() -> None:
    one, two = {"a": -3, "b": 4}, {"a": 3, "b": -5, "c": 1}
    assert KINDS.unpack(KINDS.pack(list(one.items())) + KINDS.pack(list(two.items()))) == {"b": -1, "c": 1}
