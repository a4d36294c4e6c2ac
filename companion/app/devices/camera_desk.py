"""A camera to look through while it is set up: its newest picture, and how to show it."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np

from companion.app.devices.camera import RETRY_SECONDS
from companion.app.devices.feeds import as_picture
from companion.app.views import ShownPicture
from companion.referee.live.cameras import AWAY, Image, Source, VisionError, open_camera, unmirrored

WAIT_SECONDS = 0.05
WHITE, BLACK, AMBER = (255, 255, 255), (0, 0, 0), (0, 170, 255)


class CameraDesk:
    """Opens a camera, or makes a simulated one, and opens it again when it is lost. `newest` is its last picture,
    `away` whether none comes.
    """

    def __init__(self, name: str, simulated: Callable[[], Source]) -> None:
        self.name, self._simulated = name, simulated
        self.mirror = False
        self.away = False
        self.newest: Image | None = None
        self.still = False
        self._source: Source | None = None
        self._retry = 0.0
        self._number = 0

    def use(self, name: str) -> None:
        """Look through another camera."""
        self.close()
        self.name, self.newest, self._retry = name, None, 0.0

    def look(self) -> Image | None:
        """The next picture, None when there is none yet; waits a moment at most."""
        if self._source is None and not self._open():
            return None
        assert self._source is not None
        try:
            shot = self._source.next(WAIT_SECONDS)
        except VisionError:
            shot = None
        if shot is None:
            self.away = self._source.status in AWAY and not self.still
            return None
        self.away = False
        self.newest = unmirrored(shot.image) if self.mirror else shot.image
        return self.newest

    def shown(self, image: Image, lines: Any = None, spots: Sequence[tuple[float, float]] = ()) -> ShownPicture:
        """A picture to show, with a closed line (N x 2 pixels) and numbered spots drawn over it."""
        drawn = image.copy()
        thick = max(2, round(image.shape[1] / 400))
        if lines is not None:
            points = [np.round(np.asarray(lines) * 16).astype(np.int32)]
            cv2.polylines(drawn, points, True, BLACK, 3 * thick, cv2.LINE_AA, 4)
            cv2.polylines(drawn, points, True, AMBER, thick, cv2.LINE_AA, 4)
        for number, spot in enumerate(spots, 1):
            _mark(drawn, (round(spot[0]), round(spot[1])), number, thick)
        self._number -= 1
        return as_picture(drawn, self._number)

    def close(self) -> None:
        if self._source:
            self._source.close()
            self._source = None

    def _open(self) -> bool:
        if time.monotonic() < self._retry:
            return False
        try:
            self._source = open_camera(self.name, self._simulated)
        except VisionError:
            self.away, self._retry = True, time.monotonic() + RETRY_SECONDS
            return False
        self.still = self._source.still
        return True


def _mark(picture: Image, spot: tuple[int, int], number: int, thick: int) -> None:
    """A dot where somebody tapped, and its number beside it, towards the middle."""
    aside = [10 * thick if at < side / 2 else -10 * thick for at, side in zip(spot, picture.shape[1::-1], strict=True)]
    middle = (spot[0] + aside[0], spot[1] + aside[1])
    for radius, colour in ((2 * thick, BLACK), (thick, AMBER)):
        cv2.circle(picture, spot, radius, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, middle, 7 * thick, BLACK, -1, cv2.LINE_AA)
    cv2.circle(picture, middle, 6 * thick, AMBER, thick, cv2.LINE_AA)
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.3 * thick
    (width, height), _ = cv2.getTextSize(str(number), font, size, thick)
    corner = (middle[0] - width // 2, middle[1] + height // 2)
    cv2.putText(picture, str(number), corner, font, size, WHITE, thick, cv2.LINE_AA)
