"""A camera on the network that shows what a test puts before it, with a sensor's noise or bit for bit alike."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from vision.drawing.sensor_noise import SensorNoise
from vision.image import Image

PAUSE = 0.1
# Of a sensor in a lit room, grey levels.
NOISE = 3.0
BOUNDARY = "picture"


class PictureStream:
    """Motion JPEG at `address`. `image` is what it shows, None: it answers that it is busy."""

    def __init__(self, image: Image | None, noise: float = NOISE) -> None:
        self.image = image
        self._noise = SensorNoise(noise, 5)
        self._sent: tuple[Image, bytes] | None = None
        self._alike = not noise
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
        image = self.image
        assert image is not None
        if self._sent is None or self._sent[0] is not image or not self._alike:
            noisy = image if self._alike else self._noise.on(image)
            self._sent = image, cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        return self._sent[1]

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
