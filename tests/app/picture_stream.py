"""A camera on the network that shows what a test puts before it, with a sensor's noise or bit for bit alike."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from vision.image import Image

PAUSE = 0.1
# Of a sensor in a lit room, grey levels.
NOISE = 3.0
BOUNDARY = "picture"


class PictureStream:
    """Motion JPEG at `address`. `image` is what it shows, None: it answers that it is busy."""

    def __init__(self, image: Image | None, noise: float = NOISE) -> None:
        self.image, self.noise = image, noise
        self._chance = np.random.default_rng(5)
        stream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if stream.image is None:
                    self.send_error(503)
                    return
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
                self.end_headers()
                try:
                    while stream.image is not None:
                        data = stream.picture()
                        head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                        self.wfile.write(head.encode() + data + b"\r\n")
                        time.sleep(PAUSE)
                except OSError:
                    return

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, daemon=True, name="picture stream").start()

    def picture(self) -> bytes:
        assert self.image is not None
        image = self.image
        if self.noise:
            noise = self._chance.normal(0, self.noise, image.shape)
            image = np.clip(image + noise, 0, 255).astype(np.uint8)
        return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()

    def close(self) -> None:
        self.image = None
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def streaming(image: Image | None, noise: float = NOISE) -> Iterator[PictureStream]:
    stream = PictureStream(image, noise)
    try:
        yield stream
    finally:
        stream.close()
