"""Asks an RTSP camera why it gave no picture: the library that reads its film does not tell."""

import socket
import ssl
import time
from typing import Final
from urllib.parse import SplitResult, urlsplit

from vision.errors import VisionError
from vision.sources.http_camera import basic, digest
from vision.sources.masking import masked_name

SCHEMES: Final = ("rtsp", "rtsps")
PORTS: Final = {"rtsp": 554, "rtsps": 322}
# Seconds until it must answer, and the longest head of an answer.
ANSWERS, LONGEST_HEAD = 4.0, 16384
OK, UNAUTHORISED = 200, 401
# What each error is told as, the special ones first.
_WORDS: Final = (
    (ConnectionRefusedError, "shut"),
    (TimeoutError, "silent"),
    (OSError, "unreachable"),
    (ValueError, "no_stream"),
)


def why_silent(address: str) -> VisionError:
    """Return the reason for which a camera gave no picture a moment ago. Raises nothing."""
    name = masked_name(address)
    try:
        parts = urlsplit(address)
        status = _status(parts)
    except (OSError, ValueError) as error:
        return VisionError(next(f"vision.stream.{word}" for kind, word in _WORDS if isinstance(error, kind)), name=name)
    if status == UNAUTHORISED:
        return VisionError("vision.stream.login" if parts.username is None else "vision.stream.wrong_login", name=name)
    if status != OK:
        return VisionError("vision.stream.status", name=name, status=status)
    return VisionError("vision.stream.no_film", name=name)


def _status(address: SplitResult) -> int:
    """Return the status of a camera's answer, to name and password where it wants them. Raises as `_described` does."""
    status, head = _described(address, "")
    if status != UNAUTHORISED or address.username is None:
        return status
    lines = (line.partition(":") for line in head.splitlines())
    told = [value.strip() for name, _, value in lines if name.lower() == "www-authenticate"]
    asks_digest = any(each.lower().startswith("digest ") for each in told)
    return _described(address, digest(address, told, "DESCRIBE") if asks_digest else basic(address))[0]


def _described(address: SplitResult, login: str) -> tuple[int, str]:
    """Ask what a camera sends. Returns the status and the head of its answer. Raises OSError where there is none,
    ValueError where it is not RTSP."""
    url = address._replace(netloc=address.netloc.rpartition("@")[2]).geturl()
    lines = [f"DESCRIBE {url} RTSP/1.0", "CSeq: 1", "Accept: application/sdp", "User-Agent: pyramid-companion"]
    asked = "\r\n".join([*lines, *([f"Authorization: {login}"] if login else []), "", ""])
    until = time.monotonic() + ANSWERS
    with _connected(address) as connected:
        connected.sendall(asked.encode("latin-1", "replace"))
        head = b""
        while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
            connected.settimeout(max(0.01, until - time.monotonic()))
            more = connected.recv(4096)
            if not more:
                break
            head += more
    first, _, rest = head.decode("latin-1").partition("\r\n")
    match first.split(" "):
        case [version, status, *_] if version.startswith("RTSP/") and status.isascii() and status.isdigit():
            return int(status[:4]), rest
    raise ValueError("not RTSP")


def _connected(address: SplitResult) -> socket.socket:
    """Raises OSError where nothing answers, ValueError for what is no address."""
    if address.scheme not in PORTS or not address.hostname:
        raise ValueError("not RTSP")
    connected = socket.create_connection((address.hostname, address.port or PORTS[address.scheme]), ANSWERS)
    if address.scheme == "rtsp":
        return connected
    # Cameras at home make their own certificates.
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE
    return unchecked.wrap_socket(connected)
