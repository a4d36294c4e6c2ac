"""Rows and columns of arrays put down by eye."""

from itertools import product

import numpy as np
import pytest

from vision.image import Floats
from vision.programs.lattice import ORDERS, lattice_of


def array(rng: np.random.Generator, order: tuple[int, int, int]) -> tuple[Floats, Floats, list[tuple[int, int]]]:
    """Spots of nine pyramids, logs of their pips, and their columns and rows."""
    down = rng.uniform(0.7, 1.5)
    across, turn = down * rng.uniform(0.85, 1.15), rng.normal(0, 0.07)
    places = list(product(range(3), range(3)))
    spots = np.array([[3.5 + (column - 1) * across, 1.2 + row * down] for column, row in places])
    cos, sin = np.cos(turn), np.sin(turn)
    middle = spots.mean(axis=0)
    spots = middle + (spots - middle) @ np.array([[cos, sin], [-sin, cos]]) + rng.normal(0, 0.07, spots.shape)
    pips = np.log([[0.7 if pips == order[column] else 0.15 for pips in range(3)] for column, _ in places])
    return spots, pips, places


@pytest.mark.parametrize("order", ORDERS)
def test_a_whole_array_is_made_out_whatever_the_order_of_its_columns(order: tuple[int, int, int]) -> None:
    for seed in range(8):
        spots, pips, places = array(np.random.default_rng(seed), order)
        found = lattice_of(spots, pips)
        assert found is not None
        assert list(found.places) == places, seed
        assert ORDERS[int(np.argmax(found.orders))] == order


def test_an_array_with_a_covered_command_is_made_out() -> None:
    spots, pips, places = array(np.random.default_rng(3), (0, 1, 2))
    found = lattice_of(np.delete(spots, 4, axis=0), np.delete(pips, 4, axis=0))
    assert found is not None
    assert list(found.places) == [place for place in places if place != (1, 1)]
    assert np.linalg.norm(found.middles[1, 1] - spots[4]) < 0.35


def test_a_pyramid_beside_the_array_belongs_to_no_place() -> None:
    spots, pips, places = array(np.random.default_rng(5), (2, 1, 0))
    found = lattice_of(np.vstack([spots, [8.2, 0.4]]), np.vstack([pips, np.log([[0.8, 0.1, 0.1]])]))
    assert found is not None
    assert list(found.places) == [*places, None]


def test_few_pyramids_and_a_heap_are_no_array() -> None:
    spots, pips, _ = array(np.random.default_rng(1), (0, 1, 2))
    assert lattice_of(spots[:5], pips[:5]) is None
    heap = np.random.default_rng(2).normal((3, 4), 0.15, (9, 2))
    assert lattice_of(heap, pips) is None
