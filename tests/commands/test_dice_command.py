"""`companion dice` as a user runs it: the answer's form, the overlay, and what is no picture."""

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.dice import report
from tests.vision.trays import die, picture
from vision.dice.eye import SeenDie
from vision.errors import fact


@pytest.fixture(scope="module")
def tray(tmp_path_factory: pytest.TempPathFactory) -> Path:
    image, _ = picture([die("red", 3, -30, 0), die("blue", 6, 30, 10)])
    path = tmp_path_factory.mktemp("dice") / "tray.png"
    cv2.imwrite(str(path), image)
    return path


def test_the_answer_has_all_that_the_contract_names(tray: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(tray), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"dice", "elapsed_ms"}
    assert answer["elapsed_ms"] >= 0
    assert sorted((d["colour"], d["value"]) for d in answer["dice"] if d["value"]) == [("blue", 6), ("red", 3)]
    for shown in answer["dice"]:
        assert 0 <= shown["confidence"] <= 1
        assert len(shown["at"]) == 2
        assert ("why" in shown) == (shown["value"] is None)


def test_a_die_without_a_value_says_why() -> None:
    told = report(SeenDie("white", None, (3.0, 4.0), 0.6, 30.0, (), fact("vision.die.either", one=4, other=2)))
    assert told == {"colour": "white", "value": None, "at": [3.0, 4.0], "confidence": 0.6, "why": "unsure: 4 or 2"}


def test_people_get_a_line_a_die(tray: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(tray)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert any(line.startswith("3 red") for line in lines)
    assert any(line.startswith("6 blue") for line in lines)


def test_the_overlay_is_a_picture_of_the_same_size(tray: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    assert main(["dice", str(tray), "--overlay", str(out)]) == 0
    drawn, original = cv2.imread(str(out)), cv2.imread(str(tray))
    assert drawn is not None and original is not None
    assert drawn.shape == original.shape
    assert (drawn != original).any()


def test_an_overlay_is_never_written_over_its_own_picture(tray: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tray.read_bytes()
    for command in ("dice", "see"):
        assert main([command, str(tray), "--overlay", str(tray.parent / "." / tray.name)]) == 1
    assert tray.read_bytes() == before and capsys.readouterr().err.count("another name") == 2


def test_an_overlay_that_cannot_be_written_is_told(
    tray: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", str(tray), "--overlay", str(tmp_path / "gone" / "seen.png")]) == 1
    assert "seen.png cannot be written" in capsys.readouterr().err


def test_no_dice_is_an_empty_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 140, np.uint8))
    assert main(["dice", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == []
    assert main(["dice", str(path)]) == 0
    assert capsys.readouterr().out == "no dice\n"


def test_what_is_no_picture_gets_one_clear_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    torn = tmp_path / "torn.png"
    torn.write_bytes(cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))[1].tobytes()[:60])
    point = tmp_path / "point.png"
    cv2.imwrite(str(point), np.zeros((1, 1, 3), np.uint8))
    for path, message in (
        (text, "not a picture"),
        (torn, "cut short"),
        (tmp_path / "gone.jpg", "no picture"),
        (tmp_path, "not a picture"),
        (point, "1 x 1 pixels"),
    ):
        assert main(["dice", str(path), "--json"]) == 1
        out, err = capsys.readouterr()
        assert message in json.loads(out)["error"]
        assert err.count("\n") == 1


def test_a_picture_too_large_for_any_camera_is_refused_by_its_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but the header is there: unpacking was never tried."""
    header = struct.pack(">IIBBBBB", 12000, 12000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    png = tmp_path / "huge.png"
    png.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)))
    jpg = tmp_path / "huge.jpg"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, 12000, 12000, 3) + bytes(9)
    jpg.write_bytes(b"\xff\xd8" + b"\xff\xe0" + struct.pack(">H", 16) + bytes(14) + frame)
    for path in (png, jpg):
        assert main(["dice", str(path), "--json"]) == 1
        assert "12000 x 12000 pixels" in json.loads(capsys.readouterr().out)["error"]
