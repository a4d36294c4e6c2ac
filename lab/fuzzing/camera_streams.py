"""Answers of cameras on the network that are slow, endless, spoilt, hostile or somewhere else.

Whatever comes: no exception, no more memory and time than `Limits` say, no picture but those that were sent whole, in
their order and once each, and no request that leads away from the camera.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import cv2
import numpy as np

from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.hostile_camera import HostileCamera, SentPieces
from vision.sources.http_camera import HttpCamera, Limits

LIMITS: Final = Limits(connect=5.0, picture=5.0, pause=0.0, largest=200_000, pixels=1_000_000)
IMPATIENT: Final = replace(LIMITS, connect=0.15, picture=0.15)
"""For servers of which it is known that they never end."""
MOST_SECONDS: Final = 20.0
"""What one answer may take, on a busy machine."""
PICTURES: Final = 4
SIZES: Final = ((64, 48), (48, 64), (160, 90))
KEY: Final = "ann:secret@"


@dataclass
class Hostile:
    """A script, the grey levels of the pictures in it that are whole (None where anything may come of its bytes), and
    how patiently it is read."""

    script: SentPieces
    greys: list[int] | None
    limits: Limits = LIMITS
    key: str = ""


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """One connection a round."""
    findings = Findings()
    with HostileCamera() as server:
        for number in rounds:
            kind = rng.choice(list(KINDS))
            answer = KINDS[kind](rng, server.port, f"r{number}")
            server.scripts[f"r{number}"] = answer.script
            address = f"http://{answer.key}127.0.0.1:{server.port}/r{number}?token=secret"
            begun, used = time.monotonic(), time.process_time()
            try:
                got = _read(HttpCamera(address, answer.limits), answer.limits)
            except Exception as error:
                findings.faults.append(f"{kind}: {type(error).__name__}: {error}")
                continue
            findings.took(time.process_time() - used, kind)
            if time.monotonic() - begun > MOST_SECONDS:
                findings.faults.append(f"{kind}: took {time.monotonic() - begun:.1f} s")
            if answer.greys is not None and not _in_order(got, answer.greys):
                findings.faults.append(f"{kind}: pictures {got} of {answer.greys}")
            (findings.taken if got else findings.refused)[kind] += 1
            findings.faults += [f"{kind}: led away to {stray[:80]!r}" for stray in server.strays]
            server.strays.clear()
            del server.scripts[f"r{number}"]
    return findings


def _read(camera: HttpCamera, limits: Limits) -> list[int]:
    """The grey levels of the pictures that come."""
    got = []
    for _ in range(2 * PICTURES):
        if not camera.grab():
            break
        there, image = camera.retrieve()
        if there and image is not None:
            assert image.shape[0] * image.shape[1] <= limits.pixels
            got.append(round(float(image.mean())))
    camera.release()
    return got


def _in_order(got: list[int], sent: list[int]) -> bool:
    left = iter(sent)
    return all(any(abs(grey - other) <= 2 for other in left) for grey in got)


def _jpeg(grey: int, size: tuple[int, int] = SIZES[0], suffix: str = ".jpg") -> bytes:
    return cv2.imencode(suffix, np.full((size[1], size[0], 3), grey, np.uint8))[1].tobytes()


def _greys(rng: Random) -> list[int]:
    return sorted(rng.sample(range(10, 250, 8), rng.randint(1, PICTURES)))


def _part(data: bytes, boundary: str = "frame", length: object = None, more: str = "") -> bytes:
    told = "" if length is None else f"Content-Length: {length}\r\n"
    return f"--{boundary}\r\nContent-Type: image/jpeg\r\n{told}{more}\r\n".encode() + data + b"\r\n"


def _head(kind: str = "multipart/x-mixed-replace; boundary=frame", status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n{more}\r\n".encode()


def _good(rng: Random, _port: int, _name: str) -> Hostile:
    """Motion JPEG, with and without lengths, of pictures whose sizes may alternate."""
    greys, sizes = _greys(rng), rng.choice((SIZES[:1], SIZES[:2], SIZES))
    boundary, told = rng.choice((("frame", "frame"), ("--frame", "--frame"), ("--frame", "frame"))), rng.random() < 0.5
    parts = []
    for number, grey in enumerate(greys):
        data = _jpeg(grey, sizes[number % len(sizes)])
        parts.append(_part(data, boundary[1], len(data) if told else None))
    head = _head(f"multipart/x-mixed-replace;boundary={boundary[0]}")
    return Hostile(SentPieces([head, *parts, f"--{boundary[1]}--\r\n".encode()]), greys)


def _single(rng: Random, _port: int, _name: str) -> Hostile:
    """One picture a request; the server may not say how long it is."""
    grey, suffix = rng.randrange(10, 250), rng.choice((".jpg", ".png"))
    data = _jpeg(grey, SIZES[0], suffix)
    more = f"Content-Length: {len(data)}\r\n" if rng.random() < 0.5 else ""
    return Hostile(SentPieces([_head("image/png" if suffix == ".png" else "image/jpeg", more=more), data]), [grey] * 99)


def _chunked(rng: Random, _port: int, _name: str) -> Hostile:
    greys = _greys(rng)
    body = b"".join(_part(_jpeg(grey)) for grey in greys) + b"--frame--\r\n"
    return Hostile(SentPieces([_head(more="Transfer-Encoding: chunked\r\n"), _chunks(rng, body)]), greys)


def _chunks(rng: Random, body: bytes) -> bytes:
    out = b""
    while body:
        size = rng.randint(1, 400)
        piece, body = body[:size], body[size:]
        out += f"{len(piece):x}\r\n".encode() + piece + b"\r\n"
    return out + b"0\r\n\r\n"


def _spoilt_chunks(rng: Random, port: int, name: str) -> Hostile:
    """Lengths of chunks that are wrong: what they cut out of the middle of a picture nobody can see."""
    answer = _chunked(rng, port, name)
    data = answer.script.pieces[1]
    spoilt = rng.choice((b"zz\r\n", b"-5\r\n", b"fffffffffff\r\n", b"\r\n\r\n", b""))
    return replace(answer, script=SentPieces([answer.script.pieces[0], spoilt + data[rng.randrange(9) :]]), greys=None)


def _key(rng: Random, port: int, name: str) -> Hostile:
    return replace(_good(rng, port, name), key=KEY)


def _slow(rng: Random, port: int, name: str) -> Hostile:
    """A byte now and then, from somewhere on."""
    whole = b"".join(_good(rng, port, name).script.pieces)
    at = rng.choice((0, 20, len(_head()) + 5))
    return Hostile(SentPieces([whole[:at], *(whole[n : n + 1] for n in range(at, len(whole)))], 0.03), [], IMPATIENT)


def _stalled(rng: Random, port: int, name: str) -> Hostile:
    whole = b"".join(_good(rng, port, name).script.pieces)
    return Hostile(SentPieces([whole[: rng.randrange(len(_head()) + 60)]], hangs=True), [], IMPATIENT)


def _garbage(rng: Random, _port: int, _name: str) -> Hostile:
    noise = rng.randbytes(rng.randrange(5000))
    return Hostile(SentPieces(rng.choice(([noise], [_head(), noise], [_head("image/jpeg"), noise]))), [])


def _mutated(rng: Random, port: int, name: str) -> Hostile:
    """A good answer with a byte changed in its header or a part's; what is read of it is no lie all the same."""
    answer = _good(rng, port, name)
    pieces = [bytearray(piece) for piece in answer.script.pieces]
    piece = rng.choice(pieces)
    piece[rng.randrange(min(60, len(piece)))] = rng.randrange(256)
    return replace(answer, script=SentPieces([bytes(piece) for piece in pieces]), limits=replace(LIMITS, picture=1.0))


def _headers(rng: Random, _port: int, _name: str) -> Hostile:
    """Headers without end: many, long, a line that never ends, and the same of a part."""
    many = "".join(f"X-{n}: {n}\r\n" for n in range(rng.choice((150, 3000))))
    endless = [b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000] + [b"a" * 100_000] * 20
    scripts = (
        [_head(more=many)],
        [_head(more="X: " + "a" * 100_000 + "\r\n")],
        endless,
        [_head(), _part(_jpeg(99), more=many)],
        [_head(), _part(_jpeg(99), more="X" * 3_000_000)],
    )
    return Hostile(SentPieces(rng.choice(scripts)), [])


def _lengths(rng: Random, _port: int, _name: str) -> Hostile:
    """Lengths that are none, too large, or not what follows."""
    data = _jpeg(99)
    length = rng.choice(
        ("-1", "1e9", "99999999999999999999", "0x10", "\u0663", 10**12, 300_000, len(data) - 9, "9" * 5000)
    )
    parts = [_head(), _part(data, length=length)]
    single = [_head("image/jpeg", more=f"Content-Length: {length}\r\n"), data]
    return Hostile(SentPieces(rng.choice((parts, single))), [99] * 99, replace(LIMITS, picture=0.5))


def _endless(rng: Random, _port: int, _name: str) -> Hostile:
    """More than a picture may have, without a length; good pictures behind a wrong boundary are found all the same."""
    much = [b"\xff\xd8" + bytes(100_000)] * 30
    wrong = [_head("multipart/x-mixed-replace; boundary=other"), *[_part(_jpeg(99))] * 400]
    sent = rng.choice(([_head("image/jpeg"), *much], [_head(), _part(b"".join(much))], wrong))
    return Hostile(SentPieces(sent), [99] * 400 if sent is wrong else [])


def _broken(rng: Random, _port: int, _name: str) -> Hostile:
    """Pictures cut short, of sizes that no camera has, or none."""
    data = bytearray(_jpeg(99, SIZES[2]))
    match rng.randrange(4):
        case 0:
            data = data[: len(data) * rng.randint(20, 90) // 100]
        case 1:
            at = data.index(b"\xff\xc0") + 5
            data[at : at + 4] = (16_000).to_bytes(2, "big") + (65_000).to_bytes(2, "big")
        case 2:
            data = bytearray(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (65_000).to_bytes(4, "big") * 2 + bytes(30))
        case _:
            data = bytearray(rng.randbytes(500))
    return Hostile(SentPieces([_head(), *[_part(bytes(data), length=len(data))] * 3]), [])


def _closing(rng: Random, _port: int, _name: str) -> Hostile:
    """Good pictures, then the end in the middle of one."""
    greys = _greys(rng)
    last = _part(_jpeg(250), length=len(_jpeg(250)))
    parts = [_part(data := _jpeg(grey), length=len(data)) for grey in greys]
    return Hostile(SentPieces([_head(), *parts, last[: rng.randrange(len(last) - 40)]]), greys)


def _refused(rng: Random, _port: int, _name: str) -> Hostile:
    status = rng.choice(("401 Unauthorized", "403 Forbidden", "404 Not Found", "500 Oh", "204 No Content", "999 ?"))
    more = 'WWW-Authenticate: Basic realm="cam"\r\n' if "401" in status else ""
    return Hostile(SentPieces([_head(status=status, more=more), _jpeg(99)]), [], key=rng.choice(("", KEY)))


def _film(rng: Random, _port: int, _name: str) -> Hostile:
    return Hostile(SentPieces([_head(rng.choice(("text/html", "video/mp4", "application/json"))), b"<html>"]), [])


def _redirected(rng: Random, port: int, name: str) -> Hostile:
    """To files, to other protocols, hosts and machines, in a circle, or to nowhere."""
    target = rng.choice(
        (
            "file:///etc/passwd", "ftp://127.0.0.1/x", "data:image/jpeg;base64,AAAA", f"http://localhost:{port}/stray",
            f"http://ann:secret@localhost:{port}/stray", f"//localhost:{port}/stray", f"/{name}", f"http://127.0.0.1:{port}/{name}",
            "", "http://", "http://[::1", "gopher://x", "\u00e9", "http://127.0.0.1:99999/", "javascript:alert(1)",
        )
    )  # fmt: skip
    status = rng.choice(("301 Moved", "302 Found", "307 Temporary", "308 Permanent"))
    head = f"HTTP/1.1 {status}\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()
    return Hostile(SentPieces([head]), [], key=rng.choice(("", KEY)))


KINDS: Final[Mapping[str, Callable[[Random, int, str], Hostile]]] = {
    "good": _good,
    "single": _single,
    "chunked": _chunked,
    "key": _key,
    "closing": _closing,
    "mutated": _mutated,
    "spoilt chunks": _spoilt_chunks,
    "slow": _slow,
    "stalled": _stalled,
    "garbage": _garbage,
    "headers": _headers,
    "lengths": _lengths,
    "endless": _endless,
    "broken": _broken,
    "refused": _refused,
    "film": _film,
    "redirected": _redirected,
}
