"""A camera that speaks RTSP and gives no picture: why is said in words of its own."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import md5

import pytest

from companion.referee.errors import words_of
from vision.sources import rtsp
from vision.sources.rtsp import why_silent

CHALLENGE = 'RTSP/1.0 401 No\r\nCSeq: 1\r\nWWW-Authenticate: Digest realm="cam", nonce="n1"\r\n\r\n'


@contextmanager
def camera(*answers: str, hangs: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Answers one connection after the other; yields its port and what it was asked."""
    asked: list[str] = []
    closing = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                for answer in answers or ("",):
                    connection, _ = server.accept()
                    with connection:
                        asked.append(connection.recv(4096).decode())
                        connection.sendall(answer.encode())
                        if hangs:
                            closing.wait(120)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], asked
        closing.set()


@pytest.mark.parametrize(
    ("answer", "login", "words"),
    [
        ("RTSP/1.0 404 Stream Not Found\r\nCSeq: 1\r\n\r\n", "", "error 404"),
        (CHALLENGE, "", "wants a name and a password"),
        ("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 0\r\n\r\n", "", "no film that can be read"),
        ("HTTP/1.1 400 Bad Request\r\n\r\n", "", "not as an RTSP camera"),
        ("RTSP/1.0 \u00b2 x\r\n\r\n", "", "not as an RTSP camera"),
        ("", "", "not as an RTSP camera"),
        ("x" * 40_000, "", "not as an RTSP camera"),
    ],
)
def test_each_answer_that_is_no_film_is_told_in_its_own_words(answer: str, login: str, words: str) -> None:
    with camera(answer) as (port, _):
        assert words in words_of(why_silent(f"rtsp://{login}127.0.0.1:{port}/live"))


def test_a_wrong_password_is_found_out_by_answering_the_challenge_and_never_told() -> None:
    with camera(CHALLENGE, CHALLENGE) as (port, asked):
        url = f"rtsp://127.0.0.1:{port}/live"
        told = words_of(why_silent(url.replace("//", "//ann:s3cret@")))
    assert "does not take this name and password" in told and "s3cret" not in told + "".join(asked)
    of = [md5(part.encode(), usedforsecurity=False).hexdigest() for part in ("ann:cam:s3cret", f"DESCRIBE:{url}")]
    wanted = md5(f"{of[0]}:n1:{of[1]}".encode(), usedforsecurity=False).hexdigest()
    assert f'response="{wanted}"' in asked[1]


def test_a_port_at_which_nothing_listens_and_a_camera_that_says_nothing_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rtsp, "ANSWERS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert "no camera listens at this port" in words_of(why_silent(f"rtsp://127.0.0.1:{free}/live"))
    with camera("", hangs=True) as (port, _):
        assert "does not answer" in words_of(why_silent(f"rtsp://127.0.0.1:{port}/live"))
    assert "cannot be reached" in words_of(why_silent("rtsp://camera.invalid/live"))


@pytest.mark.parametrize(
    "address", ["rtsp://", "rtsp://[x", "rtsp://h:99999/x", "rtsp://a\x00b/x", "rtsp://" + "a" * 9000]
)
def test_no_address_makes_it_raise(address: str) -> None:
    assert words_of(why_silent(address))
