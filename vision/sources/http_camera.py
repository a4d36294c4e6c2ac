"""A camera that serves pictures over HTTP: motion JPEG (multipart/x-mixed-replace), or one picture a request.

Nothing that a server sends can take more memory or time than `Limits` allow. Redirections are followed only to http or
https on the host that was named: a camera's pictures come from that camera, and its password is for nobody else.
Certificates are not checked: cameras at home make their own.
"""

import http.client
import io
import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urljoin, urlsplit
from urllib.request import (
    AbstractDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    Request,
    parse_http_list,
    parse_keqv_list,
)

from vision.image import Image
from vision.sources import picture_files

SCHEMES: Final = ("http", "https")
REDIRECTIONS: Final = frozenset({301, 302, 303, 307, 308})
PICTURES: Final = frozenset({"image/jpeg", "image/jpg", "image/png"})
# A line of a part's header in bytes, and how many such lines there are at most.
LONGEST_LINE, MOST_LINES = 8192, 100
CHUNK: Final = 65536
# A JPEG that was cut short has no such end; some cameras send a few bytes behind it.
_END_OF_JPEG, _BEHIND_END = b"\xff\xd9", 64


@dataclass(frozen=True)
class Limits:
    """What is borne of a server. Seconds: `connect` until it answers, `picture` until a picture is whole, `pause`
    between two requests for single pictures. `largest` bytes and `pixels` of a picture;
    `redirections` one after the other.
    """

    connect: float = 5.0
    picture: float = 10.0
    pause: float = 0.1
    largest: int = 20_000_000
    pixels: int = 40_000_000
    redirections: int = 3


class HttpCamera:
    """A connection, used as OpenCV's captures are (`vision.sources.live.Capture`). Raises nothing: what a server does
    wrong ends the connection.

    `video` is the address to open otherwise where the server sends something else than pictures, such as a film; ""
    else.
    """

    def __init__(self, address: str, limits: Limits | None = None) -> None:
        self.video = ""
        self._address, self._limits = address, limits or Limits()
        self._response: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._until = _Deadline()
        self._boundary: tuple[bytes, ...] | None = None
        self._at_part = False
        self._asked = 0.0
        self._grabbed = b""
        self._guarded(self._open)

    def isOpened(self) -> bool:  # noqa: N802
        return self._response is not None

    def grab(self) -> bool:
        """Take the next picture as it comes, undecoded."""
        return self._response is not None and self._guarded(self._next)

    def retrieve(self) -> tuple[bool, Image | None]:
        """Decode the picture taken last; False where it is none that is whole and of a possible size."""
        image = decoded(self._grabbed, self._limits.pixels)
        return image is not None, image

    def release(self) -> None:
        response, self._response = self._response, None
        connected, self._socket = self._socket, None
        for held in (response, connected):
            if held is not None:
                with suppress(OSError, ValueError):
                    held.close()

    def _guarded(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except (OSError, ValueError, http.client.HTTPException):
            self.release()
            return False
        return True

    def _open(self) -> None:
        address, login = urlsplit(self._address), ""
        for _ in range(1 + self._limits.redirections):
            response = self._request(address, login)
            if response.status in REDIRECTIONS:
                address, login = _elsewhere(address, response.headers.get("Location", "")), ""
            elif response.status == http.client.UNAUTHORIZED and not login:
                login = _digest(address, response.headers)
            else:
                self._take(response, address)
                return
            response.close()
            self.release()
        raise OSError("redirected again and again")

    def _request(self, address: SplitResult, login: str) -> http.client.HTTPResponse:
        if address.scheme not in SCHEMES or not address.hostname:
            raise OSError("not http")
        self._asked = time.monotonic()
        self._until.in_seconds(self._limits.connect)
        connection = _connection(address, self._limits.connect)
        connection.connect()
        self._socket = connection.sock
        connection.sock = _TimedSocket(connection.sock, self._until)
        connection.request("GET", _path(address), headers=_headers(address, login))
        return connection.getresponse()

    def _take(self, response: http.client.HTTPResponse, address: SplitResult) -> None:
        kind = response.headers.get_content_type()
        if response.status != http.client.OK:
            raise OSError(f"answered {response.status}")
        if kind.startswith("multipart/"):
            name = str(response.headers.get_param("boundary") or "").encode("latin-1", "replace")
            # Some cameras count the two dashes before a boundary as part of it.
            self._boundary = (b"--" + name, name) if name.startswith(b"--") else (b"--" + name,)
        elif kind not in PICTURES:
            self.video = address.geturl()
            raise OSError("no pictures")
        self._response = response

    def _next(self) -> None:
        if self._boundary is None and self._grabbed:
            time.sleep(max(0.0, self._asked + self._limits.pause - time.monotonic()))
            self.release()
            self._open()
        assert self._response is not None
        self._until.in_seconds(self._limits.picture)
        self._grabbed = self._bytes(self._response.length) if self._boundary is None else self._part(self._boundary)

    def _part(self, boundary: tuple[bytes, ...]) -> bytes:
        """The body of the next part."""
        while not self._at_part:
            self._at_part = self._line(CHUNK).startswith(b"--")
        length = self._part_header().get("Content-Length", "").strip()
        self._at_part = False
        if not length:
            return self._up_to(boundary)
        if not (length.isascii() and length.isdigit()):
            raise ValueError("no length")
        return self._bytes(int(length[:12]))

    def _part_header(self) -> Message:
        header = Message()
        for _ in range(MOST_LINES):
            line = self._line(LONGEST_LINE)
            if not line.strip():
                return header
            name, _, value = line.decode("latin-1").partition(":")
            header[name.strip()] = value.strip()
        raise ValueError("a header without end")

    def _up_to(self, boundary: tuple[bytes, ...]) -> bytes:
        data = bytearray()
        while len(data) <= self._limits.largest:
            line = self._line(CHUNK)
            if line.startswith(boundary):
                self._at_part = True
                return bytes(data)
            data += line
        raise ValueError("too large")

    def _line(self, longest: int) -> bytes:
        assert self._response is not None
        line = self._response.readline(longest)
        if not line:
            raise OSError("the end")
        return line

    def _bytes(self, length: int | None) -> bytes:
        """So many bytes, or all there are."""
        assert self._response is not None
        limit = self._limits.largest
        if length is not None and length > limit:
            raise ValueError("too large")
        data = bytearray()
        while more := self._response.read(min(CHUNK, (limit + 1 if length is None else length) - len(data))):
            data += more
        if len(data) != length if length is not None else len(data) > limit:
            raise ValueError("another length")
        return bytes(data)


def decoded(data: bytes, pixels: int) -> Image | None:
    """A JPEG or PNG, H x W x 3, blue-green-red; None where it is none, cut short, or of more than so many pixels."""
    width, height = picture_files.announced_size(data)
    if not 0 < width * height <= pixels:
        return None
    if not picture_files.is_whole(data):
        return None
    if data.startswith(b"\xff\xd8") and _END_OF_JPEG not in data[-_BEHIND_END:]:
        return None
    return picture_files.decoded(data)


def _connection(address: SplitResult, timeout: float) -> http.client.HTTPConnection:
    host = address.hostname or ""
    if address.scheme == "http":
        return http.client.HTTPConnection(host, address.port, timeout=timeout)
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, address.port, timeout=timeout, context=unchecked)


def _path(address: SplitResult) -> str:
    return (address.path or "/") + (f"?{address.query}" if address.query else "")


def _headers(address: SplitResult, login: str) -> dict[str, str]:
    """What is asked with: `login` is the answer to a challenge, without one the name and password of the address."""
    headers = {"User-Agent": "pyramid-companion", "Accept": "multipart/x-mixed-replace, image/jpeg, */*;q=0.1"}
    if address.username is not None:
        known = ":".join(_login(address)).encode()
        headers["Authorization"] = login or "Basic " + b64encode(known).decode()
    return headers


def _login(address: SplitResult) -> tuple[str, str]:
    return unquote(address.username or ""), unquote(address.password or "")


def _digest(address: SplitResult, headers: Message) -> str:
    """The answer to a server that wants a digest of the password (RFC 7616). Raises OSError where it wants something
    else or no password is known, ValueError for a digest of a kind that nobody here knows."""
    challenges = (each.partition(" ") for each in headers.get_all("WWW-Authenticate", []))
    wanted = next((rest for kind, _, rest in challenges if kind.lower() == "digest"), None)
    if wanted is None or address.username is None:
        raise OSError("name and password are wrong")
    url = f"{address.scheme}://{address.netloc.rpartition('@')[2]}{_path(address)}"
    passwords = HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, url, *_login(address))
    challenge = parse_keqv_list(parse_http_list(wanted))
    answer = AbstractDigestAuthHandler(passwords).get_authorization(Request(url), challenge)
    if not answer:
        raise OSError("a digest that cannot be made")
    return f"Digest {answer}"


def _elsewhere(address: SplitResult, location: str) -> SplitResult:
    """Where a redirection leads. Raises OSError where that is not the same camera, or the password would be bared."""
    target = urlsplit(urljoin(address.geturl(), location))
    if target.scheme not in SCHEMES or target.hostname != address.hostname:
        raise OSError("redirected to something else")
    if address.scheme == "https" and target.scheme == "http":
        raise OSError("redirected from https to http")
    known, at, _ = address.netloc.rpartition("@")
    return target._replace(netloc=known + at + target.netloc.rpartition("@")[2])


class _Deadline:
    """Until when something is to be done; what takes longer raises TimeoutError however lively the other side is."""

    def __init__(self) -> None:
        self._at = 0.0

    def in_seconds(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds, more than none. Raises TimeoutError."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError("too slow")
        return left


class _TimedSocket:
    """What http.client uses of a socket. A socket's own timeout is for each read: a server that sends a byte a second
    would never reach it."""

    def __init__(self, connected: socket.socket, until: _Deadline) -> None:
        self._connected, self._until = connected, until

    def sendall(self, data: Any) -> None:
        self._connected.settimeout(self._until.left())
        self._connected.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connected, self._until), CHUNK)

    def close(self) -> None:
        """Nothing: http.client closes what a response still reads; `HttpCamera.release` closes the socket."""


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, until: _Deadline) -> None:
        self._connected, self._until = connected, until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connected.settimeout(self._until.left())
        return self._connected.recv_into(buffer)
