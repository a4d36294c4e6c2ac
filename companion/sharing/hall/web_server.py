"""Serves the hall's page over HTTP within the local network."""

import errno
import hashlib
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlsplit

from companion.referee.errors import RefereeError

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
MadePage = Callable[[str, Mapping[str, str]], str]

START: Final = "index.html"
# Seconds of silence after which a visitor is disconnected.
PATIENCE_SECONDS: Final = 10.0


@contextmanager
def binding(host: str, port: int) -> Iterator[None]:
    """Raise RefereeError where the port is taken, or the address is none of this machine's."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise RefereeError("hall.port", port=port) from error
        raise RefereeError(
            "hall.bind", address=host or "*", port=port, error=str(error.strerror).partition(" (while")[0]
        ) from error


class PageServer:
    """Serves files by their paths until it is closed. They are read once: nothing else can be reached.

    Pages `asked` for by a path are made for each request, of the visitor's address and the query.
    """

    def __init__(
        self,
        pages: Mapping[str, bytes],
        port: int,
        host: str = "",
        asked: Mapping[str, MadePage] = MappingProxyType({}),
    ) -> None:
        """Raises RefereeError as `binding` does."""

        class Handler(BaseHTTPRequestHandler):
            timeout = PATIENCE_SECONDS
            protocol_version = "HTTP/1.1"
            server_version, sys_version = "PyramidCompanion", ""

            def do_HEAD(self) -> None:
                self._answer(body=False)

            def do_GET(self) -> None:
                self._answer(body=True)

            def _answer(self, *, body: bool) -> None:
                parts = urlsplit(self.path)
                name = parts.path.lstrip("/") or START
                content = pages.get(name)
                if make := asked.get(name):
                    content = make(str(self.client_address[0]), dict(parse_qsl(parts.query))).encode()
                if content is None:
                    self.send_error(HTTPStatus.NOT_FOUND)
                    return
                mark = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
                known = self.headers.get("If-None-Match") == mark
                self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
                self.send_header("ETag", mark)
                if known:
                    self.end_headers()
                    return
                self.send_header("Content-Type", TYPES[PurePosixPath(name).suffix])
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Cache-Control", "no-cache")
                self.send_header("X-Content-Type-Options", "nosniff")
                self.end_headers()
                if body:
                    self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                """Log no visitors."""

        with binding(host, port):
            self._server = _Connections((host, port), Handler)
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True, name="page").start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Connections(ThreadingHTTPServer):
    """Keeps its open connections, so that they can be ended: HTTP/1.1 clients hold them between requests."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End all connections. Call it once nothing accepts new ones."""
        for connection in tuple(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no traceback about a visitor who has gone."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def own_address() -> str:
    """Return this machine's address in its network, as far as it is known without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documents: the route there is the way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
