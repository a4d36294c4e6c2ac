"""A drawn table of Pyramid Ball, watched and seen by the real networks."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.referee.evidence import Evidence
from companion.referee.table import Hints
from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, usual_ball_view
from vision.errors import VisionError
from vision.geometry.grid import FIELD
from vision.image import Image
from vision.programs.array_reading import PLACES
from vision.tracking.ball_field import BallFieldLook, BallFieldTracker, TableReading

SETUP = {"b3": "R3", "d4": "R2K1", "f3": "R1", "b6": "B3", "d5": "B2", "f6": "B1"}
NEAR = DrawnArray("G", {"S1": "N", "S2": "E", "M1": "N", "M3": "S", "L2": "W", "L3": "N"}, marker="L2")
FAR = DrawnArray("Y", {"S1": "S", "M1": "E", "M2": "S", "L1": "N", "S3": "W"})
SCENERY = BallScenery(SETUP, {"first": "R", "second": "B"}, "K", {"near": NEAR, "far": FAR})
VIEW = usual_ball_view((960, 720))


def picture(scenery: BallScenery) -> Image:
    """The table with a sensor's noise."""
    drawn = ball_picture(scenery, VIEW)
    noise = np.random.default_rng(7).normal(0, 2, drawn.shape)
    return np.asarray(np.clip(drawn + noise, 0, 255), np.uint8)


def tracker_of(image: Image) -> BallFieldTracker:
    return BallFieldTracker(image, a1=VIEW.corners["a1"])


@pytest.fixture(scope="module")
def table() -> Image:
    return picture(SCENERY)


@pytest.fixture(scope="module")
def tracker(table: Image) -> BallFieldTracker:
    return tracker_of(table)


@pytest.fixture(scope="module")
def look(tracker: BallFieldTracker, table: Image) -> BallFieldLook:
    return tracker.look(table)


def test_the_board_lies_where_it_was_drawn(look: BallFieldLook) -> None:
    off = [np.hypot(*np.subtract(look.view.corners[name], VIEW.corners[name])) for name in VIEW.corners]
    assert max(off) < 2
    assert look.view.pitch == pytest.approx(VIEW.pitch, rel=0.15)


def test_what_stands_on_squares_is_the_likeliest(look: BallFieldLook) -> None:
    things = ["", *(f"{colour}{pips}{ball}" for colour in "RB" for pips in (1, 2, 3) for ball in ("", "K1")), "K1"]
    told = {cell: things[int(np.argmax(look.log_likelihoods(cell, things)))] for cell in FIELD.cells}
    assert {cell: thing for cell, thing in told.items() if thing} == SETUP
    assert not look.hidden
    assert not look.hand


def test_a_board_that_lies_the_other_way_round_is_turned_until_somebody_says_so(table: Image) -> None:
    """The camera stands behind the second player: until the game begins the set-up tells which side is whose."""
    module, image = PyramidBallTable({"mode": "basic"}), np.asarray(cv2.rotate(table, cv2.ROTATE_180), np.uint8)
    tracker = module.open_tracker(image, Hints())
    look = tracker.look(image)
    assert module.read_setup(Evidence.of(look, module.places)).grid["b3"] == SETUP["b3"]
    assert isinstance(look, BallFieldLook)
    for name, (u, v) in VIEW.corners.items():
        assert look.view.corners[name] == pytest.approx((image.shape[1] - 1 - u, image.shape[0] - 1 - v), abs=2.5)
    said = module.open_tracker(image, Hints(corner=VIEW.corners["a1"])).look(image)
    assert isinstance(said, BallFieldLook)
    assert said.view.corners["a1"][0] < image.shape[1] / 2


def test_programs_are_read(look: BallFieldLook) -> None:
    for end, drawn in (("near", NEAR), ("far", FAR)):
        reading = look.arrays[end]
        assert reading is not None
        assert reading.colour == drawn.colour
        right = [reading.command(place)[0] == drawn.commands.get(place, ".") for place in PLACES]
        assert sum(right) >= 7
    assert not look.busy


def test_an_unchanged_picture_is_not_read_again(tracker: BallFieldTracker, look: BallFieldLook, table: Image) -> None:
    noise = np.random.default_rng(8).integers(-3, 4, table.shape)
    again = tracker.look(np.asarray(np.clip(table + noise, 0, 255), np.uint8))
    assert again.reading is look.reading
    assert again.image is not look.image


def test_the_pitch_is_learnt_from_known_pyramids(table: Image) -> None:
    tracker = tracker_of(table)
    look = tracker.look(table)
    # Were all smalls mediums and so on, the board's cells would be larger.
    larger = {"b3": "R3", "d4": "R3", "f3": "R2", "b6": "B3", "d5": "B3", "f6": "B2"}
    tracker.learn(look, larger)
    assert tracker.look(table).view.pitch > look.view.pitch + 0.5
    tracker.learn(look, SETUP)
    other = tracker_of(table)
    other.learn(other.look(table), SETUP)
    assert other.look(table).view.pitch == pytest.approx(VIEW.pitch, rel=0.1)


def test_a_turned_command_is_seen(tracker: BallFieldTracker) -> None:
    turned = replace(NEAR, commands={**NEAR.commands, "L3": "E"})
    reading = tracker.look(picture(replace(SCENERY, arrays={"near": turned, "far": FAR}))).arrays["near"]
    assert reading is not None
    assert reading.command("L3")[0] == "E"


def test_a_hand_at_a_program_is_seen(tracker: BallFieldTracker) -> None:
    hand = tracker.look(picture(replace(SCENERY, hands=frozenset({"far"}))))
    assert hand.busy == {"far"}
    assert not hand.screened


def test_nothing_is_said_of_squares_under_a_hand(tracker: BallFieldTracker) -> None:
    look = tracker.look(picture(replace(SCENERY, hands=frozenset({"d4"}))))
    assert look.hidden
    assert look.hand
    for cell in look.hidden:
        assert not np.any(look.log_likelihoods(cell, ["", "R2", "R2K1"]))


def test_an_absent_program_is_none() -> None:
    image = picture(replace(SCENERY, arrays={"near": NEAR}))
    arrays = tracker_of(image).look(image).arrays
    assert arrays["far"] is None
    assert arrays["near"] is not None


def test_a_picture_of_another_shape_is_refused(tracker: BallFieldTracker, table: Image) -> None:
    with pytest.raises(VisionError):
        tracker.look(np.ascontiguousarray(table[:, :-200]))


def test_see_tells_squares_and_programs(table: Image, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, overlay = tmp_path / "table.png", tmp_path / "seen.png"
    cv2.imwrite(str(path), table)
    u, v = VIEW.corners["a1"]
    options = ["--board", "pyramid-ball", "--a1", f"{u:.0f},{v:.0f}"]
    assert main(["see", str(path), *options, "--json", "--overlay", str(overlay)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["board"]["corners"]) == ["a1", "g1", "g8", "a8"]
    right = [told["cells"][cell]["stack"] == SETUP.get(cell, "") for cell in FIELD.cells]
    assert sum(right) >= 54
    assert told["teams"] == {"first": "R", "second": "B"}
    first, second = told["programs"]["first"], told["programs"]["second"]
    assert (first["colour"], second["colour"]) == ("G", "Y")
    said = [first[size] + second[size] for size in "SML"]
    assert sum(map(str.__eq__, "".join(said), "FR.F.RF.BLF..LFB..")) >= 14
    keys = {"colour", "S", "M", "L", "pass", "quick_pass", "blitz", "unsure", "confidence", "confidences"}
    assert set(first) == keys
    assert set(first["confidences"]) == {*PLACES, "S4", "pass", "quick_pass", "blitz"}
    assert {place for place, chance in first["confidences"].items() if chance < 0.8} == set(first["unsure"])
    assert told["elapsed_ms"] > 0
    drawn = cv2.imread(str(overlay))
    assert drawn is not None
    assert drawn.shape == table.shape
    assert main(["see", str(path), *options]) == 0
    assert "first: S " in capsys.readouterr().out


def test_see_refuses_a_picture_without_such_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 120, np.uint8))
    assert main(["see", str(path), "--board", "pyramid-ball", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize(("ends", "left"), [({"near", "far"}, set()), ({"near"}, {"near"})])
def test_what_looks_like_screens_at_both_ends_of_a_set_up_is_the_cloth(
    table: Image, look: BallFieldLook, ends: set[str], left: set[str]
) -> None:
    seen = look.reading.field
    veils = {end: np.full_like(feet.screen, 1.0 if end in ends else 0.0) for end, feet in seen.feet.items()}
    feet = {end: replace(one, screen=veils[end], hand=np.zeros_like(one.hand)) for end, one in seen.feet.items()}
    veiled = TableReading(replace(seen, feet=feet), look.reading.colours, frozenset())
    assert veiled.screened == ends
    tracker = tracker_of(table)
    tracker.learn(replace(look, reading=veiled), SETUP)
    assert replace(veiled, cloth=tracker.look(table).reading.cloth).screened == left
