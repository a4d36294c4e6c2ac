"""The way in for a phone: one port, on which a page in front answers over HTTP and everything else over TLS.

The code that is scanned leads to the page in front, its secret behind the ``#``, which browsers send to nobody. That
page explains the warning about a certificate that is not known, and goes on to ``https://HOST:PORT/SECRET``. Whoever
has no secret is shown nothing there.
"""

import ipaddress
import json
import secrets
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from websockets.http11 import Request, Response

from companion.games.errors import CompanionError
from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import parsed
from companion.referee.keeping.whole_file import write_whole
from companion.sharing.hall.web_server import own_address
from companion.sharing.phone.camera import PhoneCamera, ShownPhone
from companion.sharing.phone.certificate import own_context
from companion.sharing.phone.pages import nothing, page
from companion.sharing.phone.visit import Visit
from hardware.supervised import supervised

"""Name of this camera for people."""
KEPT: Final = "door.json"
"""Port and secret, for a phone that still lies on its stand when the program is started again."""
SECRET_SECONDS: Final = 12 * 3600
"""Seconds that a secret lasts: an evening."""
# Until a connection must be a page's: who sends byte by byte has no more.
OPENING_SECONDS: Final = 8.0
# Connections at a time, and from one address.
MOST, MOST_OF_ONE = 32, 8
# First byte of a TLS connection (RFC 8446, 5.1: handshake).
_HELLO: Final = b"\x16"


class PhoneDoor:
    """Open as long as the process lives."""

    def __init__(self, folder: Path, host: str = "") -> None:
        """`folder` keeps certificate, port and secret. Raises RefereeError where it cannot be opened."""
        self.camera = PhoneCamera()
        try:
            self._tls = own_context(folder)
            kept = _load(folder)
            self._listening = _listening(host, kept.get("port", 0))
            self.port: int = self._listening.getsockname()[1]
            self.secret = str(kept.get("secret") or secrets.token_urlsafe(16))
            _save(folder, {"made": time.time(), **kept, "secret": self.secret, "port": self.port})
        except (OSError, ValueError) as error:
            raise RefereeError("phone.door", error=str(error)) from error
        self._inside: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._over = threading.Event()
        supervised("phone", self._open, self._over).start()

    @property
    def shown(self) -> ShownPhone:
        address = f"http://{own_address()}:{self.port}/#{self.secret}"
        return ShownPhone(address, self.camera.connected, self.camera.asks)

    def close(self) -> None:
        self._over.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _open(self) -> None:
        while not self._over.is_set():
            try:
                connected, address = self._listening.accept()
            except OSError:
                self._over.wait(1.0)  # no file descriptors are left: later there may be
                continue
            if self._let_in(address[0]):
                threading.Thread(
                    target=self._visited, args=(connected, address[0]), daemon=True, name="phone's visit"
                ).start()
            else:
                connected.close()

    def _let_in(self, address: str) -> bool:
        with self._lock:
            there = self._inside.total() < MOST and self._inside[address] < MOST_OF_ONE
            self._inside[address] += there
            return there

    def _visited(self, connected: socket.socket, address: str) -> None:
        # TLS takes the socket over: the line is hung up by a second handle.
        line = connected.dup()
        hurry = threading.Timer(OPENING_SECONDS, _hang_up, [line])
        hurry.daemon = True
        hurry.start()
        try:
            with line, connected, suppress(OSError, LookupError, ValueError):
                self._meet(connected, hurry)
        finally:
            hurry.cancel()
            with self._lock:
                self._inside[address] -= 1
                self._inside += Counter()  # those that are not there any more

    def _meet(self, connected: socket.socket, hurry: threading.Timer) -> None:
        connected.settimeout(OPENING_SECONDS)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if connected.recv(1, socket.MSG_PEEK) != _HELLO:
            visit = Visit(connected, secure=False)
            if request := visit.request():
                visit.answer(page("front") if self._asks_for(request, "/") else nothing(HTTPStatus.NOT_FOUND))
            return
        with self._tls.wrap_socket(connected, server_side=True) as secured:
            visit = Visit(secured, secure=True)
            request = visit.request()
            if request is None:
                return
            if not self._asks_for(request, f"/{self.secret}/pictures"):
                visit.answer(self._page(request))
            elif visit.accept(request, f"https://{request.headers['Host']}"):
                hurry.cancel()
                self.camera.meet(visit)

    def _asks_for(self, request: Request, path: str) -> bool:
        return _is_here(request.headers.get("Host", "")) and secrets.compare_digest(
            request.path.encode(), path.encode()
        )

    def _page(self, request: Request) -> Response:
        if self._asks_for(request, f"/{self.secret}"):
            return page("phone")
        # The page in front asks for this: where it is answered, the certificate has been accepted.
        if self._asks_for(request, "/known"):
            return nothing(HTTPStatus.NO_CONTENT)
        return page("old", HTTPStatus.NOT_FOUND)


def _hang_up(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _listening(host: str, port: int) -> socket.socket:
    """Listen on the port of before, where there is one and it is free. Raises OSError."""
    try:
        return socket.create_server((host, port))
    except (OSError, OverflowError):
        return socket.create_server((host, 0))


def _load(folder: Path) -> dict[str, Any]:
    """Return what an earlier start has kept, without a secret that is too old."""
    try:
        kept = parsed((folder / KEPT).read_bytes())
        age = time.time() - float(kept["made"])
        port, secret = int(kept["port"]), str(kept["secret"])
    except (CompanionError, OSError, ValueError, TypeError, KeyError):
        return {}
    return {"port": port} | ({"secret": secret, "made": kept["made"]} if 0 <= age < SECRET_SECONDS and secret else {})


def _save(folder: Path, what: dict[str, object]) -> None:
    write_whole(folder / KEPT, json.dumps(what).encode(), mode=0o600)


def _is_here(host: str) -> bool:
    """Return True for the name of a machine in this network: an address, or a name that no other page can have."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.lower() in ("localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local")
    return True
