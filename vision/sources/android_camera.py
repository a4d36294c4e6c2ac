"""An Android device's camera through Kivy's, whose pictures are NV21 (full brightness, then colours at half the size).
OpenCV opens no camera there.

The camera draws on the window's context: the window's thread opens and closes it, any thread may read it.
"""

import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import cv2
import numpy as np

RESOLUTION: Final = (1280, 720)
OPENING_SECONDS: Final = 5.0
READING_SECONDS: Final = 2.0
TICK_SECONDS: Final = 0.01


class AndroidCapture:
    """The camera of this number as a `Capture`."""

    def __init__(self, number: int) -> None:
        self._camera: Any = None
        self._opened = threading.Event()
        self._buffer = b""

        def open_camera() -> None:
            try:
                _ask_for_permission()
                provider = import_module("kivy.core.camera").Camera
                self._camera = provider(index=number, resolution=RESOLUTION, stopped=False)
            except Exception:  # whatever Java raises, there is no camera
                self._camera = None
            self._opened.set()

        _on_the_windows_thread(open_camera)

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV's are called
        return self._opened.wait(OPENING_SECONDS) and self._camera is not None

    def grab(self) -> bool:
        """Wait for a new picture. Returns True if one came."""
        end = time.monotonic() + READING_SECONDS
        while self.isOpened() and time.monotonic() < end:
            buffer = self._camera.grab_frame()
            if buffer is not None and bytes(buffer) != self._buffer:
                self._buffer = bytes(buffer)
                return True
            time.sleep(TICK_SECONDS)
        return False

    def retrieve(self) -> tuple[bool, Any]:
        width, height = RESOLUTION
        if len(self._buffer) != width * height * 3 // 2:
            return False, None
        planes = np.frombuffer(self._buffer, np.uint8).reshape(height * 3 // 2, width)
        return True, cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21)

    def release(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            _on_the_windows_thread(camera._release_camera)


def camera_count() -> int:
    """Return the number of cameras of the device; 0 where it is unknown."""
    try:
        return int(import_module("kivy.core.camera").Camera.get_camera_count())
    except Exception:  # no camera is no fault
        return 0


def _ask_for_permission() -> None:
    """The system asks for permission once, in a dialogue; the camera does not open before it is granted."""
    permissions = import_module("android.permissions")
    if not permissions.check_permission(permissions.Permission.CAMERA):
        permissions.request_permissions([permissions.Permission.CAMERA])


def _on_the_windows_thread(act: Callable[[], None]) -> None:
    import_module("kivy.clock").Clock.schedule_once(lambda _dt: act(), 0)
