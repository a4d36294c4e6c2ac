"""Telling by the print of a mask which way a turntable stands."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from tests.vision.columns.test_turning import usual_view
from vision.columns.print_turning import BoardPrint, behind
from vision.geometry.board_view import BoardView
from vision.image import Image

RING = {f"{x},{y}" for x in range(1, 9) for y in range(1, 9)}
"""Looks alike from all four sides."""


def drawn(view: BoardView, columns: Mapping[str, str], light: float = 1.0) -> Image:
    """A board with a mask that has a word and an arrow in its margin, and columns of cubes."""
    width, height = view.camera.size

    def spots(*points: tuple[float, float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.round(view.project(np.array(points) * view.pitch)).astype(np.int32)

    picture: Image = np.full((height, width, 3), (60, 90, 70), np.uint8)
    cv2.fillConvexPoly(picture, spots((0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)), (120, 165, 205))
    cv2.fillConvexPoly(picture, spots((1, 1, 0), (9, 1, 0), (9, 9, 0), (1, 9, 0)), (74, 70, 68))
    for number in range(5):
        at = 1.2 + number * 0.7
        cv2.fillConvexPoly(picture, spots((at, 0.2, 0), (at + 0.4, 0.2, 0), (at + 0.2, 0.8, 0)), (30, 30, 30))
    cv2.fillConvexPoly(picture, spots((9.2, 6, 0), (9.8, 6, 0), (9.5, 8, 0)), (40, 40, 180))
    for cell, column in columns.items():
        x, y = (int(part) for part in cell.split(","))
        ends = [(x + i, y + j, z) for i in (0, 1) for j in (0, 1) for z in (0, len(column))]
        cv2.fillConvexPoly(picture, cv2.convexHull(spots(*ends)), (50, 200, 240))
    noisy = picture * light + np.random.default_rng(3).normal(0, 4, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("columns", [{}, {"4,4": "RRR", "1,1": "YY", "8,2": "BBBB", "6,7": "G"}])
def test_the_print_tells_which_way_a_board_stands_whose_mask_does_not(quarter: int, columns: dict[str, str]) -> None:
    view = usual_view()
    known = BoardPrint(drawn(view, {}), view)
    seen = known.alike(drawn(view, columns, 0.7), view.turned(quarter), columns)
    assert int(seen.argmax()) == (4 - quarter) % 4
    assert seen.max() - np.sort(seen)[-2] > 0.05


def test_a_pose_that_is_some_tenths_of_a_square_off_does_not_matter() -> None:
    view = usual_view()
    known = BoardPrint(drawn(view, {}), view)
    off = view.lowered(-4.0)
    assert known.alike(drawn(view, {}), off, {}).argmax() == 0


def test_what_columns_hide_is_left_out() -> None:
    view = usual_view()
    hidden = behind({"5,5": "RRRR"}, view)
    eye = (view.camera_centre / view.pitch)[:2]
    away = np.array([5.5, 5.5]) + 1.5 * (np.array([5.5, 5.5]) - eye) / np.linalg.norm(np.array([5.5, 5.5]) - eye)
    there, opposite = ((np.array(spot) + 0.25) * 14 for spot in (away, 11 - away))
    assert hidden[tuple(there.astype(int))]
    assert not hidden[tuple(opposite.astype(int))]
