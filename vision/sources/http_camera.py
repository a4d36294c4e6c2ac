"""A camera that serves pictures over HTTP: motion JPEG (multipart/x-mixed-replace), or one picture a request.

Parts with wrong boundaries or lengths are cut out by the pictures' own bytes, as browsers do it. Nothing that a server
sends can take more memory or time than `Limits` allow. Redirections are followed only to http or https on the named
host, so that the password goes nowhere else. Certificates are not checked: cameras at home make their own.
"""

import http.client
import io
import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
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

from vision.errors import VisionError
from vision.image import Image
from vision.sources import picture_files
from vision.sources.masking import masked_name
from vision.sources.picture_stream import JPEG, PNG, first_picture

SCHEMES: Final = ("http", "https")
REDIRECTIONS: Final = frozenset({301, 302, 303, 307, 308})
PICTURES: Final = frozenset({"image/jpeg", "image/jpg", "image/png"})
# Longest line of a part's header in bytes, and most such lines.
LONGEST_LINE, MOST_LINES = 8192, 100
CHUNK: Final = 65536
# Where pictures are at cameras and apps that have a front page: IP Webcam, DroidCam, mjpg-streamer, ESP32-CAM, others.
USUAL_PATHS: Final = (
    "/video",
    "/videofeed",
    "/mjpegfeed",
    "/mjpeg",
    "/?action=stream",
    "/stream",
    "/video.mjpg",
    "/live",
    "/shot.jpg",
    "/capture",
    "/snapshot.jpg",
)
# End of a complete JPEG, and how far from the last byte it is sought: some cameras send a few bytes behind it.
_END_OF_JPEG, _BEHIND_END = b"\xff\xd9", 64
# First bytes of a picture, sought in a line of a multipart stream that is neither boundary nor header.
_FIRST_BYTES: Final = (JPEG, PNG)


@dataclass(frozen=True)
class Limits:
    """Limits on a server."""

    connect: float = 5.0
    """Seconds until it must answer."""
    picture: float = 10.0
    """Seconds until a picture must be complete."""
    pause: float = 0.1
    """Seconds between two requests for single pictures."""
    largest: int = 20_000_000
    """Bytes of a picture."""
    pixels: int = 40_000_000
    """Pixels of a picture."""
    redirections: int = 3
    """Redirections in a row."""


class _RefusedError(OSError):
    """The server does something else than send pictures; `vision.stream.NAME` says what."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(name)
        self.name, self.values = name, values


class HttpCamera:
    """A connection, used like OpenCV's captures (`vision.sources.live.Capture`). Raises nothing: an error of the server
    ends the connection, and `trouble` says what it was.

    `video`: address to open otherwise if the server sends something else than pictures, such as a film; "" if not.
    """

    def __init__(self, address: str, limits: Limits | None = None) -> None:
        self.video = ""
        self.trouble: VisionError | None = None
        self._address, self._limits = address, limits or Limits()
        self._response: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._until = _Deadline()
        self._multipart = False
        # Bytes of the next pictures once boundaries or lengths were found wrong; None before.
        self._scanned: bytearray | None = None
        # True once a picture came that was whole but for its end of image.
        self._lacks_ends = False
        self._asked = 0.0
        self._grabbed = b""
        self._guarded(self._open)

    def isOpened(self) -> bool:  # noqa: N802
        return self._response is not None

    def grab(self) -> bool:
        """Take the next picture, undecoded."""
        return self._response is not None and self._guarded(self._next)

    def retrieve(self) -> tuple[bool, Image | None]:
        """Decode the picture taken last; False if it is not a complete one of an allowed size."""
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
        except Exception as error:  # whatever a server makes the libraries raise must not end the camera's thread
            # Whether there is a connection tells an absent camera from one that talks nonsense.
            self.trouble = self._vision_error(error)
            self.release()
            return False
        return True

    def _vision_error(self, error: Exception) -> VisionError:
        name = masked_name(self._address)
        if isinstance(error, _RefusedError):
            return VisionError(f"vision.stream.{error.name}", name=name, **error.values)
        if self._asked and self._socket is None and self._response is None and isinstance(error, OSError):
            return VisionError("vision.stream.unreachable", name=name)
        return VisionError("vision.stream.unreadable", name=name)

    def _open(self) -> None:
        address = urlsplit(self._address)
        try:
            self._open_at(address)
        except _RefusedError as refused:
            # People type what the phone's app shows them: the address of its front page.
            found = refused.name == "page" and address.path in ("", "/") and not address.query and self._sought(address)
            if not found:
                raise

    def _sought(self, page: SplitResult) -> bool:
        """Open the first of the usual addresses behind a front page where pictures are."""
        until = time.monotonic() + self._limits.picture
        for path in USUAL_PATHS:
            self.release()
            if time.monotonic() > until:
                break
            target = page._replace(path=path.partition("?")[0], query=path.partition("?")[2])
            try:
                self._open_at(target)
            except (OSError, ValueError, http.client.HTTPException) as error:
                if isinstance(error, _RefusedError) and error.name in ("login", "wrong_login"):
                    raise
                continue
            self._address, self.video = target.geturl(), ""
            return True
        self.video = ""
        return False

    def _open_at(self, address: SplitResult) -> None:
        login = ""
        for _ in range(1 + self._limits.redirections):
            response = self._request(address, login)
            if response.status in REDIRECTIONS:
                address, login = _elsewhere(address, response.headers.get("Location", "")), ""
            elif response.status == http.client.UNAUTHORIZED and not login:
                login = digest(address, response.headers.get_all("WWW-Authenticate", []))
            else:
                self._take(response, address)
                return
            response.close()
            self.release()
        raise _RefusedError("elsewhere")

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
        if response.status == http.client.UNAUTHORIZED:
            raise _RefusedError("login" if address.username is None else "wrong_login")
        if response.status != http.client.OK:
            raise _RefusedError("status", status=response.status)
        self._multipart = kind.startswith("multipart/")
        self._scanned = None
        if not self._multipart and kind not in PICTURES:
            self.video = address.geturl()
            raise _RefusedError("page" if kind.startswith("text/") else "unreadable")
        self._response = response

    def _next(self) -> None:
        if self._grabbed and not self._multipart and not self._goes_on():
            time.sleep(max(0.0, self._asked + self._limits.pause - time.monotonic()))
            self.release()
            self._open()
        assert self._response is not None
        self._until.in_seconds(self._limits.picture)
        if self._scanned is not None:
            self._grabbed = self._cut_out()
        elif self._multipart:
            self._grabbed = self._part()
        elif self._response.length is None:
            self._scanned = bytearray()
            self._grabbed = self._cut_out()
        else:
            self._grabbed = self._ended(self._bytes(self._response.length))

    def _goes_on(self) -> bool:
        """Return True if more pictures follow the first in an answer that was to be a single one."""
        if self._scanned is None or self._response is None:
            return False
        self._until.in_seconds(self._limits.picture)
        self._scanned += self._response.read1(CHUNK)
        return bool(self._scanned)

    def _part(self) -> bytes:
        """Return the body of the next part by its boundary and length, if they are right."""
        while not (line := self._line(CHUNK)).startswith(b"--"):
            if any(first in line for first in _FIRST_BYTES):
                return self._found_out(line)
        length = self._part_header().get("Content-Length", "").strip()
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > self._limits.largest:
            return self._found_out(b"")
        data = self._bytes(int(length[:12]))
        _, end = first_picture(data)
        if end is None and (ended := self._ended(data)) is not data:
            return ended
        return data if end is not None and len(data) - end <= _BEHIND_END else self._found_out(data)

    def _ended(self, data: bytes) -> bytes:
        """Add the end to a picture of known length if this camera's pictures lack nothing else. That is tried until one
        is such a picture."""
        if not data.startswith(JPEG) or _END_OF_JPEG in data[-_BEHIND_END:]:
            return data
        width, height = picture_files.announced_size(data)
        if not self._lacks_ends and 0 < width * height <= self._limits.pixels:
            self._lacks_ends = picture_files.with_end(data) is not None
        return data + _END_OF_JPEG if self._lacks_ends else data

    def _found_out(self, begun: bytes) -> bytes:
        """Return the next picture where boundaries or lengths are wrong, and cut pictures out from now on; `begun`: its
        first bytes."""
        self._scanned = bytearray(begun)
        return self._cut_out()

    def _cut_out(self) -> bytes:
        """Return the next picture, found by its own first and last bytes."""
        data, response = self._scanned, self._response
        assert data is not None and response is not None
        while True:
            start, end = first_picture(data)
            if end is not None:
                found = bytes(data[start:end])
                del data[:end]
                return found
            # The first bytes of a picture may be the last ones received.
            del data[: max(0, len(data) - len(PNG)) if start is None else start]
            if len(data) > self._limits.largest:
                raise ValueError("too large")
            if not (more := response.read1(CHUNK)):
                raise OSError("the end")
            data += more

    def _part_header(self) -> Message:
        header = Message()
        for _ in range(MOST_LINES):
            line = self._line(LONGEST_LINE)
            if not line.strip():
                return header
            name, _, value = line.decode("latin-1").partition(":")
            header[name.strip()] = value.strip()
        raise ValueError("a header without end")

    def _line(self, longest: int) -> bytes:
        assert self._response is not None
        line = self._response.readline(longest)
        if not line:
            raise OSError("the end")
        return line

    def _bytes(self, length: int | None) -> bytes:
        """Read `length` bytes, or all there are."""
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
    """Decode a JPEG or PNG to H x W x 3, BGR; None if it is none, cut short, or of more than `pixels`."""
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
    """Return the headers of a request. `login`: answer to a challenge; without one the name and password of the
    address."""
    headers = {"User-Agent": "pyramid-companion", "Accept": "multipart/x-mixed-replace, image/jpeg, */*;q=0.1"}
    if address.username is not None:
        headers["Authorization"] = login or basic(address)
    return headers


def basic(address: SplitResult) -> str:
    return "Basic " + b64encode(":".join(_login(address)).encode()).decode()


def _login(address: SplitResult) -> tuple[str, str]:
    return unquote(address.username or ""), unquote(address.password or "")


def digest(address: SplitResult, told: Sequence[str], method: str = "GET") -> str:
    """Return the answer to a digest challenge (RFC 7616) among those that a server has told. Raises OSError where it
    wants something else or no password is known, ValueError for an unknown kind of digest."""
    challenges = (each.partition(" ") for each in told)
    wanted = next((rest for kind, _, rest in challenges if kind.lower() == "digest"), None)
    if wanted is None or address.username is None:
        raise _RefusedError("login" if address.username is None else "wrong_login")
    url = f"{address.scheme}://{address.netloc.rpartition('@')[2]}{_path(address)}"
    passwords = HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, url, *_login(address))
    challenge = parse_keqv_list(parse_http_list(wanted))
    request = Request(url, method=method)
    if address.scheme not in SCHEMES:
        request.selector = url  # RTSP names the whole address where HTTP has the path
    answer = AbstractDigestAuthHandler(passwords).get_authorization(request, challenge)
    if not answer:
        raise OSError("a digest that cannot be made")
    return f"Digest {answer}"


def _elsewhere(address: SplitResult, location: str) -> SplitResult:
    """Return the target of a redirection. Raises OSError where it is not the same camera, or the password would be
    exposed."""
    target = urlsplit(urljoin(address.geturl(), location))
    if target.scheme not in SCHEMES or target.hostname != address.hostname:
        raise _RefusedError("elsewhere")
    if address.scheme == "https" and target.scheme == "http":
        raise _RefusedError("elsewhere")
    known, at, _ = address.netloc.rpartition("@")
    return target._replace(netloc=known + at + target.netloc.rpartition("@")[2])


class _Deadline:
    """A deadline; what takes longer raises TimeoutError however active the other side is."""

    def __init__(self) -> None:
        self._at = 0.0

    def in_seconds(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Return the seconds left, above zero. Raises TimeoutError."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError("too slow")
        return left


class _TimedSocket:
    """The part of a socket that http.client uses. A socket's own timeout is per read: a server that sends a byte a
    second would never reach it."""

    def __init__(self, connected: socket.socket, until: _Deadline) -> None:
        self._connected, self._until = connected, until

    def sendall(self, data: Any) -> None:
        self._connected.settimeout(self._until.seconds_left())
        self._connected.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connected, self._until), CHUNK)

    def close(self) -> None:
        """Do nothing: http.client closes what a response still reads; `HttpCamera.release` closes the socket."""


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, until: _Deadline) -> None:
        self._connected, self._until = connected, until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connected.settimeout(self._until.seconds_left())
        return self._connected.recv_into(buffer)
