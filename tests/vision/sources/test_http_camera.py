"""Cameras over HTTP: what is borne of them, where they may lead, and that their passwords stay secret."""

import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from hashlib import md5
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.fuzzing.hostile_camera import HostileCamera, SentPieces
from tests.saying import refused
from vision.sources.http_camera import HttpCamera, Limits, decoded
from vision.sources.opening import open_source

MULTIPART = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=f\r\n\r\n"
SINGLE = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n"


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes()


def part(data: bytes) -> bytes:
    return b"--f\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n"


def to(address: str) -> SentPieces:
    return SentPieces([f"HTTP/1.1 302 Found\r\nLocation: {address}\r\n\r\n".encode()])


@pytest.fixture
def server() -> Iterator[HostileCamera]:
    with HostileCamera() as server:
        yield server


def grey(camera: HttpCamera) -> int | None:
    if not camera.grab():
        return None
    there, image = camera.retrieve()
    return round(float(image.mean())) if there and image is not None else None


def test_a_picture_that_claims_more_than_a_camera_has_takes_no_memory() -> None:
    data = bytearray(jpeg(90))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = (16_000).to_bytes(2, "big") + (65_000).to_bytes(2, "big")
    assert decoded(bytes(data), Limits().pixels) is None
    assert decoded(jpeg(90), 64 * 48) is not None and decoded(jpeg(90), 64 * 48 - 1) is None
    assert decoded(jpeg(90)[:-80], Limits().pixels) is None


def test_a_snapshot_is_asked_for_again_and_again(server: HostileCamera) -> None:
    server.scripts["shot"] = SentPieces([SINGLE, jpeg(120)])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/shot", Limits(pause=0))
    assert [grey(camera) for _ in range(3)] == [120] * 3
    assert len(server.scripts["shot"].asked) == 3


def test_a_camera_may_lead_to_another_address_of_its_own(server: HostileCamera) -> None:
    server.scripts["video"] = SentPieces([MULTIPART, part(jpeg(50)), part(jpeg(60))])
    server.scripts["old"] = to("/video")
    camera = HttpCamera(f"http://ann:s%20t@127.0.0.1:{server.port}/old")
    assert [grey(camera) for _ in range(3)] == [50, 60, None]
    (asked,) = server.scripts["video"].asked
    (key,) = [line for line in asked.splitlines() if line.startswith("Authorization: Basic ")]
    assert b64decode(key.split()[-1]) == b"ann:s t"


def test_a_camera_may_want_a_digest_of_the_password(server: HostileCamera) -> None:
    """The answer is that of RFC 7616, without a quality of protection."""
    challenge = b'WWW-Authenticate: Digest realm="cam", nonce="n1", algorithm=MD5\r\n'
    server.scripts["shot"] = SentPieces([b"HTTP/1.1 401 No\r\n" + challenge + b"Content-Length: 0\r\n\r\n"])
    camera = HttpCamera(f"http://ann:s%20t@127.0.0.1:{server.port}/shot?size=2")
    assert not camera.isOpened()
    _, answered = server.scripts["shot"].asked
    of = [md5(part.encode(), usedforsecurity=False).hexdigest() for part in ("ann:cam:s t", "GET:/shot?size=2")]
    wanted = md5(f"{of[0]}:n1:{of[1]}".encode(), usedforsecurity=False).hexdigest()
    assert f'response="{wanted}"' in answered and 'username="ann"' in answered


@pytest.mark.parametrize(
    "target", ["file:///etc/hostname", "ftp://127.0.0.1/", "data:image/jpeg,", "http://localhost:{}/x"]
)
def test_a_camera_may_lead_nowhere_else(server: HostileCamera, target: str) -> None:
    server.scripts["video"] = to(target.format(server.port))
    camera = HttpCamera(f"http://ann:secret@127.0.0.1:{server.port}/video")
    assert not camera.isOpened() and not camera.video
    assert server.strays == []


@pytest.mark.parametrize("name", ["file:///etc/passwd", "ftp://ann:secret@host/x", "data://x", "concat://a"])
def test_what_is_no_cameras_address_is_refused(name: str) -> None:
    with refused("is no camera's address") as error:
        open_source(name)
    assert "secret" not in str(error)


def test_an_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("NOWHERE is not set"):
        open_source("env:NOWHERE")
    monkeypatch.setenv("CAMERA", "gone.avi")
    with refused("there is no gone.avi"):
        open_source("env:CAMERA")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["cameras {}", "referee game --camera {}", "record game --camera {}"])
@pytest.mark.parametrize("answer", ["refused", "gone", "elsewhere", "film"])
def test_no_password_is_in_anything_that_a_command_writes(
    server: HostileCamera, tmp_path: Path, command: str, answer: str
) -> None:
    scripts = {
        "refused": SentPieces([b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"]),
        "elsewhere": to("http://ann:s3cret@localhost/?t=s3cret"),
        "film": SentPieces([b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\nnone"]),
    }
    server.scripts = {"v": scripts[answer]} if answer in scripts else {}
    port = server.port if answer in scripts else 9
    address = f"http://ann:s3cret@127.0.0.1:{port}/v?token=s3cret"
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *command.format(address).split()],
        check=False, cwd=tmp_path, input="quit\n", capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr
    written = done.stdout + done.stderr + "".join(p.read_text("latin-1") for p in tmp_path.rglob("*") if p.is_file())
    assert "s3cret" not in written
    if command.startswith("cameras") and answer != "film":
        assert "http://***@127.0.0.1" in written
