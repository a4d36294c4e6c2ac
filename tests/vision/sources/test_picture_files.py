"""Picture files: what is damaged is refused before it costs anything."""

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.api import examples
from tests.saying import refused
from vision.sources.http_camera import decoded
from vision.sources.picture_files import load_picture, save_picture

ROOT = Path(__file__).parents[3]

PIXELS = 1_000_000


def encoded(kind: str) -> bytes:
    noise = np.random.default_rng(0).integers(0, 255, (16, 16, 3), np.uint8)
    return cv2.imencode(kind, noise)[1].tobytes()


def with_chunk_of(data: bytes, name: bytes, length: int) -> bytes:
    at = data.index(name) - 4
    return data[:at] + length.to_bytes(4, "big") + data[at + 4 :]


@pytest.mark.parametrize("length", [0x40000000, 0xFFFFFFFF, 5000])
@pytest.mark.parametrize("chunk", [b"IHDR", b"IDAT"])
def test_a_png_whose_chunk_claims_more_than_the_file_has_is_cut_short(
    tmp_path: Path, chunk: bytes, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # OpenCV would take a gigabyte for it.
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("came to OpenCV"))
    data = with_chunk_of(encoded(".png"), chunk, length)
    path = tmp_path / "board.png"
    path.write_bytes(data)
    with refused("cut short"):
        load_picture(path)
    assert decoded(data, PIXELS) is None


@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_whole_pictures_are_read_whatever_lies_behind_them(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"board{kind}"
    path.write_bytes(encoded(kind) + b"more")
    assert load_picture(path).shape == (16, 16, 3)


def test_a_jpeg_that_lacks_nothing_but_its_end_is_read_and_one_that_lacks_more_is_not(tmp_path: Path) -> None:
    data = (examples() / "dice.jpg").read_bytes()
    path = tmp_path / "esp32.jpg"
    path.write_bytes(data[:-2])
    assert (load_picture(path) == load_picture(examples() / "dice.jpg")).all()
    for missing in (12, 200, len(data) // 2):
        path.write_bytes(data[:-missing])
        with refused("cut short"):
            load_picture(path)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode")
def test_pictures_are_written_and_read_under_names_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"b\xe4.png")
    picture = load_picture(examples() / "dice.jpg")
    save_picture(path, picture)
    assert (load_picture(path) == picture).all()


@pytest.mark.parametrize("name", ["board", "board.txt", "no such folder/board.png"])
def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    with refused("cannot write"):
        save_picture(tmp_path / name, np.zeros((9, 9, 3), np.uint8))


def test_opencv_itself_reads_and_writes_no_files() -> None:
    """It ends the process for a path that is not UTF-8."""
    parts = ("companion", "vision", "hardware", "calibration")
    sources = [path for part in parts for path in (ROOT / part).rglob("*.py")]
    calls = ("cv2.imwrite", "cv2.imread", "np.fromfile")
    assert [path for path in sources if any(call in path.read_text("utf-8") for call in calls)] == []
