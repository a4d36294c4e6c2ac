"""A recording that is none, or that was tampered with, gets one clear sentence."""

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.referee.errors import RefereeError, words_of
from companion.referee.keeping.recording import Event, load
from companion.texts.language import LANGUAGES, language
from tests.referee.simulated_referee import main
from tests.referee.simulation import Script
from vision.errors import VisionError
from vision.sources.picture_files import load_picture

GAME = b'{"game": "looney-blockade", "events": [{"t": %s, "frame": "a.jpg"}]}'
FRAME = Event(0, 0.0, "frame", "a.jpg")


def recording(folder: Path, content: bytes) -> Path:
    (folder / "recording.json").write_bytes(content)
    return folder


BAD: dict[str, tuple[bytes, str]] = {
    "a time of 400 digits": (GAME % (b"9" * 400), "too long"),
    "a time of 5000 digits": (GAME % (b"9" * 5000), "too long"),
    "a time beyond floats": (GAME % b"1e400", "not finite"),
    "a time that prints 309 digits": (GAME % b"1e308", "0 to 1000000000"),
    "no finite time": (GAME % b"NaN", "not finite"),
    "100,000 brackets": (b"[" * 100_000, "nested"),
    "deep, but not too deep for Python": (GAME % (b"[" * 60 + b"]" * 60), "nested"),
    "a corner of 400 digits": (b'{"a1": [' + b"9" * 400 + b", 1], " + (GAME % b"0")[1:], "too long"),
    "half a character": (b'{"mirror": "\\ud800", ' + (GAME % b"0")[1:], "half a character"),
    "no UTF-8": (b"\xff\xfe{}", "UTF-8"),
    "a game that is a list": (b'{"game": ["looney-blockade"], "events": []}', "game: a text"),
    "options of another game": (b'{"options": {"BK-02": {}}, ' + (GAME % b"0")[1:], "BK-02"),
    "a name with a NUL": (b'{"game": "looney-blockade", "events": [{"t": 0, "frame": "a\\u0000.jpg"}]}', "folder"),
    "a name of 300 letters": (
        b'{"game": "looney-blockade", "events": [{"t": 0, "frame": "' + b"a" * 300 + b'"}]}',
        "folder",
    ),
    "an event that is a number": (b'{"game": "looney-blockade", "events": [7]}', "events[0]: an object"),
}


@pytest.mark.parametrize(("content", "told"), BAD.values(), ids=BAD)
def test_nonsense_is_told_in_one_sentence(
    tmp_path: Path, content: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", str(recording(tmp_path, content))]) == 1
    out, err = capsys.readouterr()
    assert out == "" and told in err and "recording.json" in err
    assert len(err.splitlines()) == 1 and len(err) < 500


def test_it_is_told_in_every_language(tmp_path: Path) -> None:
    with pytest.raises(RefereeError) as caught:
        load(recording(tmp_path, GAME % b'"soon"'))
    said = {language(code).say(caught.value.reason) for code in LANGUAGES}
    assert len(said) == len(LANGUAGES) and all("recording.json" in words and "soon" in words for words in said)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert load(recording(tmp_path, b"\xef\xbb\xbf" + GAME % b"0")).events[0].value == "a.jpg"


def test_a_message_names_its_event_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", str(recording(tmp_path, GAME % b"0"))]) == 1
    err = capsys.readouterr().err
    assert err.count("event 0") == 1 and err.count("a.jpg") == 2, err


def huge_jpeg(width: int = 65_000, height: int = 16_000) -> bytes:
    """A picture of a few kilobytes whose header announces another size."""
    data = bytearray(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def huge_png(width: int = 65_000, height: int = 16_000) -> bytes:
    data = bytearray(cv2.imencode(".png", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (huge_jpeg(), "vision.picture.large"),
        (huge_jpeg()[:2] + b"\xff" * 7 + huge_jpeg()[2:], "vision.picture.large"),
        (huge_png(), "vision.picture.large"),
        (huge_png(0, 5), "vision.picture.kind"),
        (cv2.imencode(".bmp", np.zeros((16, 16, 3), np.uint8))[1].tobytes(), "vision.picture.kind"),
        (huge_jpeg(16, 16)[:-40], "vision.picture.cut_short"),
        (huge_png(16, 16)[:-14], "vision.picture.cut_short"),
        (b"", "vision.picture.kind"),
        (b"\xff\xd8", "vision.picture.kind"),
    ],
)
def test_a_picture_that_is_none_is_refused_before_it_takes_memory(tmp_path: Path, data: bytes, key: str) -> None:
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(VisionError) as caught:
        load(recording(tmp_path, GAME % b"0")).picture(FRAME)
    assert caught.value.key == key and "a.jpg" in words_of(caught.value)


def test_whatever_lies_elsewhere_is_no_picture_of_a_recording(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    elsewhere = tmp_path / "elsewhere.jpg"
    elsewhere.write_bytes(huge_jpeg(16, 16))
    found = load(recording(folder, GAME % b"0"))
    for target in (elsewhere, Path("/dev/zero")):
        (folder / "a.jpg").symlink_to(target)
        with pytest.raises(RefereeError, match="recording's folder"):
            found.picture(FRAME)
        (folder / "a.jpg").unlink()
    (folder / "a.jpg").mkdir()
    with pytest.raises(VisionError):
        found.picture(FRAME)


def test_a_device_is_no_picture() -> None:
    with pytest.raises(VisionError):
        load_picture(Path("/dev/zero"))


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    folder = Script(tmp_path / "game").frame({"a1": "C3"}).write()
    found = load(folder)
    assert json.loads((folder / "recording.json").read_text())["events"][0]["frame"] == found.events[0].value
    assert found.picture(found.events[0]).image.ndim == 3
