"""Cameras: profiles and projection."""

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.saying import refused
from vision.geometry.camera import MANY, Camera

number = st.floats(-0.2, 0.2, allow_nan=False)


@given(st.floats(300, 3000), number, number, st.integers(100, 4000), st.integers(100, 4000))
def test_profile_survives_json(focal: float, k1: float, k2: float, width: int, height: int) -> None:
    camera = Camera(
        ((focal, 0.0, 1.0), (0.0, focal + 1, 2.0), (0.0, 0.0, 1.0)), (k1, k2, 0.0, 0.0, 0.0), (width, height)
    )
    assert Camera.from_json(camera.to_json()) == camera


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"matrix": [[1, 2], [3, 4]]}, "matrix"),
        ({"matrix": None}, "matrix"),
        ({"distortion": [0.1]}, "distortion"),
        ({"distortion": ["x", 1]}, "distortion"),
        ({"size": [0, 10]}, "size"),
        ({"size": [10]}, "size"),
    ],
)
def test_bad_profile_is_refused_by_name(change: dict[str, Any], word: str) -> None:
    profile = Camera.guess((640, 480)).to_json() | change
    with refused(word):
        Camera.from_json(profile)


def test_missing_part_of_profile_is_refused() -> None:
    profile = Camera.guess((640, 480)).to_json()
    del profile["size"]
    with refused("size"):
        Camera.from_json(profile)


def test_two_distortion_numbers_are_filled_up() -> None:
    profile = Camera.guess((640, 480)).to_json() | {"distortion": [0.1, -0.02]}
    assert Camera.from_json(profile).distortion == (0.1, -0.02, 0.0, 0.0, 0.0)


@given(st.floats(400, 2000), number)
def test_rays_point_back_to_where_points_were_seen(focal: float, k1: float) -> None:
    camera = Camera.guess((800, 600), focal, k1)
    half = np.array([320.0, 240.0]) / focal
    points = np.array([[x * half[0], y * half[1], 1.0] for x in (-0.6, 0.1, 0.6) for y in (-0.6, 0.2, 0.6)])
    rays = camera.rays(camera.project(points, np.zeros(3), np.zeros(3)))
    assert np.abs(rays / rays[:, 2:] - points).max() < 1e-4


@given(st.lists(number, min_size=5, max_size=5), st.lists(number, min_size=3, max_size=3), st.integers(0, 2**32))
def test_many_points_are_projected_as_opencv_does(lens: list[float], turn: list[float], seed: int) -> None:
    k1, k2, p1, p2, k3 = lens
    camera = Camera(((700.0, 0.0, 410.0), (0.0, 720.0, 290.0), (0.0, 0.0, 1.0)), (k1, k2, p1, p2, k3), (800, 600))
    points = np.random.default_rng(seed).uniform(-1, 1, (2 * MANY, 3))
    rotation, translation = np.array(turn), np.array([0.1, -0.2, 4.0])
    ours = camera.project(points, rotation, translation)
    theirs = cv2.projectPoints(points, rotation, translation, camera.k, camera.d)[0].reshape(-1, 2)
    assert np.abs(ours - theirs).max() < 1e-6
    assert np.abs(camera.project(points[: MANY - 1], rotation, translation) - ours[: MANY - 1]).max() < 1e-6


def test_resized_camera_sees_the_same_at_scale() -> None:
    camera = Camera.guess((800, 600), 700, -0.1)
    points = np.array([[0.1, -0.2, 1.0], [-0.3, 0.1, 1.2]])
    large = camera.resized((1600, 1200)).project(points, np.zeros(3), np.zeros(3))
    # Pixels are counted from the middle of the first one, which lies between two of the larger picture.
    assert np.allclose(large, 2 * camera.project(points, np.zeros(3), np.zeros(3)) + 0.5)
