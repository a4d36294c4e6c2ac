"""Half backgammon boards found and counted by the networks, on drawn tables that nothing has learnt from."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from lab.training.scenes.half_board_tables import draw, random_half_board, truth
from vision.errors import VisionError
from vision.geometry.half_board import CORNERS
from vision.image import Image
from vision.tracking.half_board_tracker import HalfBoardTracker

SEEDS = (71, 76, 77, 78, 113)
# Tables with dice on the field, and what these show.
DICE = {71: [], 78: [4], 113: [4, 5]}
SIZE = (640, 480)


@cache
def drawn(seed: int) -> tuple[Image, dict[str, Any]]:
    table = random_half_board(seed, SIZE)
    return draw(table), truth(table)


def tracker_of(seed: int) -> HalfBoardTracker:
    image, told = drawn(seed)
    return HalfBoardTracker(image, a1=tuple(told["corners"]["near_left"]))


def wanted(told: dict[str, Any]) -> dict[str, int]:
    return {f"{side}.{row + 1}": n for side, counts in told["rows"].items() for row, n in enumerate(counts)}


@pytest.mark.slow
def test_corners_are_found_and_rows_counted() -> None:
    right = total = 0
    for seed in SEEDS:
        image, told = drawn(seed)
        tracker = tracker_of(seed)
        wanted_ring = np.array([told["corners"][name] for name in CORNERS])
        off = np.linalg.norm(tracker.view.ring - wanted_ring, axis=1).max()
        assert off < np.linalg.norm(wanted_ring[1] - wanted_ring[0]) / 6 / 4, "within a quarter of a point's width"
        look = tracker.look(image)
        piled = {f"{one['side']}.{one['row']}" for one in told["checkers"] if one["layer"]}
        for cell, count in wanted(told).items():
            if cell not in look.hidden | piled:
                right += int(np.argmax(look.log_chances(cell))) == count
                total += 1
    assert right >= 0.9 * total >= 30


def test_an_unchanged_picture_is_not_read_again() -> None:
    tracker = tracker_of(SEEDS[0])
    image = drawn(SEEDS[0])[0]
    assert tracker.look(image).reading is tracker.look(image.copy()).reading


def test_tapped_corners_are_left_where_they_were_until_the_board_is_moved() -> None:
    image, told = drawn(SEEDS[0])
    tapped = np.array([told["corners"][name] for name in CORNERS]) + 3.0
    tracker = HalfBoardTracker(image, corners=[(float(u), float(v)) for u, v in tapped])
    darker = (image * 0.9).astype(np.uint8)
    assert np.allclose(tracker.look(darker).view.ring, tapped)
    moved = np.roll(image, (6, 12), axis=(0, 1))
    off = tracker.look(moved).view.ring - (tapped - 3.0) - (12, 6)
    assert np.linalg.norm(off, axis=1).max() < 6


def test_the_other_corner_exchanges_the_sides() -> None:
    image, told = drawn(SEEDS[0])
    near = HalfBoardTracker(image, a1=tuple(told["corners"]["near_left"])).view
    far = HalfBoardTracker(image, a1=tuple(told["corners"]["far_right"])).view
    assert np.allclose(near.ring, far.turned().ring)


@pytest.mark.parametrize("kind", ["plain", "noise", "chess"])
def test_what_is_no_half_board_is_refused(kind: str) -> None:
    v, u = np.mgrid[:480, :640]
    squares = ((u // 48 + v // 48) % 2 * 200 + 20) * ((u > 100) & (u < 484) & (v > 40) & (v < 424)) + 15
    grey = {
        "plain": np.full((480, 640), 120),
        "noise": np.random.default_rng(1).integers(0, 255, (480, 640)),
        "chess": squares,
    }[kind]
    # Under a warm lamp: a picture without any colours is refused as such.
    image = (np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2) * (0.8, 0.9, 1.0)).astype(np.uint8)
    with pytest.raises(VisionError, match=r"half_board\.none|board\.cut_off"):
        HalfBoardTracker(image)


def test_see_tells_all_that_its_contract_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, out = tmp_path / "half.png", tmp_path / "seen.png"
    cv2.imwrite(str(picture), drawn(SEEDS[1])[0])
    assert main(["see", str(picture), "--board", "backgammon", "--json", "--overlay", str(out)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["board"]["corners"]) == set(CORNERS)
    for side in ("first", "second"):
        assert len(answer["rows"][side]) == 6
        assert all(0 <= row["count"] <= 16 and 0 <= row["confidence"] <= 1 for row in answer["rows"][side])
    seen = cv2.imread(str(out))
    assert seen is not None
    assert (seen != drawn(SEEDS[1])[0]).any()


def test_dice_on_the_field_are_read_and_those_beside_it_are_not() -> None:
    for seed, wanted in DICE.items():
        assert sorted(tracker_of(seed).look(drawn(seed)[0]).read_dice()) == wanted
