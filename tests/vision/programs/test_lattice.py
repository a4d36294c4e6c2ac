"""Rows and columns of arrays put down by eye."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

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


@pytest.mark.parametrize(("column", "row", "edge"), [(None, 2, (0, 1)), (0, None, (-1, 0)), (2, None, (1, 0))])
def test_an_array_that_the_pictures_edge_cuts_keeps_its_rows_and_columns(
    column: int | None, row: int | None, edge: tuple[int, int]
) -> None:
    for seed in range(6):
        spots, pips, places = array(np.random.default_rng(seed), (0, 1, 2))
        kept = [k for k, place in enumerate(places) if place[0] != column and place[1] != row]
        last = (spots[kept] @ edge).max() + 0.15

        def unseen(others: Floats, last: float = last, edge: tuple[int, int] = edge) -> NDArray[np.bool_]:
            return np.asarray(others @ edge > last)

        found = lattice_of(spots[kept], pips[kept], np.full(len(kept), 0.99), unseen)
        assert found is not None
        assert list(found.places) == [places[k] for k in kept], seed
        assert all(np.linalg.norm(found.middles[places[k]] - spots[k]) < 0.5 for k in range(9) if k not in kept)


def test_no_row_is_missed_that_would_be_seen() -> None:
    spots, pips, places = array(np.random.default_rng(4), (1, 0, 2))
    kept = [k for k, place in enumerate(places) if place[1] != 2]
    found = lattice_of(spots[kept], pips[kept], None, lambda others: np.zeros(len(others), bool))
    assert found is None or {place[1] for place in found.places if place is not None} == {0, 1, 2}


def test_what_hardly_belongs_to_an_array_is_left_out_of_it() -> None:
    spots, pips, places = array(np.random.default_rng(7), (0, 1, 2))
    kept = [k for k, place in enumerate(places) if place != (2, 2)]
    more = np.vstack([spots[kept], spots[places.index((2, 2))] + (0.9, 0.0)]), np.vstack([pips[kept], pips[:1]])
    sure = lattice_of(*more, np.full(9, 0.99))
    unlikely = lattice_of(*more, np.array([0.99] * 8 + [0.5]))
    assert sure is not None and unlikely is not None
    assert unlikely.places[-1] is None
    assert list(unlikely.places[:-1]) == [places[k] for k in kept]
