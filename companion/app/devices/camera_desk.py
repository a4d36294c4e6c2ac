"""A camera while it is set up (the wizards of the app): opens it, keeps its newest picture, draws marks over it."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from companion.app.devices.camera import RETRY_SECONDS
from companion.app.devices.feeds import as_picture
from companion.app.devices.phone import open_camera
from companion.app.views import ShownPicture
from companion.referee.live.cameras import AWAY, Image, Source, VisionError, unmirrored

WAIT_SECONDS = 0.05
WHITE, BLACK, AMBER, RED = (255, 255, 255), (0, 0, 0), (0, 170, 255), (30, 38, 179)
# A point of a picture, in pixels.
Spot = tuple[float, float]


class CameraDesk:
    """Opens a camera, or makes a simulated one, and opens it again when it is lost. `newest` is its last picture.
    `away`: True while no picture comes. `still`: True if it is a file, which shows one picture.
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
        """Change to another camera."""
        self.close()
        self.name, self.newest, self._retry = name, None, 0.0

    def look(self) -> Image | None:
        """Return the next picture, None if none has come within `WAIT_SECONDS`."""
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

    def displayed_picture(
        self,
        image: Image,
        lines: Any = None,
        named: Mapping[str, Spot] | None = None,
        ringed: Sequence[tuple[Spot, float]] = (),
    ) -> ShownPicture:
        """Return a picture for the screen, with marks as of `drawn_over`. Numbered below zero: no game has it."""
        self._number -= 1
        return as_picture(drawn_over(image, lines, named, ringed), self._number)

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


def drawn_over(
    image: Image,
    lines: Any = None,
    named: Mapping[str, Spot] | None = None,
    ringed: Sequence[tuple[Spot, float]] = (),
    tone: tuple[int, int, int] = RED,
) -> Image:
    """Return a copy of a picture with a closed line (N x 2 pixels), named points and rings (middle, radius) on it."""
    drawn = image.copy()
    thick = max(2, round(image.shape[1] / 400))
    if lines is not None:
        points = [np.round(np.asarray(lines) * 16).astype(np.int32)]
        cv2.polylines(drawn, points, True, BLACK, 3 * thick, cv2.LINE_AA, 4)
        cv2.polylines(drawn, points, True, AMBER, thick, cv2.LINE_AA, 4)
    for (x, y), radius in ringed:
        for colour, width in ((WHITE, 4 * thick), (tone, 2 * thick)):
            cv2.circle(drawn, (round(x), round(y)), round(radius), colour, width, cv2.LINE_AA)
    for name, spot in (named or {}).items():
        _flag(drawn, (round(spot[0]), round(spot[1])), name, thick)
    return drawn


def _flag(picture: Image, spot: tuple[int, int], name: str, thick: int) -> None:
    """Draw a point and, below it, its name; the name stays within the picture."""
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.36 * thick
    (width, height), _ = cv2.getTextSize(name, font, size, thick)
    x = min(max(spot[0] - width // 2, 0), picture.shape[1] - width)
    y = min(spot[1] + 2 * height + 4 * thick, picture.shape[0] - 2 * thick)
    cv2.circle(picture, spot, 3 * thick, BLACK, -1, cv2.LINE_AA)
    cv2.circle(picture, spot, 2 * thick, AMBER, -1, cv2.LINE_AA)
    pad = 2 * thick
    cv2.rectangle(picture, (x - pad, y - height - pad), (x + width + pad, y + pad), BLACK, -1)
    cv2.putText(picture, name, (x, y), font, size, WHITE, thick, cv2.LINE_AA)
