"""One connection of a browser: a page asked for, or a WebSocket (RFC 6455) by the sans-I/O part of `websockets`.

Everything is sent by the thread that reads: two threads must not use one TLS connection at once.
"""

import json
import queue
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

LARGEST: Final = 4_000_000
"""Bytes of a message: a sharp picture of 1920 x 1920 has fewer."""
CHUNK: Final = 65536
# Between two looks for something to send.
TICK_SECONDS: Final = 0.04
SENDING_SECONDS: Final = 5.0
# A page that lives says so every two seconds.
SILENT_SECONDS: Final = 8.0
# Close codes of RFC 6455, and the first that are free for our own use.
WRONG, REPLACED, REFUSED = 1003, 4001, 4002


class Visit:
    """`secure` tells whether it came over TLS."""

    def __init__(self, connected: socket.socket, *, secure: bool) -> None:
        self.secure = secure
        self._socket = connected
        self._protocol = ServerProtocol(max_size=LARGEST)
        self._outbox: queue.SimpleQueue[str | int] = queue.SimpleQueue()
        self._heard = 0.0

    def request(self) -> Request | None:
        """Wait for the request; None where none comes that makes sense, or nonsense comes with it. Raises OSError."""
        while not (events := self._protocol.events_received()):
            if self._protocol.state is not State.CONNECTING or self._protocol.handshake_exc or not self._receive():
                self._flush()
                return None
        alone = self._protocol.parser_exc is None
        return events[0] if alone and isinstance(events[0], Request) else None

    def answer(self, response: Response) -> None:
        """Answer the request with a page. Raises OSError."""
        with suppress(InvalidState):
            self._protocol.send_response(response)
        self._flush()

    def accept(self, request: Request, origin: str) -> bool:
        """Open a WebSocket for a page of `origin` alone. Returns True if it is open. Raises OSError."""
        response = self._protocol.accept(request)
        if request.headers.get("Origin") != origin:
            response = self._protocol.reject(403, "Only the page itself may do this.\n")
        self.answer(response)
        self._socket.settimeout(TICK_SECONDS)
        self._heard = time.monotonic()
        return self._protocol.state is State.OPEN

    def send(self, said: Mapping[str, Any]) -> None:
        """Send something to the page, from any thread."""
        self._outbox.put(json.dumps(said, ensure_ascii=False))

    def close(self, code: int = 1000) -> None:
        """End the connection, from any thread, once what was sent before has gone."""
        self._outbox.put(code)

    def messages(self) -> Iterator[str | bytes]:
        """Yield what the page sends, until the connection ends. Raises OSError where it breaks, UnicodeDecodeError for
        text that is none."""
        whole, kind = bytearray(), Opcode.BINARY
        while True:
            for event in self._protocol.events_received():
                if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                    kind = kind if event.opcode is Opcode.CONT else event.opcode
                    whole += event.data
                    if event.fin:
                        yield whole.decode() if kind is Opcode.TEXT else bytes(whole)
                        whole = bytearray()
            self._send_what_waits()
            self._flush()
            if self._protocol.state is not State.OPEN:
                return
            try:
                if not self._receive():
                    return
            except TimeoutError:
                if time.monotonic() - self._heard > SILENT_SECONDS:
                    return

    def _send_what_waits(self) -> None:
        while not self._outbox.empty() and self._protocol.state is State.OPEN:
            said = self._outbox.get()
            if isinstance(said, str):
                self._protocol.send_text(said.encode())
            else:
                self._protocol.send_close(said)

    def _receive(self) -> bool:
        """Take what has come. Returns False at the end of the connection. Raises OSError."""
        data = self._socket.recv(CHUNK)
        if data:
            self._heard = time.monotonic()
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        return bool(data)

    def _flush(self) -> None:
        before = self._socket.gettimeout()
        self._socket.settimeout(SENDING_SECONDS)
        for data in self._protocol.data_to_send():
            if data:
                self._socket.sendall(data)
        self._socket.settimeout(before)
