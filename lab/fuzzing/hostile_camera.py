"""A server on this machine that answers as no camera should: scripts of bytes and pauses, a path each."""

import socket
import socketserver
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

# What is asked for, at most, and how long a connection is kept where nothing more is sent.
LONGEST_REQUEST, LINGER_SECONDS = 65536, 20.0


@dataclass
class SentPieces:
    """What is sent, piece by piece, `pause` seconds before each but the first; `hangs` keeps the connection open then.

    `asked` are the heads of the requests that came.
    """

    pieces: Sequence[bytes]
    pause: float = 0.0
    hangs: bool = False
    asked: list[str] = field(default_factory=list)


class HostileCamera:
    """Answers a request for `/NAME` by `scripts[NAME]`, all others by closing; `strays` are those other requests. A
    context manager."""

    def __init__(self) -> None:
        self.scripts: dict[str, SentPieces] = {}
        self.strays: list[str] = []
        self.closing = threading.Event()
        camera = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with suppress(OSError):
                    camera._answer(self.request)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False
            request_queue_size = 64

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True, name="hostile camera").start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, connection: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head and len(head) < LONGEST_REQUEST:
            more = connection.recv(4096)
            if not more:
                return
            head += more
        text = head.decode("latin-1")
        name = text.split(" ")[1].lstrip("/").partition("?")[0]
        script = self.scripts.get(name)
        if script is None:
            self.strays.append(text)
            return
        script.asked.append(text)
        for number, piece in enumerate(script.pieces):
            if number and self.closing.wait(script.pause):
                return
            connection.sendall(piece)
        if script.hangs:
            connection.settimeout(LINGER_SECONDS)
            while connection.recv(4096):
                pass
