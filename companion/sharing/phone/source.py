"""The pictures of a phone as any other source of pictures gives them."""

import time
from collections.abc import Callable
from typing import Final

from companion.sharing.phone.camera import PhoneCamera
from vision.errors import VisionError
from vision.sources.http_camera import decoded
from vision.sources.live import FreezeWatch
from vision.sources.source import Shot, Status

PIXELS: Final = 1920 * 1920
"""Most pixels of a picture: the page sends none that is longer than 1920."""
# A phone that lies still sends one picture a second.
STALLED_SECONDS: Final = 4.0
FROZEN_SECONDS: Final = 8.0


class PhoneSource:
    """The newest picture of the phone. The connection stays when this is closed: another game can go on with it."""

    still = False

    def __init__(self, camera: PhoneCamera, clock: Callable[[], float] = time.monotonic) -> None:
        self._camera, self._clock, self._begin = camera, clock, clock()
        self._closed = False
        # Time of the last picture; None before the first.
        self._last: float | None = None
        self._freezes, self._frozen_for = FreezeWatch(), 0.0

    @property
    def status(self) -> Status:
        if self._closed:
            return Status.ENDED
        if self._last is None:
            return Status.OPENING
        if not self._camera.connected:
            return Status.LOST
        if self._now() - self._last > STALLED_SECONDS:
            return Status.STALLED
        return Status.FROZEN if self._frozen_for > FROZEN_SECONDS else Status.LIVE

    @property
    def trouble(self) -> VisionError | None:
        return None if self._camera.connected else VisionError("phone.away")

    def next(self, wait: float) -> Shot | None:
        if self._closed or (data := self._camera.take(wait)) is None:
            return None
        image = decoded(data, PIXELS)
        if image is None:
            self._camera.spurn()
            return None
        now = self._now()
        if self._last is not None and now - self._last > STALLED_SECONDS:
            # Seconds without pictures are not seconds in which the picture stood still.
            self._freezes = FreezeWatch()
        self._last = now
        self._frozen_for = self._freezes.unchanged_for(self._last, image)
        return Shot(self._last, image)

    def close(self) -> None:
        self._closed = True

    def _now(self) -> float:
        return self._clock() - self._begin
