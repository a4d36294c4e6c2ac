"""Whole poses of flat boards, fitted to maps as a network paints them."""

import cv2
import numpy as np
import pytest

from vision.board.heat_maps import HEIGHT, STRIDE, WIDTH, HeatMaps
from vision.board.pose_fit import FittedPose, FlatBoard, HeatMapCosts, TappedBoard, grid_board
from vision.board.pose_fit import P as POSE_FIT
from vision.geometry.camera import Camera
from vision.geometry.grid import TURNTABLE
from vision.image import Floats

SIZE = (640, 480)
MAP = WIDTH // STRIDE, HEIGHT // STRIDE
TO_MAP = np.array([[MAP[0] / SIZE[0], 0, 0], [0, MAP[1] / SIZE[1], 0]], float)
GRID = grid_board(TURNTABLE)


def halves(shapes: Floats) -> Floats:
    """Two fields one deep, exp(shape 0) wide, with a bar between them, exp(shape 1) wide."""
    wide, bar = np.exp(shapes[:, 0]), np.exp(shapes[:, 1])
    ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    own = ring[None] * np.stack([wide, np.ones_like(wide)], -1)[:, None]
    other = own + np.stack([wide + bar, np.zeros_like(bar)], -1)[:, None]
    return np.stack([own, other], axis=1)


HALVES = FlatBoard(halves, lambda shapes: halves(shapes)[:, :, 0], (0.0, np.log(0.12)), (0.2, 0.4), turns=4)


def pose_of(board: FlatBoard, tilt: float, turn: float, far: float, shape: tuple[float, ...] = ()) -> FittedPose:
    """A board seen `tilt` off straight above, its middle `far` of its lengths away in the picture's middle."""
    spin = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    matrix = cv2.Rodrigues(np.array([np.pi - tilt, 0.0, 0.0]))[0] @ spin
    middle = board.rings(np.array([shape]).reshape(1, -1))[0].reshape(-1, 2).mean(axis=0)
    x, y, z = (float(t) for t in -matrix @ np.array([*middle, 0.0]) + (0, 0, far))
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(matrix)[0]).ravel())
    return FittedPose((rx, ry, rz), (x, y, z), Camera.guess(SIZE, 0.9 * SIZE[0]), shape, board, 0.0)


def heat_maps(pose: FittedPose, hidden: int | None = None) -> HeatMaps:
    """The maps of a board; about a hidden corner nothing is painted, but a corner 20 map pixels (100 of the picture)
    beside it."""
    rings = pose.rings @ TO_MAP[:, :2].T + TO_MAP[:, 2]
    flat = pose.board.intersections(np.array([pose.shape]).reshape(1, -1))[0]
    intersections = pose.project(np.column_stack([flat, np.zeros(len(flat))])) @ TO_MAP[:, :2].T
    v, u = np.mgrid[: MAP[1], : MAP[0]]

    def bumps(spots: Floats) -> Floats:
        return np.asarray(np.exp(-((u - spots[:, :1, None]) ** 2 + (v - spots[:, 1:, None]) ** 2) / 4).max(axis=0))

    corners, surface = rings.reshape(-1, 2).copy(), np.zeros(MAP[::-1], np.uint8)
    for ring in rings:
        cv2.fillConvexPoly(surface, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    away = np.zeros(MAP[::-1], bool)
    if hidden is not None:
        away = np.hypot(u - corners[hidden, 0], v - corners[hidden, 1]) < 16
        corners[hidden] += (12.0, 16.0)
    intersections_map = np.where(away, 0, bumps(intersections))
    single = (np.asarray(one, np.float32) for one in (bumps(corners), intersections_map, np.where(away, 0.3, surface)))
    first, second, third = single
    return HeatMaps(first, second, third, np.zeros(MAP[::-1], np.float32), TO_MAP)


def off(found: FittedPose, wanted: FittedPose) -> float:
    """How far (pixels) corners are off, whichever way a part is turned."""
    apart = [np.linalg.norm(np.roll(found.rings[0], k, axis=0) - wanted.rings[0], axis=1).max() for k in range(4)]
    return float(min(apart))


@pytest.mark.parametrize("tilt", [0.1, 0.5, 0.9])
def test_a_pose_is_found_from_the_maps_alone(tilt: float) -> None:
    wanted = pose_of(GRID, tilt, 0.6, 21.0)
    found = HeatMapCosts(heat_maps(wanted), GRID, SIZE).best()[0]
    assert off(found, wanted) < 3
    assert found.camera.focal == pytest.approx(wanted.camera.focal, rel=0.2)


def test_a_hidden_corner_is_not_free_to_wander() -> None:
    wanted = pose_of(GRID, 0.8, 0.7, 21.0)
    hidden = int(wanted.rings[0][:, 1].argmin())
    found = HeatMapCosts(heat_maps(wanted, hidden), GRID, SIZE).best()[0]
    assert off(found, wanted) < 12


def test_a_known_camera_stays_as_it_is() -> None:
    wanted = pose_of(GRID, 0.7, 0.2, 21.0)
    found = HeatMapCosts(heat_maps(wanted), GRID, SIZE, wanted.camera).best()[0]
    assert found.camera is wanted.camera
    assert off(found, wanted) < 2


def test_two_halves_are_found_with_their_shape() -> None:
    shape = float(np.log(0.85)), float(np.log(0.15))
    wanted = pose_of(HALVES, 0.3, 0.1, 2.6, shape)
    found = HeatMapCosts(heat_maps(wanted), HALVES, SIZE).best()[0]
    rings = found.rings.reshape(-1, 2)
    nearest = np.linalg.norm(rings[:, None] - wanted.rings.reshape(-1, 2)[None], axis=2).min(axis=0)
    assert nearest.max() < 6
    assert found.shape[0] == pytest.approx(shape[0], abs=0.08)


def test_where_nothing_is_painted_there_is_no_pose() -> None:
    empty = np.zeros(MAP[::-1], np.float32)
    assert not HeatMapCosts(HeatMaps(empty, empty, empty, empty, TO_MAP), GRID, SIZE).best()


def test_tapped_corners_stay_and_tell_the_lens_where_they_can() -> None:
    aslant = pose_of(GRID, 0.9, 0.6, 21.0)
    found = TappedBoard(aslant.rings[0], GRID, SIZE).best()[0]
    assert np.linalg.norm(found.rings[0] - aslant.rings[0], axis=1).max() < 1
    assert found.camera.focal == pytest.approx(aslant.camera.focal, rel=0.06)
    # From above they do not; a usual lens is believed.
    above = pose_of(GRID, 0.02, 0.6, 21.0)
    shaken = above.rings[0] + np.random.default_rng(1).normal(0, 1.5, (4, 2))
    found = TappedBoard(shaken, GRID, SIZE).best()[0]
    assert np.linalg.norm(found.rings[0] - shaken, axis=1).max() < 4
    assert found.camera.focal == pytest.approx(POSE_FIT.focal * SIZE[0], rel=0.35)
    assert abs(found.camera.distortion[0]) < 0.1
