"""Level planes of a picture of a board."""

import cv2
import numpy as np
import pytest

from tests.vision.columns.test_turning import usual_view
from vision.columns.sweep import (
    ACROSS,
    AROUND,
    CUBE,
    LEVELS,
    PER_CELL,
    PlaneSweep,
    as_input,
    mirrored,
    quarter_turned,
    swept,
)


@pytest.mark.parametrize("height", [0, 2, 7])
def test_a_top_lies_square_in_the_plane_of_its_height(height: int) -> None:
    view = usual_view()
    width, high = view.camera.size
    picture = np.zeros((high, width, 3), np.uint8)
    ring = np.array([[3, 6], [4, 6], [4, 7], [3, 7]], float)
    top = np.column_stack([ring, np.full(4, height * CUBE)]) * view.pitch
    cv2.fillConvexPoly(picture, np.round(view.project(top)).astype(np.int32), (0, 200, 250))
    sweep = swept(picture, view)
    bright = sweep.planes[..., 1].reshape(LEVELS, ACROSS, PER_CELL, ACROSS, PER_CELL).mean(axis=(2, 4))
    level, x, y = np.unravel_index(int(bright.argmax()), bright.shape)
    assert (level, x - AROUND, y - AROUND) == (height, 3, 6)
    assert bright.max() > 150


def test_leans_point_from_the_eye() -> None:
    view = usual_view()
    sweep = swept(np.zeros((view.camera.size[1], view.camera.size[0], 3), np.uint8), view)
    eye = view.camera_centre / view.pitch
    x, y = 5 + 0.5 - AROUND, 9 + 0.5 - AROUND
    expected = (np.array([x, y]) - eye[:2]) / eye[2]
    assert np.allclose(sweep.leans[:, 0, 5, 9], np.clip(expected, -3, 3), atol=1e-5)
    assert as_input(sweep.planes).shape == (3, LEVELS, ACROSS * PER_CELL, ACROSS * PER_CELL)


def test_a_mirror_image_turns_the_other_way() -> None:
    rng = np.random.default_rng(3)
    planes = rng.integers(0, 256, (LEVELS, ACROSS * PER_CELL, ACROSS * PER_CELL, 3), np.uint8)
    sweep = PlaneSweep(planes, rng.standard_normal((2, LEVELS, ACROSS, ACROSS), np.float32))
    one, other = mirrored(quarter_turned(sweep, 1)), quarter_turned(mirrored(sweep), 3)
    assert np.array_equal(one.planes, other.planes) and np.array_equal(one.leans, other.leans)
    again = mirrored(mirrored(sweep))
    assert np.array_equal(again.planes, planes) and np.array_equal(again.leans, sweep.leans)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_turned_planes_are_those_of_the_turned_board(quarter: int) -> None:
    view = usual_view()
    width, high = view.camera.size
    blobs = np.random.default_rng(5).integers(0, 256, (high // 40, width // 40, 3)).astype(np.uint8)
    picture = np.asarray(cv2.resize(blobs, (width, high), interpolation=cv2.INTER_LINEAR), np.uint8)
    turned, wanted = quarter_turned(swept(picture, view), quarter), swept(picture, view.turned(-quarter))
    assert np.abs(turned.planes.astype(int) - wanted.planes).mean() < 0.5
    assert np.allclose(turned.leans, wanted.leans, atol=1e-5)
