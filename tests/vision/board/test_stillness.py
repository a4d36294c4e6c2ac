"""Whether a board has moved is told by the board itself, whatever pieces and hands do on it."""

import cv2
import numpy as np
import pytest

from tests.vision.tables import drawn, setup_grid, view_from
from vision.board.stillness import displacement
from vision.image import Image
from vision.tracking.looney_set import BlockadeTracker
from vision.tracking.placing import P as PLACING

pytestmark = pytest.mark.slow

VIEW = view_from(50, -70.0, 560.0)
GRID = setup_grid()
OTHER = {**GRID, "a1": "C3B2B2", "e5": "C3", "c3": "C3R1", "b1": GRID["b1"][:2], "d4": GRID["d4"] + "K3"}


@pytest.fixture(scope="module")
def table() -> Image:
    return drawn(VIEW, GRID)


def moved(image: Image, right: float, down: float, turn: float) -> Image:
    """The picture shifted (pixels) and turned about the board's middle (degrees)."""
    u, v = VIEW.project(VIEW.ring).mean(axis=0)
    way = cv2.getRotationMatrix2D((u, v), turn, 1.0) + np.array([(0, 0, right), (0, 0, down)])
    return np.asarray(cv2.warpAffine(image, way, image.shape[1::-1], borderMode=cv2.BORDER_REFLECT), np.uint8)


def under_a_hand(image: Image) -> Image:
    shown = image.copy()
    u, v = VIEW.project(np.array([[2.5 * VIEW.pitch, 1.5 * VIEW.pitch, 20.0]]))[0]
    cv2.line(shown, (round(u), round(v)), (round(u), image.shape[0]), (120, 150, 190), 150, cv2.LINE_AA)
    return shown


def most(shift: object) -> float:
    return float(np.abs(np.asarray(shift)).max())


def test_pieces_hands_and_lamps_move_no_board(table: Image) -> None:
    for now in (drawn(VIEW, OTHER), under_a_hand(table), cv2.convertScaleAbs(table, alpha=1.15, beta=6)):
        assert most(displacement(VIEW, table, np.asarray(now))) < PLACING.still_px / 2


@pytest.mark.parametrize("move", [(1.2, 0.0, 0.0), (-0.8, 0.9, 0.0), (0.0, 0.0, 0.3), (3.0, -2.0, 0.5)])
def test_the_smallest_bumps_are_measured(table: Image, move: tuple[float, float, float]) -> None:
    shift = displacement(VIEW, table, moved(drawn(VIEW, OTHER), *move))
    assert shift is not None
    assert np.allclose(shift.mean(axis=0), move[:2], atol=0.25)
    assert most(shift) > PLACING.still_px


def test_another_picture_tells_nothing(table: Image) -> None:
    assert displacement(VIEW, table, np.full_like(table, 90)) is None
    assert displacement(VIEW, table, np.asarray(cv2.resize(table, None, fx=0.8, fy=0.8), np.uint8)) is None


def test_a_board_that_lies_still_is_not_taken_to_move(table: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its lines seem to have moved."""
    tracker = BlockadeTracker(table)
    seen = tracker.view
    bent = view_from(50, -70.4, 561.0)
    monkeypatch.setattr("vision.tracking.placing.locate", lambda *_, **__: bent)
    assert tracker.find(drawn(VIEW, OTHER)) is seen
    assert tracker.find(moved(table, 2.0, 1.0, 0.0)) is bent


def test_a_board_that_creeps_is_noticed(table: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    tracker = BlockadeTracker(table)
    seen, crept = tracker.view, view_from(50, -70.4, 561.0)
    monkeypatch.setattr("vision.tracking.placing.locate", lambda *_, **__: crept)
    views = [tracker.find(moved(table, 0.2 * step, 0.0, 0.0)) for step in range(1, 5)]
    assert views[0] is seen
    assert views[-1] is crept
