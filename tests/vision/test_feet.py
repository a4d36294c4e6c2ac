"""A board without lines is put under the feet of its stacks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tables import view_from
from tests.vision.test_boards_without_lines import VIEWS, picture
from tests.vision.test_boards_without_lines import off as off_by_cells
from vision.board_view import RING, BoardView
from vision.camera import Camera
from vision.crops import frame
from vision.ends import Ends
from vision.feet import put_under_feet
from vision.look import CELLS
from vision.watch import VolcanoWatcher


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
        ends.append(Ends(spot, np.full(2, 0.25), np.ones(1), spot[None], np.ones((1, 2))))
    return ends


@given(st.floats(40, 85), st.floats(-180, 180), st.integers(0, 1000), st.booleans())
@settings(max_examples=20, deadline=None)
def test_a_rough_view_comes_to_lie_under_the_feet(elevation: float, azimuth: float, seed: int, measured: bool) -> None:
    rng = np.random.default_rng(seed)
    truth = view_from(elevation, azimuth)
    rough = off(truth, rng)
    found = put_under_feet(rough, [frame(rough, cell) for cell in CELLS], seen(truth, rough, rng), measured=measured)
    assert apart(found, truth) < 2.5
    assert not found.lined
    if measured:
        assert found.camera == truth.camera


def test_a_foot_of_something_else_is_left_out_of_account() -> None:
    rng = np.random.default_rng(4)
    truth = view_from(60)
    rough = off(truth, rng)
    ends = seen(truth, rough, rng)
    ends[7] = replace(ends[7], foot=ends[7].foot + 25.0)
    found = put_under_feet(rough, [frame(rough, cell) for cell in CELLS], ends, measured=True)
    assert apart(found, truth) < 3


def test_a_measured_camera_keeps_its_profile() -> None:
    rng = np.random.default_rng(5)
    matrix = ((980.0, 0.0, 470.0), (0.0, 985.0, 366.0), (0.0, 0.0, 1.0))
    profile = Camera(matrix, (-0.1, 0.02, 0.0, 0.0, 0.0), (960, 720))
    truth = replace(view_from(60), camera=profile)
    rough = off(truth, rng)
    found = put_under_feet(rough, [frame(rough, cell) for cell in CELLS], seen(truth, rough, rng), measured=True)
    assert found.camera is profile


@pytest.mark.parametrize("place", VIEWS)
def test_a_watched_board_without_lines_lies_where_its_stacks_stand(place: str) -> None:
    truth = view_from(*VIEWS[place])
    view = VolcanoWatcher(picture(truth, "no frame")).view
    assert not view.lined
    assert off_by_cells(view, truth) < 0.06
