"""A phone without a browser: it says and sends what a test has it say."""

import json
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import Event
from websockets.typing import Origin
from websockets.uri import parse_uri

from vision.drawing.sensor_noise import SensorNoise
from vision.image import Image

PATIENCE = 120.0
NOISE = SensorNoise(2.0, 5)


def trusting() -> ssl.SSLContext:
    """TLS that takes any certificate, as a browser does once the warning was answered."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def jpeg(grey: int = 110, size: tuple[int, int] = (240, 320)) -> bytes:
    """A picture with a sensor's noise."""
    return cv2.imencode(".jpg", NOISE.on(np.full((*size, 3), grey, np.uint8)))[1].tobytes()


def film(path: Path, image: Image, pictures: int = 12) -> Path:
    """A film for Chromium's fake camera: one scene with a sensor's noise."""
    with path.open("wb") as file:
        for _ in range(pictures):
            file.write(cv2.imencode(".jpg", NOISE.on(image), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return path


def fake_camera(path: Path) -> tuple[str, ...]:
    """Options by which Chromium shows a film as its camera, allows it, and takes any certificate."""
    return (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
        "--ignore-certificate-errors",
    )


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class RefusedError(Exception):
    """The machine has refused the connection: its `status` by HTTP."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Telephone:
    """Connected as the page is, and used by one thread, as TLS wants it. `shown` is what it was told to show last; one
    without a `name` does not say it."""

    def __init__(self, port: int, name: str = "ada", *, secret: str, origin: str = "", host: str = "") -> None:
        here = host or f"127.0.0.1:{port}"
        self.shown: dict[str, Any] = {}
        self.waits = False
        self._events: deque[Event] = deque()
        line = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._socket = trusting().wrap_socket(line, server_hostname="127.0.0.1")
        address = parse_uri(f"wss://{here}/{secret}/pictures")
        self._protocol = ClientProtocol(address, origin=Origin(origin or f"https://{here}"))
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        response = self._next()
        assert isinstance(response, Response)
        if response.status_code != 101:
            raise RefusedError(response.status_code)
        if name:
            self.say(json.dumps({"phone": name}))

    def say(self, message: str | bytes) -> None:
        if isinstance(message, str):
            self._protocol.send_text(message.encode())
        else:
            self._protocol.send_binary(message)
        self._flush()

    def hear(self) -> dict[str, Any]:
        """What the machine says next. Raises EOFError at the end of the connection."""
        frame = self._next()
        if not isinstance(frame, Frame) or frame.opcode is not Opcode.TEXT:
            raise EOFError
        said: dict[str, Any] = json.loads(bytes(frame.data))
        self.shown = said.get("show", self.shown)
        self.waits = self.waits or "waits" in said
        return said

    def asked(self) -> None:
        """Wait until a picture is asked for."""
        while "next" not in self.hear():
            pass

    def closed(self) -> int | None:
        """Wait for the end of the connection. Returns its close code."""
        with suppress(EOFError, OSError):
            while True:
                self.hear()
        return self._protocol.close_rcvd.code if self._protocol.close_rcvd else None

    def drop(self) -> None:
        """Be gone without a farewell."""
        self._socket.close()

    def _next(self) -> Event:
        while not self._events:
            data = self._socket.recv(65536)
            if not data:
                raise EOFError
            self._protocol.receive_data(data)
            self._events += self._protocol.events_received()
        return self._events.popleft()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)
