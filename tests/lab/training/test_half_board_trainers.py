"""What the networks for half backgammon boards are told of drawn tables."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lab.training.scenes.half_board_tables import draw, random_half_board, truth
from vision.geometry.half_board import ROWS

pytest.importorskip("torch")
import torch

from lab.training.trainers import rows_reader
from lab.training.trainers.painted_half_board import HalfBoards
from lab.training.trainers.point_ends import PointEndsNet, RoughSides, bump
from lab.training.trainers.rows_reader import BoardSides, RowsNet, bumps
from vision.checkers.point_ends import ENDS, spot_of
from vision.checkers.rows_reader import HIGH, LOW, STRIDE


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn table with its truth."""
    path = tmp_path_factory.mktemp("lessons") / "001_00000.json"
    table = random_half_board(3, (320, 240))
    path.write_text(json.dumps(truth(table)))
    cv2.imwrite(str(path.with_suffix(".jpg")), draw(table))
    return path


def test_counts_are_those_of_the_side_and_mirrored_with_its_crop(lesson: Path) -> None:
    told = json.loads(lesson.read_text())
    data = BoardSides([lesson])
    for end, side in enumerate(("first", "second")):
        want = told["rows"][side] if end == 0 else told["rows"][side][::-1]
        assert _counts(data.lesson(end, np.random.default_rng(0), vary=False)[1]) == want
        kept = data.batch(np.array([end] * 6), np.random.default_rng(0), vary=True)
        several = rows_reader.varied(kept, torch.Generator().manual_seed(0))[1]
        varied = [_counts(pairs.numpy()) for pairs in several]
        assert all(counts in (want, want[::-1]) for counts in varied)
        assert want in varied and want[::-1] in varied


def _counts(pairs: NDArray[np.int64]) -> list[int]:
    return [int(n) for n in pairs // HIGH + pairs % HIGH]


def test_a_bump_lies_where_its_checker_does() -> None:
    v, u = np.unravel_index(int(bumps(np.array([[161.5, 65.5]])).argmax()), (36, 44))
    assert (u, v) == (161 // STRIDE, 65 // STRIDE)


def test_ends_are_told_to_a_fraction_of_a_square() -> None:
    spot = np.array([70.3, 41.8])
    assert np.abs(spot_of(np.log(bump(spot).astype(float) + 1e-9)) - spot).max() < 0.3
    assert not bump(np.array([-20.0, 10.0])).any()


def test_networks_tell_of_every_row_and_every_end(lesson: Path) -> None:
    rows, maps = RowsNet()(BoardSides([lesson]).batch(np.array([0, 1]), np.random.default_rng(0), vary=False)[0])
    assert rows.shape == (2, ROWS, LOW * HIGH + 1)
    assert maps.shape == (2, 2, 36, 44)
    crops, wanted = RoughSides([lesson]).batch(np.array([0, 1]), np.random.default_rng(0), vary=False)
    assert PointEndsNet()(crops).shape == wanted.shape == (2, ENDS, 24, 48)


def test_both_halves_are_to_be_painted_where_they_show(tmp_path: Path) -> None:
    path = tmp_path / "001_00000.json"
    table = random_half_board(2, (320, 240), tournament=True)
    told = truth(table)
    path.write_text(json.dumps(told))
    cv2.imwrite(str(path.with_suffix(".jpg")), draw(table))
    whole = HalfBoards([path, path]).lesson(1, np.random.default_rng(0), vary=False)[1]
    for corners in (told["corners"], told["more"]["other"]):
        u, v = np.mean(list(corners.values()), axis=0) * (128 / 320)
        assert whole[2, round(v), round(u)] > 0.9
    close = HalfBoards([path]).lesson(0, np.random.default_rng(0), vary=False)[1]
    corners = cv2.minMaxLoc(whole[0])[1], cv2.minMaxLoc(close[0])[1]
    assert min(corners) > 0.8


def test_nothing_is_to_be_painted_on_another_board(lesson: Path, tmp_path: Path) -> None:
    other = tmp_path / "001_00001.json"
    other.write_text(json.dumps({**json.loads(lesson.read_text()), "board": "pyramid-ball"}))
    other.with_suffix(".jpg").write_bytes(lesson.with_suffix(".jpg").read_bytes())
    _, maps = HalfBoards([lesson, other]).batch(np.array([0, 1]), np.random.default_rng(0), vary=True)
    assert maps[0, 2].max() > 0.5
    assert not maps[1].any()
