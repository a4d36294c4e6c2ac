"""A drawn table as a phone's camera app serves it: motion JPEG with a sensor's noise."""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.simulated_camera import view_from
from vision.drawing.table import Scene, render
from vision.geometry.grid import BoardGrid

DISTANCE_MM: Final = 380.0
NOISE: Final = 2.0
# Pictures of one table with noise of their own, sent in turn: drawing noise takes longer than sending.
VARIANTS: Final = 5
QUALITY: Final = 85


class CameraServer:
    """Serves pictures of `size` (width, height), `rate` of them a second, at `address`; `put` changes what stands on
    the table.
    """

    def __init__(
        self, board: BoardGrid, seed: int = 1, *, size: tuple[int, int] = (640, 480), rate: float = 10.0
    ) -> None:
        self._view = view_from(board, size, DISTANCE_MM)
        noise = np.random.default_rng(seed).standard_normal((VARIANTS, size[1], size[0], 1), dtype=np.float32)
        self._noises = NOISE * noise
        self._pictures: list[bytes] = []
        self.closing = False
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                number = 0
                with suppress(OSError):
                    while not camera.closing:
                        pictures = camera._pictures
                        data = pictures[number % len(pictures)] if pictures else b""
                        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                        self.wfile.write(head.encode() + data + b"\r\n")
                        number += 1
                        time.sleep(1 / rate)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True, name="camera server").start()

    def put(self, grid: Mapping[str, str]) -> None:
        """Show another table (stacks by cell) from the next picture on."""
        view = self._view
        size = view.camera.size
        drawn = render(Scene(view.project, view.camera_centre, size, view.pitch, grid, board_grid=view.grid))
        self._pictures = [_jpeg(drawn.astype(np.float32) + noise) for noise in self._noises]

    def close(self) -> None:
        self.closing = True
        self._server.shutdown()
        self._server.server_close()


def _jpeg(drawn: NDArray[np.float32]) -> bytes:
    picture = np.clip(drawn, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
