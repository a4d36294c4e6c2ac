"""How stacks stand, told by their ends, for outlines that lie on them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import often
from tests.vision.tables import view_from
from vision.geometry.board_view import BoardView
from vision.stacks.crops import Frame, frame
from vision.stacks.feet_and_apexes import Ends, NormalMixture
from vision.tracking.standing import stance, upright

HEIGHT = 70.0


def pointed(view: BoardView, cut: Frame, foot: np.ndarray, apex: np.ndarray) -> Ends:
    spots = np.array([[*foot, 0.0], [*apex, HEIGHT]])
    low, high = view.project(spots) @ cut.to_crop[:, :2].T + cut.to_crop[:, 2]
    elsewhere = np.stack([np.add(high, (0.0, 60.0)), high])
    apexes = NormalMixture(np.array([0.6, 0.4]), elsewhere, np.full((2, 2), 0.2))
    return Ends(low, np.full(2, 1e-3), apexes, NormalMixture(np.ones(1), np.zeros((1, 3)), np.ones((1, 3))))


@given(st.floats(35, 80), st.floats(-180, 180), st.tuples(*[st.floats(-3, 3)] * 2), st.tuples(*[st.floats(-5, 5)] * 2))
@settings(max_examples=often(30))
def test_a_stack_stands_where_its_ends_are_seen(
    elevation: float, azimuth: float, off: tuple[float, float], lean: tuple[float, float]
) -> None:
    view = view_from(elevation, azimuth)
    foot = np.add(view.cell_centre("b4"), off)
    apex = foot + lean
    cut = frame(view, "b4")
    found = stance(view, "b4", HEIGHT, cut, pointed(view, cut, foot, apex))
    assert found.at(np.array([[0.0, 0.0, 0.0]]))[0] == pytest.approx([*foot, 0.0], abs=0.2)
    assert found.at(np.array([[0.0, 0.0, HEIGHT]]))[0] == pytest.approx([*apex, HEIGHT], abs=0.4)


@pytest.mark.parametrize(("foot_off", "apex_off"), [(25.0, 0.0), (0.0, 25.0), (25.0, 25.0)])
def test_ends_of_something_else_are_left_out_of_account(foot_off: float, apex_off: float) -> None:
    view = view_from(60)
    cut, middle = frame(view, "c3"), np.array(view.cell_centre("c3"))
    found = stance(view, "c3", HEIGHT, cut, pointed(view, cut, middle + foot_off, middle + apex_off))
    assert found.foot == pytest.approx(middle, abs=1e-6)
    assert found.lean == pytest.approx([0.0, 0.0], abs=0.01)


def test_a_stack_stands_upright_as_far_as_its_apex_is_not_made_out() -> None:
    view = view_from(60)
    cut, middle = frame(view, "c3"), np.array(view.cell_centre("c3"))
    seen = pointed(view, cut, middle, middle + 4.0)
    vague = replace(seen, apex=replace(seen.apex, variances=np.full((2, 2), 400.0)))
    clear, doubtful = (stance(view, "c3", HEIGHT, cut, end).lean for end in (seen, vague))
    assert np.linalg.norm(doubtful) < 0.3 * np.linalg.norm(clear)


def test_a_foot_that_is_hardly_seen_is_held_for_the_middle_of_its_cell() -> None:
    view = view_from(60)
    cut, middle = frame(view, "c3"), np.array(view.cell_centre("c3"))
    seen = pointed(view, cut, middle + 3.0, middle + 3.0)
    vague = Ends(seen.foot, np.full(2, 400.0), seen.apex, seen.seat)
    assert np.abs(stance(view, "c3", HEIGHT, cut, vague).foot - middle).max() < 0.1


def test_an_upright_stack_is_only_moved() -> None:
    spots = np.array([[1.0, 2.0, 3.0], [-4.0, 0.0, 50.0]])
    assert upright((10.0, 20.0)).at(spots) == pytest.approx(np.add(spots, (10.0, 20.0, 0.0)))
