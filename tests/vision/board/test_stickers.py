"""The board by stickers at its corners: when they are there, which way round, and when not to trust them."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from tests.vision.drawn_board import STYLES, Style, draw, view_from
from tests.vision.tables import RING, locate
from vision.board.stickers import DICTIONARY, GAP_MM, SIZE_MM, find_stickers, marker_corners, sticker_numbers
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image

NUMBERS = sticker_numbers(VOLCANO)

BARE = Style((150, 160, 165), (150, 160, 165), None, (150, 160, 165), 30)


def stick(image: Image, view: BoardView, numbers: Mapping[str, int]) -> Image:
    """Draw stickers, each with some marker's number, outside the corners of the grid."""
    scale = 4
    seen = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)

    def fill(x: float, y: float, width: float, height: float, grey: int) -> None:
        square = [(x, y, 0.0), (x + width, y, 0.0), (x + width, y - height, 0.0), (x, y - height, 0.0)]
        pixels = (view.project(np.array(square)) + 0.5) * scale - 0.5
        cv2.fillConvexPoly(seen, (16 * pixels).round().astype(np.int32), (grey, grey, grey), cv2.LINE_AA, 4)

    ring = dict(zip(RING, view.ring[:, :2], strict=True))
    for cell, number in numbers.items():
        bits = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(number, 6, borderBits=1)
        left, top = ring[cell] + marker_corners(cell, VOLCANO)[0]
        fill(left - GAP_MM, top + GAP_MM, SIZE_MM + 2 * GAP_MM, SIZE_MM + 2 * GAP_MM, 235)
        step = SIZE_MM / 6
        fill(left, top, SIZE_MM, SIZE_MM, 25)
        for row, column in np.argwhere(bits > 0):
            fill(left + column * step, top - row * step, step, step, 235)
    seen = cv2.resize(seen, image.shape[1::-1], interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(3).normal(0, 1.5, seen.shape)
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 0.6) + noise, 0, 255).astype(np.uint8)


def off(view: BoardView, truth: BoardView) -> float:
    """Worst corner in pixels, names as they are."""
    return max(float(np.hypot(*np.subtract(view.corners[name], truth.corners[name]))) for name in RING)


def only(*cells: str) -> dict[str, int]:
    return {cell: NUMBERS[cell] for cell in cells}


@pytest.mark.parametrize("azimuth", [15, 110, 200, -70])
def test_stickers_tell_where_the_board_is_and_which_way_round(azimuth: float) -> None:
    truth = view_from(azimuth, 60, 600, 1000, k1=-0.05)
    view = locate(stick(draw(truth, STYLES["green, white lines"]), truth, NUMBERS))
    assert off(view, truth) < 2
    assert view.pitch == pytest.approx(truth.pitch, abs=0.6)


@pytest.mark.parametrize("hidden", RING)
def test_three_stickers_are_enough_even_without_lines(hidden: str) -> None:
    truth = view_from(160, 65, 600, 1000)
    picture = stick(draw(truth, BARE), truth, only(*(cell for cell in RING if cell != hidden)))
    assert off(locate(picture), truth) < 5
    assert off(locate(picture, camera=truth.camera), truth) < 3


def test_a_known_lens_is_straightened() -> None:
    truth = view_from(95, 70, 560, 1000, k1=-0.15)
    found = find_stickers(stick(draw(truth, BARE), truth, NUMBERS), VOLCANO, truth.camera)
    assert found is not None
    assert np.abs(found.corners - np.array([truth.corners[name] for name in RING])).max() < 2


def test_two_stickers_are_too_few_and_none_of_others_count() -> None:
    truth = view_from(10, 65, 600, 1000)
    drawn = draw(truth, STYLES["green, white lines"])
    for numbers in (only("a1", "e5"), {**only("a1", "e5"), "e1": 7, "a5": 8}, {}):
        picture = stick(drawn, truth, numbers)
        assert find_stickers(picture, VOLCANO) is None
    assert off(locate(picture), truth) < 3


def test_stickers_on_the_wrong_corners_are_not_trusted() -> None:
    truth = view_from(10, 65, 600, 1000)
    drawn = draw(truth, STYLES["green, white lines"])
    swapped = {"a1": NUMBERS["e1"], "e1": NUMBERS["a1"], "e5": NUMBERS["e5"], "a5": NUMBERS["a5"]}
    picture = stick(drawn, truth, swapped)
    assert find_stickers(picture, VOLCANO) is None
    assert off(locate(picture), truth) < 3


def test_the_players_word_on_a1_counts_more_than_stickers() -> None:
    truth = view_from(20, 65, 600, 1000)
    picture = stick(draw(truth, STYLES["green, white lines"]), truth, NUMBERS)
    view = locate(picture, a1=truth.corners["e5"])
    assert np.hypot(*np.subtract(view.corners["a1"], truth.corners["e5"])) < 2


@pytest.mark.slow
@pytest.mark.parametrize("corner", RING[:2])
def test_stickers_keep_the_orientation_when_the_camera_is_carried_round_the_table(corner: str) -> None:
    """Whichever corner the players have called a1."""
    style = STYLES["green, white lines"]
    before, after = view_from(0, 65, 600, 1000), view_from(170, 60, 640, 1000)
    first = locate(stick(draw(before, style), before, NUMBERS), a1=before.corners[corner])
    again = locate(stick(draw(after, style), after, NUMBERS), previous=first)
    assert off(again, after.turned(RING.index(corner))) < 3
    assert again.pitch == first.pitch


def test_stickers_first_seen_in_the_middle_of_a_game_do_not_turn_the_board() -> None:
    style = STYLES["green, white lines"]
    before, after = view_from(0, 65, 600, 1000), view_from(8, 60, 640, 1000)
    first = locate(draw(before, style), a1=before.corners["e5"])
    again = locate(stick(draw(after, style), after, NUMBERS), previous=first)
    assert off(again, after.turned(2)) < 3


def test_a_large_picture_is_reduced_first_and_measured_whole() -> None:
    truth = view_from(30, 65, 600, 1000)
    picture = stick(draw(truth, BARE), truth, NUMBERS)
    large = np.asarray(cv2.resize(picture, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = find_stickers(large, VOLCANO, Camera.guess((2400, 1800), 2500))
    assert found is not None
    wanted = (np.array([truth.corners[name] for name in RING]) + 0.5) * 2.5 - 0.5
    assert np.abs(found.corners - wanted).max() < 3
