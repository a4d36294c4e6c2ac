"""Half boards whose rows are drawn, and compared with the picture before."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from vision.checkers.drawn_rows import DrawnRows
from vision.checkers.row_changes import RowChanges, registered
from vision.checkers.row_evidence import KnownRows, RowEvidence
from vision.checkers.rows_reader import COUNTS, RowsReading
from vision.drawing.half_board_table import FACES, HalfBoardScenery, half_board_picture, usual_half_board_camera
from vision.geometry.half_board import CORNERS, POINTS, PlacedHalfBoard
from vision.image import Image
from vision.tracking import half_board_tracker
from vision.tracking.half_board_tracker import HalfBoardTracker

CAMERA = usual_half_board_camera((960, 720))
VIEW = PlacedHalfBoard(np.array([CAMERA.corners[name] for name in CORNERS]), (960, 720))
LAID = {"first.1": 2, "first.2": 3, "first.4": 5, "first.5": 1, "second.1": 3, "second.3": 2, "second.4": 4}
THICKNESS = 0.2


def picture(counts: Mapping[str, int]) -> Image:
    drawn = half_board_picture(HalfBoardScenery({cell: str(count) for cell, count in counts.items()}), CAMERA)
    noise = np.random.default_rng(5).normal(0, 2, drawn.shape)
    return np.asarray(np.clip(drawn + noise, 0, 255), np.uint8)


def read(counts: Mapping[str, int], doubted: str = "", others: tuple[int, ...] = ()) -> RowsReading:
    """A reading that is right and sure, but of one row, where other counts are as likely."""
    logs = np.full((len(POINTS), COUNTS), -9.0)
    for number, cell in enumerate(POINTS):
        for count in (counts.get(cell, 0), *(others if cell == doubted else ())):
            logs[number, count] = 0.0
    logs -= np.logaddexp.reduce(logs, axis=1, keepdims=True)
    shaped = logs.reshape(2, 6, COUNTS)
    white, black = (np.array(FACES[name][::-1], float) for name in ("white", "black"))
    return RowsReading(shaped, shaped, np.ones((2, 6)), (white, black))


@pytest.mark.parametrize("cell, place", [("first.2", (0, 1)), ("first.4", (0, 3)), ("second.4", (1, 3))])
def test_drawn_discs_tell_how_many_lie_on_the_board_itself(cell: str, place: tuple[int, int]) -> None:
    near = (LAID[cell] - 1, LAID[cell] + 1)
    logs = DrawnRows(picture(LAID), VIEW, read(LAID, cell, near)).log_chances(place, {}, None)
    assert int(logs.argmax()) == LAID[cell]


def test_a_disc_on_others_gains_more_than_where_none_lies() -> None:
    piled = {**LAID, "first.4": 6}
    gains = []
    for counts in (LAID, piled):
        row = DrawnRows(picture(counts), VIEW, read(counts, "first.4", (5, 6))).row((0, 3))
        assert len(row.flats) == 5
        gains.append(row.by_disc[0])
    assert gains[1] > gains[0] + 50


def changes(before: Image, now: Image) -> RowChanges:
    pair = registered(before, VIEW, now, VIEW, THICKNESS)
    assert pair
    return RowChanges(pair, VIEW)


def test_moved_checkers_change_their_rows_alone_in_whatever_light() -> None:
    before, now = picture(LAID), picture({**LAID, "first.2": 2, "first.5": 2})
    shifted = cv2.warpAffine(now, np.array([[1, 0, 1.4], [0, 1, -1.1]]), (960, 720), borderMode=cv2.BORDER_REPLICATE)
    for seen in (now, np.asarray(np.clip(shifted * 0.8 + 6, 0, 255), np.uint8)):
        apart = changes(before, seen)
        for row, count in enumerate((2, 2, 0, 5, 2, 0)):
            was = LAID.get(f"first.{row + 1}", 0)
            logs = apart.log_ratios(0, row, was)
            assert int(logs.argmax()) == count
            assert logs[count] > logs[was] + 3 or count == was


def test_pictures_of_different_things_are_not_registered() -> None:
    other = np.random.default_rng(2).integers(0, 255, (720, 960, 3)).astype(np.uint8)
    assert registered(picture(LAID), VIEW, other, VIEW, THICKNESS) is None


def test_what_lay_there_before_and_the_picture_settle_a_row_in_which_the_reader_is_in_doubt() -> None:
    start = RowEvidence(picture(LAID), VIEW, read(LAID))
    known = KnownRows(start, {(0, row): LAID.get(f"first.{row + 1}", 0) for row in range(6)})
    for count in (5, 4):
        now = {**LAID, "first.4": count}
        doubted = read({**LAID, "first.4": 5}, "first.4", (4, 6))
        logs = RowEvidence(picture(now), VIEW, doubted, known).log_likelihoods((0, 3))
        assert int(logs.argmax()) == count
        assert np.delete(logs, count).max() < logs[count] - 2


def test_no_count_of_a_row_in_layers_is_much_likelier_than_the_next_one() -> None:
    """Seven lying exactly on one another are read as eight, surely: both stay in mind."""
    logs = RowEvidence(picture(LAID), VIEW, read({**LAID, "first.4": 8})).log_likelihoods((0, 3))
    assert logs.argmax() == 8
    assert 1.0 < logs[8] - logs[7] < 2.5
    assert logs[8] - logs[4] > 8
    flat = RowEvidence(picture(LAID), VIEW, read(LAID)).log_likelihoods((0, 3))
    assert flat[5] - flat[6] > 8


def test_a_view_that_jumps_while_the_picture_stays_has_not_jumped(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [VIEW]
    monkeypatch.setattr(half_board_tracker, "find_half_board", lambda *_: found[0])
    tracker = HalfBoardTracker(picture(LAID))
    found[0] = PlacedHalfBoard(VIEW.ring + np.array([62.0, 0.0]), VIEW.size)
    tracker.look(picture({**LAID, "first.2": 2, "first.5": 2}))
    assert np.allclose(tracker.view.ring, VIEW.ring)
    moved = cv2.warpAffine(picture(LAID), np.array([[1, 0, 62.0], [0, 1, 0.0]]), (960, 720))
    tracker.look(np.asarray(moved, np.uint8))
    assert np.allclose(tracker.view.ring, found[0].ring)
