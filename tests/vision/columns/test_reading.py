"""Blokus 3D boards found and read by the networks, on drawn tables that nothing has learnt from."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from lab.training.scenes.column_tables import drawn as draw
from vision.errors import VisionError
from vision.image import Image
from vision.tracking.column_tracker import ColumnTracker

SEEDS = (81, 83, 86)
SIZE = (640, 480)


@cache
def drawn(seed: int) -> tuple[Image, dict[str, Any]]:
    return draw(seed, SIZE)


def tracker_of(seed: int) -> ColumnTracker:
    image, told = drawn(seed)
    return ColumnTracker(image, limits_of(told), a1=tuple(told["corners"]["0,0"]))


def limits_of(told: dict[str, Any]) -> dict[str, int]:
    return {f"{x},{y}": limit for (x, y), limit in np.ndenumerate(np.array(told["more"]["limits"])) if limit}


@pytest.mark.slow
def test_corners_are_found_and_columns_read() -> None:
    right = total = 0
    for seed in SEEDS:
        image, told = drawn(seed)
        tracker = tracker_of(seed)
        corners = np.array(list(told["corners"].values()))
        assert np.linalg.norm(tracker.view.project(tracker.view.ring) - corners, axis=1).max() < 5
        look = tracker.look(image)
        for cell, column in look.columns.items():
            built = told["columns"].get(cell, "")
            if cell not in told["hidden"] and cell not in look.hidden:
                right += (column.top, column.height) == (built[-1:], len(built))
                total += 1
    assert right >= 0.95 * total >= 200


def test_a_turned_board_is_told_by_its_columns() -> None:
    image, told = drawn(SEEDS[0])
    tracker = tracker_of(SEEDS[0])
    upside_down = np.ascontiguousarray(image[::-1, ::-1])
    tracker.learn(tracker.look(image), told["columns"])
    look = tracker.look(upside_down)
    corner = look.view.project(look.view.ring)[0]
    size = image.shape[1], image.shape[0]
    assert np.hypot(*(np.subtract(size, 1) - told["corners"]["0,0"] - corner)) < 8
    assert not look.ambiguous


def test_a_corner_stated_before_the_board_was_turned_gives_way_to_a_mask_that_is_sure() -> None:
    for seed, stays in ((SEEDS[0], False), (SEEDS[1], True)):
        image, told = drawn(seed)
        stale = tuple(told["corners"]["10,10"])
        view = ColumnTracker(image, limits_of(told), a1=stale).view
        assert np.hypot(*(view.project(view.ring)[0] - (stale if stays else told["corners"]["0,0"]))) < 8


def test_a_board_of_which_an_arm_hides_too_much_is_under_a_hand() -> None:
    image, told = drawn(SEEDS[0])
    tracker = tracker_of(SEEDS[0])
    bare = image.copy()
    tracker.look(bare)
    corners = np.array(list(told["corners"].values()))
    (_, top), (right, low) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    arm = image.copy()
    arm[top : (top + low) // 2 + 40, : right + 10] = (60, 90, 150)
    look = tracker.look(arm)
    assert look.hand
    assert look.hidden == set(limits_of(told))
    with pytest.raises(VisionError, match=r"board\.none|board\.cut_off"):
        tracker.look(np.roll(image[:, ::-1], 200, axis=1) // 2 + 90)


def test_see_tells_all_that_its_contract_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, out = tmp_path / "board.png", tmp_path / "seen.png"
    image, told = drawn(SEEDS[1])
    cv2.imwrite(str(picture), image)
    asked = ["--board", "blokus3d", "--structure", told["structure"], "--players", str(told["players"])]
    assert main(["see", str(picture), *asked, "--json", "--overlay", str(out)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["columns"]) == 100
    assert all(0 <= column["confidence"] <= 1 for column in answer["columns"].values())
    seen = cv2.imread(str(out))
    assert seen is not None
    assert (seen != image).any()


@pytest.mark.parametrize("grey", [np.full((480, 640), 120), np.random.default_rng(1).integers(0, 255, (480, 640))])
def test_what_is_no_turntable_is_refused(grey: np.ndarray[Any, Any]) -> None:
    # Under a warm lamp: a picture without any colours is refused as such.
    image = (np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2) * (0.8, 0.9, 1.0)).astype(np.uint8)
    with pytest.raises(VisionError, match=r"board\.none|board\.cut_off"):
        ColumnTracker(image, {"4,4": 4})
