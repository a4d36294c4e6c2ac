"""Where the rows of half a backgammon board lie in a picture."""

import cv2
import numpy as np
import pytest

from vision.geometry.half_board import (
    DEEP,
    HEIGHT,
    POINTS,
    ROWS,
    SIDES,
    USUAL_FOCAL,
    WIDTH,
    PlacedHalfBoard,
    shrunk,
)

RING = np.array([[100.0, 400.0], [300.0, 400.0], [300.0, 86.7], [100.0, 86.7]])
BOARD = PlacedHalfBoard(RING, (640, 480))


def test_rows_lie_left_to_right_as_seen_from_the_near_side() -> None:
    lefts = [BOARD.quad(f"first.{row}")[0] for row in range(1, ROWS + 1)]
    assert np.allclose(lefts[0], RING[0])
    assert (np.diff([left[0] for left in lefts]) > 0).all()
    assert np.allclose(BOARD.quad("second.1")[0], RING[3])


def test_rows_that_face_each_other_meet_in_the_middle() -> None:
    assert np.allclose(BOARD.quad("first.4")[2:], BOARD.quad("second.4")[2:])


def test_a_turned_board_exchanges_the_sides() -> None:
    turned = BOARD.turned()
    assert np.allclose(turned.quad("first.1")[0], BOARD.quad("second.6")[1])
    assert turned.corners["near_left"] == BOARD.corners["far_right"]


def test_a_sides_crop_shows_it_as_its_player_sees_it() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    u, v = BOARD.project(np.array([[0.5, 0.5]]))[0]
    picture[round(v) - 4 : round(v) + 5, round(u) - 4 : round(u) + 5] = 255
    near, far = BOARD.crop(picture, "first"), BOARD.crop(picture, "second")
    assert near.shape == (HEIGHT, WIDTH, 3)
    row, column = (np.mean(axis) for axis in np.nonzero(near[..., 0] > 127))
    assert row > HEIGHT * 0.7
    assert column < WIDTH * 0.25
    assert not far.any()


def test_large_pictures_are_halved_before_crops_are_cut() -> None:
    large = BOARD.resized((2560, 1920))
    small, view = shrunk(np.zeros((1920, 2560, 3), np.uint8), large)
    assert small.shape[1] in (640, 1280)
    assert np.allclose(view.resized((640, 480)).ring, RING)


def test_there_are_twelve_rows() -> None:
    assert len(POINTS) == 12
    assert np.allclose(BOARD.project(np.array([[0.0, DEEP]]))[0], RING[3])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("lean", "turn"), [(0.0, 0.0), (0.4, 0.1), (0.8, -0.3)])
def test_what_stands_on_a_side_leans_as_told(side: str, lean: float, turn: float) -> None:
    """Tops a third of a point's width above a field, seen by a usual camera, against their feet in the crop."""
    focal, high = USUAL_FOCAL * 640, 0.3
    camera = np.array([[focal, 0, 319.5], [0, focal, 239.5], [0, 0, 1.0]])
    axes = np.asarray(cv2.Rodrigues(np.array([lean + np.pi, turn, 0.05]))[0], float)

    def seen(spots: np.ndarray) -> np.ndarray:
        placed = (spots - np.array([ROWS / 2, DEEP / 2, 0])) @ axes.T + np.array([0, 0, 17.0])
        return np.asarray((placed @ camera.T)[:, :2] / placed[:, 2:])

    field = np.array([[0, 0, 0], [ROWS, 0, 0], [ROWS, DEEP, 0], [0, DEEP, 0.0]])
    board = PlacedHalfBoard(seen(field), (640, 480))
    y = 1.5 if side == SIDES[0] else DEEP - 1.5
    spots = np.array([[x, y, 0.0] for x in (0.5, 3.0, 5.5)])
    feet, tops = (
        cv2.perspectiveTransform(seen(at)[:, None], board.crop_map(side))[:, 0]
        for at in (spots, spots + np.array([0, 0, high]))
    )
    leans = board.leans(side)
    for foot, top in zip(feet, tops, strict=True):
        told = leans[round(foot[1]), round(foot[0])] * high * 48
        assert np.abs(top - foot - told).max() < 1.0
