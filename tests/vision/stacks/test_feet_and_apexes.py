"""Where the feet and the apexes of stacks are, and the network that points at them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tables import CELLS, Table, locate, rendered_tables
from vision.geometry.solids import BASE_MM
from vision.stacks.crops import FOOT, frame
from vision.stacks.feet_and_apexes import (
    PLANES,
    SIZE_UNIT,
    USUAL_SIDE,
    Densities,
    Ends,
    EndsReader,
    NormalMixture,
    planes,
)
from vision.stacks.feet_and_apexes import P as FEET_AND_APEXES
from vision.stacks.reader_views import FINE

APEX = NormalMixture(np.ones(1), np.array([[66.0, 100.0]]), np.array([[0.0, 8.0]]))
SEAT = NormalMixture(np.ones(1), np.array([[66.0, 140.0, -10.0]]), np.array([[1.0, 1.0, 2.0]]))
ONE = Ends(np.array([66.0, 178.0]), np.array([3.0, 0.0]), APEX, SEAT)


def test_density_is_that_of_the_distance_between_both_ends() -> None:
    told = Densities.of_apexes([ONE]).logs(np.array([[[0.0, -78.0], [2.0, -78.0], [0.0, -75.0]]]))[0]
    across, along = 3 + FEET_AND_APEXES.askew**2, 8 + FEET_AND_APEXES.askew**2
    top = -np.log(2 * np.pi * along) / 2
    assert told == pytest.approx([top, top - 4 / across / 2, top - 9 / along / 2], rel=1e-4)


def test_density_of_seats_knows_sizes() -> None:
    told = Densities.of_seats([ONE]).logs(np.array([[[0.0, -38.0, -10.0], [0.0, -38.0, -8.0]]]))[0]
    assert told[0] - told[1] == pytest.approx(1, rel=1e-4)


@given(
    st.lists(st.tuples(st.floats(0.05, 1), st.floats(-4, 4), st.floats(1, 9)), min_size=2, max_size=5),
    st.floats(-40, 40),
)
def test_density_sums_to_one_over_all_places_of_an_upright_stack(
    places: list[tuple[float, float, float]], shift: float
) -> None:
    weights, aside, variances = np.array(places).T
    apexes = np.column_stack([66 + aside, 100 + shift + 7.0 * np.arange(len(places))])
    mixture = NormalMixture(weights / weights.sum(), apexes, np.column_stack([variances, variances]))
    ends = Ends(ONE.foot, ONE.foot_variance, mixture, SEAT)
    reaches = np.column_stack([np.zeros(181), np.arange(-150.0, 31)])
    assert np.exp(Densities.of_apexes([ends]).logs(reaches[None])).sum() == pytest.approx(1, abs=1e-3)


def test_the_network_is_told_colours_place_and_elevation() -> None:
    light = np.zeros((2, FINE.height, FINE.width, 3), np.float32)
    light[1, 5, 7, 2] = 0.5
    made = planes(light, np.array([0.5, 0.9]))
    assert made.shape == (2, PLANES, FINE.height, FINE.width)
    assert made[1, 2, 5, 7] == 0.5
    assert made[0, 5].max() == 0.5 and made[1, 5].min() == np.float32(0.9)
    assert (made[0, 3, 0, 0], made[0, 3, 0, -1]) == (-1, 1)


@pytest.mark.parametrize("table", list(rendered_tables()), ids=lambda table: table.name)
def test_feet_are_found_in_the_middle_of_their_cells(table: Table) -> None:
    view = locate(table.image, corners=[tuple(table.truth["corners"][name]) for name in ("a1", "e1", "e5", "a5")])
    frames = [frame(view, cell) for cell in CELLS]
    ends = EndsReader().ends([each.cut(table.image) for each in frames], frames)
    off = np.array([np.linalg.norm(end.foot - FOOT) for end in ends])
    assert np.median(off) < 5
    assert np.median([end.apex.middles[0][1] - end.foot[1] for end in ends]) < 0


@pytest.mark.parametrize("table", list(rendered_tables()), ids=lambda table: table.name)
def test_seats_are_as_large_as_the_pieces_on_top(table: Table) -> None:
    view = locate(table.image, corners=[tuple(table.truth["corners"][name]) for name in ("a1", "e1", "e5", "a5")])
    frames = [frame(view, cell) for cell in CELLS]
    ends = EndsReader().ends([each.cut(table.image) for each in frames], frames)
    sides = np.array([USUAL_SIDE * np.exp(end.seat.middles[0][2] / SIZE_UNIT) for end in ends])
    tops = np.array([int(table.truth["grid"][cell][-1]) for cell in CELLS])
    shown = ~np.isin(CELLS, table.truth.get("hidden", []))
    wanted = 2 * np.array([BASE_MM[top] for top in tops])
    # Pieces that sit higher look larger; where several seats are likely, the first may be another piece's.
    near = (sides > 0.93 * wanted) & (sides < 1.25 * wanted)
    assert near[shown].mean() > 0.75
