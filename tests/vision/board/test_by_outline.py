"""Boards found by their outline."""

import cv2
import numpy as np
import pytest

from tests.vision.columns.test_turning import usual_view
from vision.board.by_outline import drawn_onto_edges, located_by_outline, nearest_turn
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.watching.column_watcher import BOARD

VIEW = usual_view()
WIDTH, HEIGHT = VIEW.camera.size
RING = VIEW.project(VIEW.ring)


def sheet() -> Image:
    picture = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    cv2.fillConvexPoly(picture, np.round(RING * 16).astype(np.int32), (120, 160, 190), cv2.LINE_AA, 4)
    noise = np.random.default_rng(0).integers(-6, 7, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def test_taps_are_drawn_onto_the_edges_of_the_card() -> None:
    off = np.random.default_rng(1).normal(0, 2.5, (4, 2))
    lab = np.asarray(cv2.cvtColor(sheet(), cv2.COLOR_BGR2LAB), np.float32)
    fine, clear = drawn_onto_edges(lab, RING + off, 10.0)
    assert np.linalg.norm(fine - RING, axis=1).max() < 1.5
    assert clear > 0.8


def test_a_tapped_board_needs_no_network() -> None:
    view = located_by_outline(sheet(), BOARD, corners=[(u + 3, v - 2) for u, v in RING.tolist()])
    assert isinstance(view, BoardView)
    assert np.linalg.norm(view.project(view.ring) - RING, axis=1).max() < 3
    turned = nearest_turn(view, (float(RING[2, 0]), float(RING[2, 1])))
    assert np.linalg.norm(turned.project(turned.ring)[0] - RING[2]) < 3


@pytest.mark.parametrize(
    ("picture", "key"),
    [
        (np.zeros((100, 100, 3), np.uint8), "vision.picture.small"),
        (np.zeros((480, 640), np.uint8), "vision.picture.format"),
    ],
)
def test_pictures_that_show_no_board_are_refused(picture: Image, key: str) -> None:
    with pytest.raises(VisionError) as refused:
        located_by_outline(picture, BOARD)
    assert refused.value.key == key
