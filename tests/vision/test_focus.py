"""The focal length of a camera that looks steeply down, told by the pieces."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.tables.looney_blockade import on_its_large
from tests.vision.tables import rendered_tables, view_from
from vision import watch
from vision.board_view import BoardView
from vision.focus import focused, looks_steeply
from vision.locate import locate

ABOVE = view_from(84)


@given(st.floats(72, 88), st.floats(-180, 180), st.floats(0.75, 1.3))
def test_from_above_a_board_looks_alike_by_another_lens(elevation: float, azimuth: float, factor: float) -> None:
    view = view_from(elevation, azimuth)
    other = view.refocused(factor)
    assert other.camera.focal == pytest.approx(factor * view.camera.focal)
    assert np.abs(np.array(list(other.corners.values())) - list(view.corners.values())).max() < 5
    assert other.camera_centre[2] == pytest.approx(factor * view.camera_centre[2], rel=0.05)


def lens(view: BoardView) -> float:
    return float(np.log(view.camera.focal / ABOVE.camera.focal))


@pytest.mark.parametrize("right", [-0.4, -0.1, 0.1, 0.2])
def test_the_lens_that_surprises_least_is_taken(right: float) -> None:
    found = focused(ABOVE, lambda view: 2 + 400 * (lens(view) - right) ** 2)
    assert lens(found) == pytest.approx(max(right, -0.2))


def test_a_lens_that_explains_little_more_is_not_taken() -> None:
    assert focused(ABOVE, lambda view: 2 - lens(view)) is ABOVE


def test_what_does_not_surprise_is_left_alone() -> None:
    seen: list[BoardView] = []
    assert focused(ABOVE, lambda view: seen.append(view) or 0.1) is ABOVE
    assert seen == [ABOVE]


def test_only_steep_views_hide_the_lens() -> None:
    assert looks_steeply(ABOVE) and not looks_steeply(view_from(60))


def test_a_table_seen_from_above_tells_a_lens_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(table for table in rendered_tables() if table.name == "easy_02")
    wrong = locate(table.image).refocused(0.8)
    monkeypatch.setattr(watch, "locate", lambda *args, **more: wrong)
    right = table.camera.focal
    blind = watch.VolcanoWatcher(table.image)
    told = watch.VolcanoWatcher(table.image, may_stand=on_its_large)
    assert blind.view is wrong
    assert abs(np.log(told.view.camera.focal / right)) < abs(np.log(wrong.camera.focal / right)) - 0.05
