"""Picture files: what is damaged is refused before it costs anything."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.saying import refused
from vision.sources.http_camera import decoded
from vision.sources.picture_files import load_picture

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
