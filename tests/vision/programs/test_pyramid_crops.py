"""Crops about places of the table, seen as if from above."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.programs.pyramid_crops import REACH, SIDE, cut_pyramids, halved, leans, scales, upwards


def test_a_crop_shows_its_place_in_the_middle_the_ranks_going_up() -> None:
    view = usual_ball_view(azimuth=30.0, oblique=30.0)
    place = np.array([[3.5, 4.5]])
    width, height = view.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    for channel, spot in enumerate(([3.5, 4.5], [3.5, 5.3], [4.3, 4.5])):
        u, v = np.round(view.project(np.array([[*np.array(spot) * view.pitch, 0.0]]))[0]).astype(int)
        picture[v - 2 : v + 3, u - 2 : u + 3, channel] = 255
    (crop,) = cut_pyramids(picture, view, place, np.zeros(1))
    middle, up, right = (np.argwhere(crop[..., channel] > 100).mean(axis=0) for channel in range(3))
    far = 0.8 / (2 * REACH) * SIDE
    assert np.allclose(middle, (SIDE - 1) / 2, atol=1.5)
    assert np.allclose(up - middle, [-far, 0], atol=1.5)
    assert np.allclose(right - middle, [0, far], atol=1.5)


def test_a_turned_crop_turns_what_it_shows() -> None:
    view = usual_ball_view(oblique=20.0)
    width, height = view.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    u, v = np.round(view.project(np.array([[4.3 * view.pitch, 4.5 * view.pitch, 0.0]]))[0]).astype(int)
    picture[v - 2 : v + 3, u - 2 : u + 3] = 255
    (crop,) = cut_pyramids(picture, view, np.array([[3.5, 4.5]]), np.array([np.pi / 2]))
    row, column, _ = np.argwhere(crop > 100).mean(axis=0)
    assert row < SIDE / 2 - 8
    assert column == pytest.approx((SIDE - 1) / 2, abs=1.5)


def test_large_pictures_are_made_smaller_first() -> None:
    view = usual_ball_view(size=(2560, 1920))
    picture, near = halved(np.zeros((1920, 2560, 3), np.uint8), view)
    assert picture.shape[1::-1] == near.camera.size
    assert scales(near, np.array([[3.5, 4.0]]))[0] <= 48


def test_turned_upwards_the_camera_is_below() -> None:
    view = usual_ball_view(azimuth=70.0, oblique=40.0)
    places = np.array([[3.5, 4.0], [0.5, -3.0]])
    lean = leans(view, places, upwards(view, places))
    assert np.allclose(lean[:, 0], 0, atol=1e-9)
    assert (lean[:, 1] < -0.3).all()
