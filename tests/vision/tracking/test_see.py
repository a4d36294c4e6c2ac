"""`companion see` on rendered pictures with known truth, and on what is no picture."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.api import examples
from companion.cli import main
from tests.vision.tables import BOARDS, RING, Table, rendered_tables

TABLES = list(rendered_tables())


def right_cells(table: Table, capsys: pytest.CaptureFixture[str], *options: str) -> int:
    a1 = ",".join(str(c) for c in table.truth["corners"]["a1"])
    assert main(["see", str(BOARDS / f"{table.name}.jpg"), "--json", "--a1", a1, *options]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    return sum(cells[cell]["stack"] == stack for cell, stack in table.truth["grid"].items())


@pytest.mark.slow
def test_as_many_cells_are_read_right_as_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    right = {table.name: right_cells(table, capsys) for table in TABLES}
    assert sum(right.values()) >= 148, right  # of 150, the share that README claims


def test_the_answer_has_all_that_the_contract_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", str(BOARDS / f"{TABLES[0].name}.jpg"), "--board", "volcano", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["board"]["corners"]) == set(RING)
    assert 0 <= answer["board"]["confidence"] <= 1
    assert len(answer["cells"]) == 25
    for cell in answer["cells"].values():
        assert cell["stack"][1] == "3"
        assert 0 <= cell["confidence"] <= 1
        assert isinstance(cell["visible"], bool)
    assert answer["camera"]["size"] == [960, 720]
    assert answer["elapsed_ms"] > 0


def test_the_overlay_is_a_picture_of_the_same_size(tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    assert main(["see", str(BOARDS / f"{TABLES[0].name}.jpg"), "--overlay", str(out)]) == 0
    picture = cv2.imread(str(out))
    assert picture is not None
    assert picture.shape == TABLES[0].image.shape
    assert (picture != TABLES[0].image).any()


def under_cover(picture: Path, table: Table) -> None:
    """The table with a cloth over the far half of its board."""
    image = table.image.copy()
    quad = np.array([table.truth["corners"][name] for name in ("a1", "e1", "e5", "a5")])
    near = (quad[[0, 1]] + quad[[3, 2]]) / 2
    cloth = np.array([*near, quad[2] + (60, -140), quad[3] + (-60, -140)])
    cv2.fillConvexPoly(image, np.round(cloth).astype(np.int32), (90, 105, 180), cv2.LINE_AA)
    cv2.imwrite(str(picture), image)


@pytest.mark.slow
def test_what_is_under_a_cloth_is_hidden_and_not_made_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = next(each for each in TABLES if each.name == "medium_02")
    picture = tmp_path / "covered.png"
    under_cover(picture, table)
    corners = [",".join(map(str, table.truth["corners"][name])) for name in ("a1", "e1", "e5", "a5")]
    assert main(["see", str(picture), "--json", "--corners", *corners]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert not any(cells[cell]["visible"] for cell in ("b5", "c5", "d5"))
    assert all(cells[cell]["visible"] for cell in ("a1", "b1", "c1", "d1", "e1"))
    assert main(["see", str(picture), "--corners", *corners]) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[2:5] == ["hidden"] * 3


@pytest.mark.parametrize(
    "table", [table for table in TABLES if table.truth.get("hidden")], ids=lambda table: table.name
)
def test_what_a_hand_hides_is_not_made_up(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", str(BOARDS / f"{table.name}.jpg"), "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert sum(cell["visible"] for cell in cells.values()) >= 20
    for cell in table.truth["hidden"]:
        told = cells[cell]
        assert not told["visible"] or told["confidence"] < 0.9 or told["stack"] == table.truth["grid"][cell]


def test_what_is_no_picture_gets_one_clear_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((480, 640, 3), (70, 85, 95), np.uint8))
    for path, message in ((text, "not a picture"), (tmp_path / "gone.jpg", "no picture"), (blank, "No 5 x 5 board")):
        assert main(["see", str(path), "--json"]) == 1
        out, err = capsys.readouterr()
        assert message in json.loads(out)["error"]
        assert err.count("\n") == 1


@pytest.mark.parametrize("pictures", [("{table}", "{dice}"), ("{table}", "--setup", "{dice}")])
def test_of_several_pictures_the_one_that_shows_no_board_is_named(
    pictures: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    dice = examples() / "dice.jpg"
    words = [word.format(table=BOARDS / f"{TABLES[0].name}.jpg", dice=dice) for word in pictures]
    assert main(["see", "--board", "volcano", *words]) == 1
    assert f"{dice}: No 5 x 5 board" in capsys.readouterr().err


def test_a_place_left_of_the_picture_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    u, v = TABLES[0].truth["corners"]["a1"]
    picture = str(BOARDS / f"{TABLES[0].name}.jpg")
    assert main(["see", picture, "--board", "volcano", "--a1", f"{-0.1 * u:.0f},{v:.0f}"]) == 0
    assert main(["see", picture, "--a1", "-5,1e+05"]) == 1
    assert "expected" not in capsys.readouterr().err


def test_options_of_another_board_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(BOARDS / f"{TABLES[0].name}.jpg")
    assert main(["see", picture, "--board", "volcano", "--structure", "tower"]) == 1
    assert "takes no options, got --structure" in capsys.readouterr().err
