"""Boards found by their whole pose."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.training.scenes.column_tables import drawn
from tests.vision.columns.test_turning import usual_view
from vision.board.by_pose import P, located_by_pose, nearest_turn, parameters_of
from vision.errors import VisionError
from vision.image import Image
from vision.tracking.column_tracker import BOARD

VIEW = usual_view()
WIDTH, HEIGHT = VIEW.camera.size
RING = VIEW.project(VIEW.ring)


def lined(cells: int) -> Image:
    """A grid of so many cells, black on grey."""
    picture = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    for at in np.linspace(100, 400, cells + 1).round().astype(int).tolist():
        cv2.line(picture, (at + 70, 100), (at + 70, 400), (20, 20, 20), 2)
        cv2.line(picture, (170, at), (470, at), (20, 20, 20), 2)
    return picture


def test_tapped_corners_stay_where_they_were_tapped() -> None:
    # Printed edges a tenth of a square within the corners draw nothing to them.
    picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    inner = VIEW.project(np.array([[2, 2, 0], [198, 2, 0], [198, 198, 0], [2, 198, 0]], float))
    cv2.polylines(picture, [np.round(inner).astype(np.int32)], True, (250, 250, 250), 2)
    view = located_by_pose(picture, BOARD, corners=[(u, v) for u, v in RING.tolist()]).view
    assert np.linalg.norm(view.project(view.ring) - RING, axis=1).max() < 1
    turned = nearest_turn(view, (float(RING[2, 0]), float(RING[2, 1])))
    assert np.linalg.norm(turned.project(turned.ring)[0] - RING[2]) < 1


def test_another_focal_length_is_borne_out_less_by_tapped_corners() -> None:
    placed = located_by_pose(lined(3), BOARD, corners=[(u, v) for u, v in RING.tolist()])
    assert placed.cost(placed.view.refocused(1.3)) > placed.cost(placed.view) + 2


def test_parameters_are_those_of_the_view_in_pitches() -> None:
    x, y, z = VIEW.translation
    known = replace(VIEW, translation=(2 * x, 2 * y, 2 * z), pitch=2 * VIEW.pitch)
    assert np.allclose(parameters_of(known), parameters_of(VIEW))


def test_a_board_that_lies_still_keeps_its_view() -> None:
    image, told = drawn(81, (640, 480))
    first = located_by_pose(image, BOARD).view
    noise = np.random.default_rng(0).integers(-9, 10, image.shape)
    again = np.asarray(np.clip(image.astype(int) + noise, 0, 255), np.uint8)
    assert located_by_pose(again, BOARD, camera=first.camera, previous=first).view.rotation == first.rotation
    turned = np.ascontiguousarray(image[::-1, ::-1])
    moved = located_by_pose(turned, BOARD, camera=first.camera, previous=first).view
    corners = np.subtract((639, 479), np.array(list(told["corners"].values())))
    seen = moved.project(moved.ring)
    assert min(np.linalg.norm(np.roll(seen, k, axis=0) - corners, axis=1).max() for k in range(4)) < 8


@pytest.mark.parametrize(
    ("picture", "key"),
    [
        (np.zeros((100, 100, 3), np.uint8), "vision.picture.small"),
        (np.zeros((480, 640), np.uint8), "vision.picture.format"),
    ],
)
def test_pictures_that_show_no_board_are_refused(picture: Image, key: str) -> None:
    with pytest.raises(VisionError) as refused:
        located_by_pose(picture, BOARD)
    assert refused.value.key == key


@pytest.mark.parametrize("cells", [3, 5, 8])
def test_grids_of_other_sizes_are_no_board(cells: int) -> None:
    with pytest.raises(VisionError, match=r"board\.none|board\.cut_off"):
        located_by_pose(lined(cells), BOARD)


def test_corners_that_no_board_has_are_refused() -> None:
    crossed = [(100.0, 100.0), (400.0, 400.0), (400.0, 100.0), (100.0, 400.0)]
    for corners in (crossed, crossed[:3]):
        with pytest.raises(VisionError):
            located_by_pose(lined(3), BOARD, corners=corners)


def test_a_hand_over_a_board_that_lies_still_ends_no_look() -> None:
    image, _ = drawn(81, (640, 480))
    first = located_by_pose(image, BOARD).view
    middle = tuple(int(c) for c in first.project(first.ring).mean(axis=0))
    covered = image.copy()
    cv2.ellipse(covered, middle, (110, 60), 30, 0, 360, (90, 120, 190), -1, cv2.LINE_AA)
    cv2.line(covered, middle, (639, 479), (90, 120, 190), 70, cv2.LINE_AA)
    assert located_by_pose(covered, BOARD, camera=first.camera, previous=first).view.rotation == first.rotation


def test_a_board_of_which_the_maps_show_little_is_where_its_print_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    image, _ = drawn(81, (640, 480))
    first = located_by_pose(image, BOARD).view
    turned = np.ascontiguousarray(image[::-1, ::-1])
    monkeypatch.setattr("vision.board.by_pose.map_support", lambda *_: (P.believed + P.followed) / 4)
    found = located_by_pose(turned, BOARD, camera=first.camera, previous=first, printed=lambda _: True).view
    assert (
        np.abs(
            np.sort(found.project(found.ring), axis=0) - np.sort((639, 479) - first.project(first.ring), axis=0)
        ).max()
        < 8
    )
    kept = located_by_pose(turned, BOARD, camera=first.camera, previous=first, printed=lambda _: False).view
    assert kept.rotation == first.rotation
