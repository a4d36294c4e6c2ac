"""Telling by the colours of a bare board's squares which of them a mask leaves open."""

import warnings

import cv2
import numpy as np
import pytest

from tests.vision.columns.test_turning import usual_view
from vision.columns.square_colours import agreeing, square_colours
from vision.geometry.board_view import BoardView
from vision.image import Image

TOWER = {f"{x},{y}" for x in range(3, 7) for y in range(3, 8)}
CORNER = {f"{x},{y}" for x in range(1, 7) for y in range(1, 9) if x < 4 or y > 5}


def drawn(view: BoardView, opened: set[str], inks: tuple[int, int, int] = (120, 165, 205)) -> Image:
    """A bare board in uneven light, its open squares dark, a word printed on the mask."""
    width, height = view.camera.size
    picture: Image = np.full((height, width, 3), (60, 90, 70), np.uint8)
    for x in range(10):
        for y in range(10):
            colour = (74, 70, 68) if f"{x},{y}" in opened else inks
            ring = np.array([[x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]]) * view.pitch
            cv2.fillConvexPoly(picture, np.round(view.project(ring)).astype(np.int32), colour)
    at = view.project(np.array([[1.0, 0.8, 0.0]]) * view.pitch)[0]
    cv2.putText(picture, "MASK", (int(at[0]), int(at[1])), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 30), 2)
    light = np.linspace(0.7, 1.1, width)[None, :, None]
    noisy = picture * light + np.random.default_rng(7).normal(0, 4, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("quarter", range(4))
def test_a_bare_board_agrees_with_its_own_mask_and_tells_how_it_stands(quarter: int) -> None:
    view = usual_view()
    colours = square_colours(drawn(view, CORNER), view.turned(quarter))
    counts = agreeing(colours, CORNER)
    assert max(counts) >= 97
    assert int(np.argmax(counts)) == (4 - quarter) % 4
    assert max(agreeing(colours, TOWER)) < 85


def test_a_mask_whose_colours_differ_little_is_told_all_the_same() -> None:
    view = usual_view()
    colours = square_colours(drawn(view, TOWER, (95, 96, 100)), view)
    assert max(agreeing(colours, TOWER)) >= 90
    assert max(agreeing(colours, CORNER)) < 85


def test_a_mask_that_leaves_nothing_open_agrees_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert agreeing(np.zeros((10, 10, 6)), ()) == [100] * 4


def test_squares_on_which_something_stands_are_left_out() -> None:
    view = usual_view()
    colours, bare = square_colours(drawn(view, CORNER), view), np.ones((10, 10), bool)
    bare[1:4, 2:7] = False
    colours[~bare] = 30.0
    counts = agreeing(colours, CORNER, bare)
    assert counts[0] == bare.sum()
    assert max(counts[1:]) < 0.85 * bare.sum()
    assert max(agreeing(colours, TOWER, bare)) < 0.85 * bare.sum()
