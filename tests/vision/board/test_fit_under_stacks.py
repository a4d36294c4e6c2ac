"""A board is put under the feet of its stacks, and under a table that is known."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import often
from tests.vision.board.test_boards_without_lines import VIEWS, picture
from tests.vision.board.test_boards_without_lines import off as off_by_cells
from tests.vision.stacks.test_heights import pointed_at
from tests.vision.tables import CELLS, RING, setup_grid, view_from
from vision.board.fit_under_stacks import PointedEnds, put_under_feet, put_under_table, put_within_walls
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.stacks.crops import frame
from vision.stacks.feet_and_apexes import Ends, NormalMixture
from vision.tracking.looney_set import BlockadeTracker


def apart(one: BoardView, other: BoardView) -> float:
    """Pixels between the worst of the corners."""
    return max(float(np.hypot(*np.subtract(one.corners[name], other.corners[name]))) for name in RING)


def off(view: BoardView, rng: np.random.Generator, amount: float = 1.0) -> BoardView:
    turn = cv2.Rodrigues(rng.normal(0, 0.02 * amount, 3))[0]
    rx, ry, rz = cv2.Rodrigues(turn @ view.matrix)[0].ravel().tolist()
    tx, ty, tz = (np.array(view.translation) + rng.normal(0, 1.5 * amount, 3)).tolist()
    return replace(view, rotation=(rx, ry, rz), translation=(tx, ty, tz), lined=False)


def seen(truth: BoardView, found: BoardView, rng: np.random.Generator) -> list[Ends]:
    ends = []
    for cell in CELLS:
        cut = frame(found, cell)
        foot = truth.project(np.array([[*truth.cell_centre(cell), 0.0]]))[0]
        spot = cut.to_crop[:, :2] @ foot + cut.to_crop[:, 2] + rng.normal(0, 0.5, 2)
        apex = NormalMixture(np.ones(1), spot[None], np.ones((1, 2)))
        seat = NormalMixture(np.ones(1), np.array([[*spot, 0.0]]), np.ones((1, 3)))
        ends.append(Ends(spot, np.full(2, 0.25), apex, seat))
    return ends


@given(st.floats(40, 85), st.floats(-180, 180), st.integers(0, 1000), st.booleans())
@settings(max_examples=often(20))
def test_a_rough_view_comes_to_lie_under_the_feet(elevation: float, azimuth: float, seed: int, measured: bool) -> None:
    rng = np.random.default_rng(seed)
    truth = view_from(elevation, azimuth)
    rough = off(truth, rng)
    found, gain = put_under_feet(
        rough, PointedEnds(CELLS, [frame(rough, cell) for cell in CELLS], seen(truth, rough, rng)), measured=measured
    )
    assert apart(found, truth) < 2.5
    assert not found.lined
    assert gain >= 0
    if measured:
        assert found.camera == truth.camera


def test_feet_speak_against_a_view_that_is_not_over_them() -> None:
    rng = np.random.default_rng(6)
    truth = view_from(60)
    frames = [frame(truth, cell) for cell in CELLS]
    _, right = put_under_feet(truth, PointedEnds(CELLS, frames, seen(truth, truth, rng)), measured=True)
    rough = off(truth, rng)
    _, askew = put_under_feet(
        rough, PointedEnds(CELLS, [frame(rough, cell) for cell in CELLS], seen(truth, rough, rng)), measured=True
    )
    assert right < 6
    assert askew > right + 6


@pytest.mark.parametrize("elevation", [45, 60, 75])
@pytest.mark.parametrize("height", [0.0, 2.5, 4.0])
def test_a_floor_between_walls_is_found(height: float, elevation: float) -> None:
    rng = np.random.default_rng(7)
    floor = view_from(elevation)
    lines = replace(floor.lowered(-height), walls=0.0)
    frames = [frame(lines, cell) for cell in CELLS]
    found = put_within_walls(lines, PointedEnds(CELLS, frames, seen(floor, lines, rng)))
    assert found.walls == pytest.approx(height, abs=0.8)
    assert apart(found, floor) < 2
    assert found.lined


def test_a_foot_of_something_else_is_left_out_of_account() -> None:
    rng = np.random.default_rng(4)
    truth = view_from(60)
    rough = off(truth, rng)
    ends = seen(truth, rough, rng)
    ends[7] = replace(ends[7], foot=ends[7].foot + 25.0)
    found, _ = put_under_feet(rough, PointedEnds(CELLS, [frame(rough, cell) for cell in CELLS], ends), measured=True)
    assert apart(found, truth) < 3


def test_a_measured_camera_keeps_its_profile() -> None:
    rng = np.random.default_rng(5)
    matrix = ((980.0, 0.0, 470.0), (0.0, 985.0, 366.0), (0.0, 0.0, 1.0))
    profile = Camera(matrix, (-0.1, 0.02, 0.0, 0.0, 0.0), (960, 720))
    truth = replace(view_from(60), camera=profile)
    rough = off(truth, rng)
    found, _ = put_under_feet(
        rough, PointedEnds(CELLS, [frame(rough, cell) for cell in CELLS], seen(truth, rough, rng)), measured=True
    )
    assert found.camera is profile


def pointed(truth: BoardView, found: BoardView, grid: dict[str, str], rng: np.random.Generator) -> list[Ends]:
    """The ends of a known table of a rise of 8 mm, and a second place for each apex."""
    frames = [frame(found, cell) for cell in CELLS]
    ends = []
    for end in pointed_at(truth, frames, grid, 8.0, rng):
        places = end.apex.middles + np.array([[0.0, 0.0], [0.0, 30.0]])
        ends.append(replace(end, apex=NormalMixture(np.array([0.7, 0.3]), places, np.ones((2, 2)))))
    return ends


@given(st.floats(45, 75), st.floats(-180, 180), st.floats(0.85, 1.18), st.floats(0.92, 1.09), st.integers(0, 1000))
@settings(max_examples=often(20))
def test_a_known_table_tells_lens_and_pitch(
    elevation: float, azimuth: float, longer: float, wider: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    truth, grid = view_from(elevation, azimuth), setup_grid()
    rough = off(truth.refocused(longer).with_pitch(truth.pitch * wider), rng, 0.3)
    frames = [frame(rough, cell) for cell in CELLS]
    found = put_under_table(rough, PointedEnds(CELLS, frames, pointed(truth, rough, grid, rng)), grid, measured=False)
    assert apart(found, truth) < 2.5
    assert abs(np.log(found.camera.focal / truth.camera.focal)) < 0.6 * abs(np.log(longer)) + 0.03
    assert abs(np.log(found.pitch / truth.pitch)) < 0.6 * abs(np.log(wider)) + 0.05


def test_seats_alone_tell_lens_and_pitch_where_no_apex_is_made_out() -> None:
    rng = np.random.default_rng(7)
    truth, grid = view_from(60), setup_grid()
    rough = off(truth.refocused(1.15).with_pitch(truth.pitch * 1.06), rng, 0.3)
    frames = [frame(rough, cell) for cell in CELLS]
    vague = [
        replace(end, apex=replace(end.apex, variances=np.full((2, 2), 900.0)))
        for end in pointed(truth, rough, grid, rng)
    ]
    found = put_under_table(rough, PointedEnds(CELLS, frames, vague), grid, measured=False)
    assert abs(np.log(found.camera.focal / truth.camera.focal)) < 0.5 * np.log(1.15)
    assert abs(np.log(found.pitch / truth.pitch)) < 0.5 * np.log(1.06)


def test_a_known_table_leaves_a_measured_camera_as_it_is_and_odd_ends_out_of_account() -> None:
    rng = np.random.default_rng(6)
    truth, grid = view_from(60), setup_grid()
    rough = off(truth.with_pitch(truth.pitch * 1.05), rng, 0.3)
    frames = [frame(rough, cell) for cell in CELLS]
    ends = pointed(truth, rough, grid, rng)
    ends[3] = replace(ends[3], apex=replace(ends[3].apex, middles=ends[3].apex.middles + 40.0))
    ends[8] = replace(ends[8], seat=replace(ends[8].seat, middles=ends[8].seat.middles + 40.0))
    found = put_under_table(rough, PointedEnds(CELLS, frames, ends), {**grid, "c3": ""}, measured=True)
    assert found.camera == truth.camera
    assert apart(found, truth) < 2.5
    assert found.pitch == pytest.approx(truth.pitch, rel=0.04)


@pytest.mark.parametrize("place", VIEWS)
def test_a_watched_board_without_lines_lies_where_its_stacks_stand(place: str) -> None:
    truth = view_from(*VIEWS[place])
    view = BlockadeTracker(picture(truth, "no frame")).view
    assert not view.lined
    assert off_by_cells(view, truth) < 0.06


@pytest.mark.slow
def test_a_board_without_lines_is_seen_anew_once_its_set_up_is_known() -> None:
    truth = view_from(*VIEWS["middling"])
    image = picture(truth, "no frame")
    tracker = BlockadeTracker(image, a1=truth.corners["a1"])
    found = tracker.view
    tracker.learn(tracker.look(image), setup_grid())
    assert tracker.view is not found
    assert off_by_cells(tracker.view, truth) < 0.06
    known = setup_grid()
    again = tracker.look(image)
    for cell in CELLS:
        one_more = known[cell] + known[cell][-2:]
        same, more = again.log_likelihoods(cell, [known[cell], one_more]) if len(one_more) < 14 else (0.0, -1.0)
        assert same > more
