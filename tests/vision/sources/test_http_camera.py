"""Cameras over HTTP: what is borne of them, where they may lead, and that their passwords stay secret."""

import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from hashlib import md5
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.referee.errors import words_of
from lab.fuzzing.hostile_camera import HostileCamera, SentPieces
from tests.saying import refused
from vision.sources.http_camera import USUAL_PATHS, HttpCamera, Limits, decoded
from vision.sources.live import Patience
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


def with_thumbnail(grey: int) -> bytes:
    """A JPEG whose EXIF holds another whole JPEG."""
    whole, inner = jpeg(grey), b"Exif\0\0" + jpeg(5)
    return whole[:2] + b"\xff\xe1" + (len(inner) + 2).to_bytes(2, "big") + inner + whole[2:]


def lying(kind: str, data: bytes) -> bytes:
    """A part of a multipart stream that tells its picture wrongly."""
    end = b"\r\n"
    length = {"short": len(data) - 20, "long": len(data) + 300, "nothing": 0}.get(kind, len(data))
    head = {
        "no dashes": b"f\r\nContent-Type: image/jpeg\r\n",
        "two lengths": b"--f\r\nContent-Length: 3\r\nContent-Length: %d\r\n" % length,
        "no length, glued": b"--f\r\nContent-Type: image/jpeg\r\n",
        "no number": b"--f\r\nContent-Length: many\r\n",
    }.get(kind, b"--f\r\nContent-Length: %d\r\n" % length)
    return head + end + data + (b"" if kind == "no length, glued" else end)


KINDS = ("no dashes", "short", "long", "nothing", "two lengths", "no length, glued", "no number")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("quote", ["f", "'f'", '"f"'])
def test_parts_that_lie_are_cut_out_by_their_own_bytes(server: HostileCamera, kind: str, quote: str) -> None:
    pictures = [with_thumbnail(40), jpeg(80), with_thumbnail(120), jpeg(160)]
    head = MULTIPART.replace(b"boundary=f", f"boundary={quote}".encode())
    server.scripts["video"] = SentPieces([head, *(lying(kind, data) for data in pictures), b"--f--\r\n"])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/video")
    assert [grey(camera) for _ in range(4)] == [40, 80, 120, 160]


def test_pictures_without_an_end_of_image_are_read(server: HostileCamera) -> None:
    """As ESP32-CAM and many USB cameras send them; one that was cut short in the middle is none."""
    pictures = [jpeg(40)[:-2], jpeg(80)[:-2], jpeg(120)]
    server.scripts["video"] = SentPieces([MULTIPART, *(lying("honest", data) for data in pictures)])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/video")
    assert [grey(camera) for _ in range(3)] == [40, 80, 120]
    server.scripts["video"] = SentPieces([MULTIPART, lying("honest", jpeg(40)[:-40]), lying("honest", jpeg(80))])
    assert grey(HttpCamera(f"http://127.0.0.1:{server.port}/video")) == 80


def test_a_picture_that_another_one_cuts_short_is_passed_over(server: HostileCamera) -> None:
    torn = jpeg(40)[:-60]
    server.scripts["video"] = SentPieces([MULTIPART, lying("nothing", torn), lying("nothing", jpeg(80))])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/video")
    assert [grey(camera) for _ in range(2)] == [80, None]


def test_a_picture_that_never_ends_and_pictures_one_behind_the_other_are_read(server: HostileCamera) -> None:
    server.scripts["one"] = SentPieces([SINGLE, jpeg(90)], hangs=True)
    assert grey(HttpCamera(f"http://127.0.0.1:{server.port}/one")) == 90
    server.scripts["many"] = SentPieces([SINGLE, jpeg(90), jpeg(100) + jpeg(110)])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/many")
    assert [grey(camera) for _ in range(3)] == [90, 100, 110]


REFUSALS = {
    "wants a name": b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n",
    "web page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",
    "error 404": b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
    "error 503": b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n",
    "another machine": b"HTTP/1.1 302 Found\r\nLocation: http://localhost/\r\n\r\n",
    "no pictures that can be read": b"nonsense\r\n\r\n",
}


@pytest.mark.parametrize("words", REFUSALS)
def test_why_there_is_no_picture_is_said(server: HostileCamera, words: str) -> None:
    server.scripts["v"] = SentPieces([REFUSALS[words]])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}/v")
    assert not camera.isOpened() and camera.trouble is not None
    assert words in words_of(camera.trouble)


# The server of these tests answers by the path alone.
@pytest.mark.parametrize("path", [path for path in USUAL_PATHS if "?" not in path])
@pytest.mark.parametrize("typed", ["", "/"])
def test_the_address_of_a_front_page_leads_to_its_pictures(server: HostileCamera, path: str, typed: str) -> None:
    """It is what the app on the phone shows, and what people type."""
    server.scripts[""] = SentPieces([REFUSALS["web page"]])
    server.scripts[path[1:]] = SentPieces([SINGLE, jpeg(120)])
    camera = HttpCamera(f"http://ann:s@127.0.0.1:{server.port}{typed}", Limits(pause=0))
    assert [grey(camera) for _ in range(2)] == [120] * 2 and not camera.video
    assert "Authorization" in server.scripts[path[1:]].asked[0]
    assert len(server.scripts[""].asked) <= 2


def test_a_front_page_without_pictures_behind_it_is_told_as_a_page(server: HostileCamera) -> None:
    server.scripts[""] = SentPieces([REFUSALS["web page"]])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}")
    assert camera.trouble and "web page" in words_of(camera.trouble)
    server.scripts["video"] = SentPieces([REFUSALS["wants a name"]])
    camera = HttpCamera(f"http://127.0.0.1:{server.port}")
    assert camera.trouble and "wants a name" in words_of(camera.trouble)


def test_a_wrong_password_and_a_camera_that_is_off_are_told_apart(server: HostileCamera) -> None:
    server.scripts["v"] = SentPieces([REFUSALS["wants a name"]])
    wrong = HttpCamera(f"http://ann:s3cret@127.0.0.1:{server.port}/v")
    off = HttpCamera("http://ann:s3cret@127.0.0.1:9/v")
    assert wrong.trouble and "does not take this name and password" in words_of(wrong.trouble)
    assert off.trouble and "cannot be reached" in words_of(off.trouble)
    assert not any("s3cret" in words_of(camera.trouble) for camera in (wrong, off) if camera.trouble)


def test_a_chunk_of_impossible_length_ends_the_connection_and_nothing_else(server: HostileCamera) -> None:
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
    for length in (b"FFFFFFFFFFFFFFFF", b"F" * 24, b"-5", b"0x10", b"7FFFFFFFFFFFFFFF"):
        server.scripts["v"] = SentPieces([chunked, length + b"\r\n" + jpeg(80)])
        camera = HttpCamera(f"http://127.0.0.1:{server.port}/v", Limits(picture=0.5))
        assert grey(camera) in (None, 80) and (camera.isOpened() or camera.trouble is not None)


def test_the_source_says_why_and_forgets_it_when_pictures_come(server: HostileCamera) -> None:
    server.scripts["v"] = SentPieces([REFUSALS["error 404"]])
    source = open_source(f" 127.0.0.1:{server.port}/v ", Patience(retry=0.05))
    try:
        assert until(lambda: source.trouble is not None)
        assert source.trouble and "error 404" in words_of(source.trouble)
        server.scripts["v"] = SentPieces([MULTIPART, part(jpeg(50))], hangs=True)
        assert until(lambda: source.next(0.1) is not None) and source.trouble is None
    finally:
        source.close()


def until(true: Callable[[], object], seconds: float = 120.0) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


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
