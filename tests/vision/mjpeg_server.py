"""A phone's camera as its apps serve it: motion JPEG over HTTP, which may hang, freeze or die."""

import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from vision.drawing.sensor_noise import SensorNoise

WIDTH, HEIGHT, INTERVAL = 160, 120, 0.02


class PhoneCamera:
    """Serves at `address`; the behaviour is changed by `mood`: running, hanging or frozen. A context manager."""

    def __init__(self) -> None:
        self.mood = "running"
        self.connections = 0
        self._noise = SensorNoise(4.0)
        self._frozen = self.picture()
        self._port = 0
        self._open: list[socket.socket] = []
        self._server: ThreadingHTTPServer | None = None

    def __enter__(self) -> "PhoneCamera":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.mood = "dead"
        self.kill()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/video"

    def picture(self) -> bytes:
        scene = self._noise.on(np.full((HEIGHT, WIDTH, 3), 110, np.uint8))
        return cv2.imencode(".jpg", scene)[1].tobytes()

    def start(self) -> None:
        """Serve, at the same port as before."""
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                phone.connections += 1
                phone._open.append(self.connection)
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError):
                    while phone.mood != "dead":
                        phone._send(self)
                        time.sleep(INTERVAL)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def kill(self) -> None:
        """Drop every connection and serve no more."""
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def _send(self, handler: BaseHTTPRequestHandler) -> None:
        while self.mood == "hanging":
            time.sleep(INTERVAL)
        data = self._frozen if self.mood == "frozen" else self.picture()
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        handler.wfile.write(head.encode() + data + b"\r\n")
