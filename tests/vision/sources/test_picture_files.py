"""Picture files: what is damaged is refused before it costs anything."""

from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.api import examples
from tests.saying import refused
from vision.errors import VisionError
from vision.sources.http_camera import decoded
from vision.sources.picture_files import load_picture, picture_in

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


def progressive() -> bytes:
    return cv2.imencode(".jpg", load_picture(examples() / "dice.jpg"), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()


def test_a_progressive_jpeg_without_its_end_is_read_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "phone.jpg"
    path.write_bytes(progressive()[:-2])
    assert (load_picture(path) == picture_in(progressive(), "")).all()
    assert capfd.readouterr() == ("", "")


def damaged() -> dict[str, bytes]:
    data = (examples() / "dice.jpg").read_bytes()
    middle, png, slow = len(data) // 2, encoded(".png"), progressive()
    return {
        "half.jpg": data[:middle],
        "half and its end.jpg": data[:middle] + data[-2:],
        "a mark too much.jpg": data[:middle] + b"\xff\xd9" + data[middle:],
        "no picture.jpg": data[:700],
        "half progressive.jpg": slow[: len(slow) // 2],
        "nearly all of a progressive one.jpg": slow[:-40],
        "checksum.png": png[:200] + bytes([png[200] ^ 1]) + png[201:],
        "half.png": png[: len(png) // 2],
    }


@pytest.mark.parametrize("name", damaged())
def test_the_decoders_write_nothing_of_their_own_about_a_damaged_picture(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(damaged()[name])
    with refused(name):
        load_picture(path)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("other", [0x00, 0x55, 0x7F, 0xFE])
def test_a_jpeg_with_other_bytes_in_its_middle_is_read_or_refused_in_one_sentence(
    other: int, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray((examples() / "dice.jpg").read_bytes())
    data[len(data) // 2 : len(data) // 2 + 40] = bytes([other]) * 40
    with suppress(VisionError):
        picture_in(bytes(data), "")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("option", [cv2.IMWRITE_JPEG_PROGRESSIVE, cv2.IMWRITE_JPEG_RST_INTERVAL])
def test_all_kinds_of_jpeg_are_read_as_opencv_reads_them(option: int) -> None:
    data = cv2.imencode(".jpg", load_picture(examples() / "dice.jpg"), [option, 4])[1]
    assert (picture_in(data.tobytes(), "") == cv2.imdecode(data, cv2.IMREAD_COLOR)).all()


def test_opencv_itself_reads_and_writes_no_files() -> None:
    """It ends the process for a path that is not UTF-8."""
    parts = ("companion", "vision", "hardware", "calibration")
    sources = [path for part in parts for path in (ROOT / part).rglob("*.py")]
    calls = ("cv2.imwrite", "cv2.imread", "np.fromfile")
    assert [path for path in sources if any(call in path.read_text("utf-8") for call in calls)] == []
