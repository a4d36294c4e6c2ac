"""The view of a board: frames, corners, turning."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.saying import refused
from tests.vision.drawn_board import view_from
from tests.vision.tables import RING
from vision.geometry.board_view import BoardView

views = st.builds(
    view_from,
    st.floats(-180, 180),
    st.floats(35, 85),
    st.floats(300, 700),
    st.floats(600, 1500),
    pitch=st.floats(26, 40),
)


@given(views, st.integers(-4, 8))
def test_turning_renames_the_corners(view: BoardView, quarter: int) -> None:
    turned = view.turned(quarter)
    for index, name in enumerate(RING):
        assert np.allclose(turned.corners[name], view.corners[RING[(index + quarter) % 4]], atol=1e-6)


@given(views, st.integers(0, 3))
def test_turning_back_is_the_same_view(view: BoardView, quarter: int) -> None:
    back = view.turned(quarter).turned(-quarter)
    assert np.allclose(back.translation, view.translation) and np.allclose(back.matrix, view.matrix, atol=1e-6)


@given(views)
def test_seen_from_above_the_corners_go_counter_clockwise(view: BoardView) -> None:
    (u0, v0), (u1, v1), _, (u3, v3) = (view.corners[name] for name in RING)
    assert (u1 - u0) * (v3 - v0) - (v1 - v0) * (u3 - u0) < 0


@given(views)
def test_the_camera_centre_projects_from_everywhere(view: BoardView) -> None:
    point = np.array([40.0, 60.0, 20.0])
    between = point + 0.3 * (view.camera_centre - point)
    assert np.allclose(view.project(point[None]), view.project(between[None]), atol=1e-3)


@given(views, st.floats(0, 60))
def test_pixels_are_found_back_on_the_board(view: BoardView, height: float) -> None:
    points = np.array([[30.0, 40.0, height], [100.0, 20.0, height]])
    assert np.allclose(view.on_board(view.project(points), height), points[:, :2], atol=1e-3)


def test_cell_centres() -> None:
    view = view_from(0, 60, 500, 1000, pitch=30)
    assert view.cell_centre("a1") == (15.0, 15.0)
    assert view.cell_centre("d2") == (105.0, 45.0)
    with refused("f1"):
        view.cell_centre("f1")


@given(views, st.floats(26, 40))
def test_another_pitch_shows_the_same_picture(view: BoardView, pitch: float) -> None:
    other = view.with_pitch(pitch)
    for name in RING:
        assert np.allclose(other.corners[name], view.corners[name], atol=1e-6)


@given(views)
def test_views_survive_json(view: BoardView) -> None:
    kept = BoardView.from_json(view.lowered(2.0).to_json())
    assert kept.corners == view.lowered(2.0).corners
    assert kept.walls == 2


@given(views, st.floats(0, 6))
def test_a_lower_floor_lies_straight_below(view: BoardView, height: float) -> None:
    ring = view.ring - [0, 0, height]
    assert np.allclose(list(view.lowered(height).corners.values()), view.project(ring), atol=1e-6)


def test_a_broken_view_is_refused() -> None:
    data = view_from(0, 60, 500, 1000).to_json()
    del data["rotation"]
    with refused("rotation"):
        BoardView.from_json(data)
