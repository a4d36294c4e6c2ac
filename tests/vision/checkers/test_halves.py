"""Halves of a backgammon board put together from what a network may paint of them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board.heat_maps import HeatMaps
from vision.checkers import halves
from vision.checkers.finder import _meant
from vision.checkers.halves import Half, _proposals, _unusual
from vision.geometry.half_board import DEEP, ROWS, USUAL_FOCAL
from vision.image import Floats

# The maps of a picture of 512 x 384.
MAP_SIZE, SHRINK = (128, 96), 0.25
LEFT = np.array([[40, 320], [230, 318], [228, 40], [42, 42]], float)
RIGHT = LEFT + np.array([220.0, 0.0])


def _map(spots: Floats, height: float = 0.9) -> NDArray[np.float32]:
    plane = np.zeros(MAP_SIZE[::-1], np.float32)
    v, u = np.mgrid[: MAP_SIZE[1], : MAP_SIZE[0]]
    for x, y in spots * SHRINK:
        np.maximum(plane, height * np.exp(-((u - x) ** 2 + (v - y) ** 2) / 4).astype(np.float32), out=plane)
    return plane


def heat_maps(rings: list[Floats], others: Floats) -> HeatMaps:
    """Maps of halves, and of corners besides."""
    surface = np.zeros(MAP_SIZE[::-1], np.float32)
    ends = [np.empty((0, 2))]
    for ring in rings:
        cv2.fillConvexPoly(surface, np.round(ring * SHRINK).astype(np.int32), 1.0)
        share = np.arange(ROWS + 1)[:, None] / ROWS
        ends += [ring[0] + share * (ring[1] - ring[0]), ring[3] + share * (ring[2] - ring[3])]
    corners = _map(np.concatenate([*rings, others]))
    to_map = np.array([[SHRINK, 0, 0], [0, SHRINK, 0]])
    return HeatMaps(corners, _map(np.concatenate(ends)), surface, np.zeros_like(surface), to_map)


def _same(ring: Floats, other: Floats) -> bool:
    """One ring of map pixels is another of the picture's, from either side."""
    return min(np.abs(ring / SHRINK - np.roll(other, 2 * k, axis=0)).max() for k in range(2)) < 8


def test_both_halves_are_proposed_first_and_no_tray_with_them() -> None:
    trays = np.array([[5, 320], [5, 42], [485, 320], [485, 42]], float)
    first, second = _proposals(heat_maps([LEFT, RIGHT], trays), (512, 384))[:2]
    assert {bool(_same(first, LEFT)), bool(_same(second, LEFT))} == {True, False}
    assert _same(first, RIGHT) or _same(second, RIGHT)


def test_a_half_with_a_hidden_corner_is_proposed_by_its_surface() -> None:
    maps = heat_maps([LEFT], np.empty((0, 2)))
    maps.corners[int(LEFT[2, 1] * SHRINK) - 5 : int(LEFT[2, 1] * SHRINK) + 6, int(LEFT[2, 0] * SHRINK) - 5 :] = 0
    assert _same(_proposals(maps, (512, 384))[0], LEFT)


def test_nothing_painted_is_no_half() -> None:
    assert _proposals(heat_maps([], np.empty((0, 2))), (512, 384)) == []


@pytest.mark.parametrize("lean", [0.0, 0.5, 0.9])
def test_half_a_board_looks_usual_before_a_usual_camera_however_it_leans(lean: float) -> None:
    size = 512, 384
    focal, field = USUAL_FOCAL * 512, np.array([[0, 0, 0], [ROWS, 0, 0], [ROWS, DEEP, 0], [0, DEEP, 0]]) - (3, 4.7, 0)
    turn = np.asarray(cv2.Rodrigues(np.array([lean + np.pi, 0.2, 0.1]))[0], float)
    seen = field @ turn.T + (0, 0, 20)
    ring = seen[:, :2] / seen[:, 2:] * focal + (255.5, 191.5)
    stretched = ring * (1.6, 1.0)
    usual, odd, turned = _unusual(np.array([ring, stretched, np.roll(ring, 1, axis=0)]), size)
    assert usual < 0.01
    assert min(odd, turned) > 1
    assert halves.P.unusual * turned > 0.1


def test_of_two_halves_the_one_is_meant_where_a_corner_was_said_to_be() -> None:
    plain, other = Half(LEFT, 1.7), Half(RIGHT, 1.4)
    assert _meant([plain, other], None) is plain
    assert _meant([plain, other], RIGHT[0] + np.array([10.0, 5.0])) is other
    assert _meant([plain, other], RIGHT[2]) is other
    assert _meant([plain], RIGHT[1] + np.array([60.0, 0.0])) is None
