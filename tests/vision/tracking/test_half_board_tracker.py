"""Half backgammon boards: what is refused, and what is made of what the reader tells."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.games.leistiko_blockade.table.still import SeenHalfBoard
from vision.checkers.rows_reader import COUNTS, RowsReading
from vision.errors import VisionError
from vision.geometry.half_board import CORNERS, POINTS, PlacedHalfBoard
from vision.tracking.arm import ArmWatch
from vision.tracking.half_board_tracker import HalfBoardLook, HalfBoardTracker

RING = np.array([[100.0, 400.0], [300.0, 400.0], [300.0, 86.7], [100.0, 86.7]])
IMAGE = np.full((480, 640, 3), (70, 85, 95), np.uint8)
HIDDEN = ("second.5", "second.6")


def look(told: dict[str, int]) -> HalfBoardLook:
    """A look at a board on which so many checkers are told, nine times likelier than any other number, two rows hidden
    and only the first side's colour made out."""
    logs = np.full((12, COUNTS), np.log(0.1 / (COUNTS - 1)))
    for k, cell in enumerate(POINTS):
        logs[k, told.get(cell, 0)] = np.log(0.9)
    seen = np.array([0.1 if cell in HIDDEN else 0.9 for cell in POINTS])
    counts = logs.reshape(2, 6, COUNTS)
    reading = RowsReading(counts, counts, seen.reshape(2, 6), (np.array([200.0, 40.0, 30.0]), None))
    return HalfBoardLook(IMAGE, PlacedHalfBoard(RING, (640, 480)), reading)


def test_likelihoods_follow_what_is_told() -> None:
    told = look({"first.2": 3}).log_likelihoods("first.2", ["", "2", "3", "16", "20"])
    assert int(np.argmax(told)) == 2
    assert told[0] == told[1] == told[3]
    assert told[4] < told[3]


def test_hidden_rows_say_nothing_and_several_are_a_hand() -> None:
    one = look({})
    assert one.hidden == set(HIDDEN)
    assert one.hand
    assert not one.log_likelihoods("second.5", ["", "4"]).any()


def test_one_hidden_row_is_a_hand_only_where_an_arm_reaches_over_the_board() -> None:
    seen = np.ones((2, 6))
    seen[0, 5] = 0.3
    one = replace(look({}), reading=replace(look({}).reading, seen=seen))
    assert not one.hand
    assert replace(one, arm=0.01).hand
    bare = replace(one, reading=replace(one.reading, seen=np.ones((2, 6))))
    assert not replace(bare, arm=0.01).hand
    assert replace(bare, arm=0.05).hand


def test_an_arm_is_seen_by_what_it_changes_and_a_moved_checker_is_none() -> None:
    shades = np.random.default_rng(3).integers(60, 120, (12, 16, 3)).astype(np.uint8)
    table = np.asarray(cv2.resize(shades, (640, 480), interpolation=cv2.INTER_CUBIC), np.uint8)
    arm, checker, sleeve = table.copy(), table.copy(), table.copy()
    cv2.line(arm, (630, 470), (260, 300), (150, 180, 220), 50)
    cv2.circle(checker, (200, 250), 18, (20, 20, 200), -1)
    cv2.line(sleeve, (630, 470), (400, 470), (150, 180, 220), 50)
    watch = ArmWatch()
    watch.clear(table)
    assert watch.covered(RING, arm)
    assert not watch.covered(RING, checker)
    assert not watch.covered(RING, sleeve)


def test_what_stays_over_the_board_is_no_arm() -> None:
    table = np.full((480, 640, 3), 90, np.uint8)
    lid = table.copy()
    cv2.line(lid, (630, 470), (260, 300), (150, 180, 220), 50)
    watch = ArmWatch()
    watch.clear(table)
    assert [bool(watch.covered(RING, lid)) for _ in range(4)] == [True, True, False, False]
    watch.clear(lid)
    assert not watch.covered(RING, table), "a hand that rested and leaves is none"


def test_a_row_that_is_none_is_refused() -> None:
    with pytest.raises(VisionError, match=r"half_board\.cell"):
        look({}).log_likelihoods("first.7", ["1"])


def test_colours_are_named_where_checkers_are() -> None:
    assert look({}).colours == {"first": "blue"}


@pytest.mark.parametrize(("near", "far", "darker"), [(40, 200, "first"), (200, 40, "second"), (100, 110, "")])
def test_whose_checkers_are_the_darker_ones_is_told_only_where_they_clearly_are(
    near: int, far: int, darker: str
) -> None:
    colours = (np.full(3, near, float), np.full(3, far, float))
    one = look({})
    assert one.darker == "", "only one side shows checkers"
    assert replace(one, reading=replace(one.reading, colours=colours)).darker == darker


def test_a_dark_picture_is_said_to_be_dark_and_tells_nothing() -> None:
    rng = np.random.default_rng(0)
    dark = rng.normal(14, 4, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    with pytest.raises(VisionError, match=r"picture\.dark"):
        HalfBoardTracker(dark)
    ring = [(float(u), float(v)) for u, v in RING]
    with pytest.raises(VisionError, match=r"picture\.dark"):
        HalfBoardTracker(dark, corners=ring)
    assert HalfBoardTracker(IMAGE, corners=ring).look(dark).hidden == set(POINTS)


def test_tapped_corners_are_taken_and_twisted_ones_refused() -> None:
    ring = [(float(u), float(v)) for u, v in RING]
    assert np.allclose(HalfBoardTracker(IMAGE, corners=ring).view.ring, RING)
    with pytest.raises(VisionError, match=r"corners\.no_board"):
        HalfBoardTracker(IMAGE, corners=ring[::-1])
    with pytest.raises(VisionError, match=r"corners\.four"):
        HalfBoardTracker(IMAGE, corners=ring[:3])
    with pytest.raises(VisionError, match=r"corner\.outside"):
        HalfBoardTracker(IMAGE, a1=(-400.0, 10.0))


def test_see_tells_all_that_its_contract_names() -> None:
    counts = {cell: (k % 4, 0.97 if k else 0.5) for k, cell in enumerate(POINTS)}
    seen = SeenHalfBoard(look({}), counts, frozenset(HIDDEN))
    told = seen.report()
    assert set(told["board"]["corners"]) == set(CORNERS)
    assert told["rows"]["first"][1] == {"count": 1, "confidence": 0.97, "visible": True}
    assert [row["visible"] for row in told["rows"]["second"]] == [True] * 4 + [False] * 2
    assert seen.text().splitlines()[1].split() == ["first", "0?", "1", "2", "3", "0", "1"]
    assert (seen.overlay() != IMAGE).any()


def test_a_picture_without_a_board_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "half.png"
    cv2.imwrite(str(picture), IMAGE)
    assert main(["see", str(picture), "--board", "backgammon", "--json"]) == 1
    told = capsys.readouterr().out
    assert "mark its four corners" in told and "--corners" in told
