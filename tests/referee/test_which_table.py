"""Which table lies in a picture, with nothing known beforehand: on drawn tables that nothing has learnt from."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.games.blokus3d.table.structure_seen import structure_in
from companion.referee.which_table import likely_tables
from tests.vision.checkers import test_reading as half_boards
from tests.vision.columns import test_reading as turntables
from tests.vision.tables import rendered_tables
from tests.vision.tracking import test_ball_field as fields
from vision.image import Image

PICTURES: dict[str, Callable[[], Image]] = {
    "volcano": lambda: next(iter(rendered_tables())).image,
    "backgammon": lambda: half_boards.drawn(half_boards.SEEDS[2])[0],
    "blokus3d": lambda: turntables.drawn(turntables.SEEDS[1])[0],
    "pyramid-ball": lambda: fields.picture(fields.SCENERY),
}


@pytest.mark.parametrize("board", PICTURES)
def test_a_board_says_which_it_is(board: str) -> None:
    best, *others = likely_tables(PICTURES[board]())
    assert best.game.board == board
    assert best.chance > 0.85
    assert len(others) == 3


@pytest.mark.parametrize("grey", [np.full((480, 640), 120), np.random.default_rng(1).integers(0, 255, (480, 640))])
def test_where_no_board_lies_none_is_likely(grey: Image) -> None:
    nothing = np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)
    assert max(table.chance for table in likely_tables(nothing)) < 0.1


def test_a_table_is_read_without_a_word_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    masked, told = turntables.drawn(304)
    for board, picture in (("backgammon", PICTURES["backgammon"]()), ("blokus3d", masked)):
        path = tmp_path / f"{board}.png"
        cv2.imwrite(str(path), picture)
        assert main(["see", str(path), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["kind"] == board
        assert answer.get("structure") in (None, told["structure"])


@pytest.mark.slow
def test_a_mask_that_leaves_a_doubt_must_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, told = turntables.drawn(turntables.SEEDS[0])
    assert structure_in(picture) is None
    path = tmp_path / "doubt.png"
    cv2.imwrite(str(path), picture)
    assert main(["see", str(path), "--json"]) == 1
    assert "--structure" in json.loads(capsys.readouterr().out)["error"]
    assert main(["see", str(path), "--json", "--structure", told["structure"]]) == 0
