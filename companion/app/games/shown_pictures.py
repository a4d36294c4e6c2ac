"""The camera's picture on a table's screen: the latest or the judged one, with what it shows where."""

from typing import Any

import cv2
import numpy as np

from companion.app.devices.camera import CameraSource
from companion.app.devices.feeds import GameSource
from companion.app.games.setting_up import cut_out
from companion.app.views import Photographed, ShownPicture
from companion.referee.grid import Grid
from companion.referee.live.cameras import Image, OutliningTracker
from companion.referee.verdict import Verdict

# Decimals of shares of a picture.
DECIMALS = 4


class ShownPictures:
    """Pictures that a table's screen shows."""

    def __init__(self, source: GameSource) -> None:
        self._source = source
        self.shown: ShownPicture | None = None
        self.close_up: ShownPicture | None = None
        """The part of the picture judged last that is in doubt."""
        self.photographed: Photographed | None = None
        """Things and their outlines in the picture judged last."""
        self.before: ShownPicture | None = None
        """The table before a turn that is wrong or in doubt, laid over the picture of that turn."""
        self.number = 0
        """Number of the last picture that was judged or marked."""
        self.reading = False
        """True while a camera's picture is about to be read."""
        # The last picture of a table in order, and the board's corners in it.
        self._stood: tuple[Image, Any] | None = None

    def begin_reading(self) -> bool:
        """Mark that a camera's picture is about to be read. Returns True if that was not marked yet."""
        self.reading = isinstance(self._source, CameraSource) and not self.reading
        return self.reading

    def show_latest(self, *, stands: bool) -> None:
        """Show what the camera sees, unless the picture that was judged `stands`."""
        self.reading = False
        if (seen := self._source.latest()) and not stands:
            self.shown = seen

    def show(self, image: Image) -> None:
        self.number += 1
        self.shown = self.small(image)

    def small(self, image: Image) -> ShownPicture:
        return self._source.small(image, self.number)

    def show_judged(self, image: Image, verdict: Verdict, tracker: Any) -> None:
        """Show a picture that was judged."""
        self.show(image)
        self.close_up = self.before = None
        if not isinstance(tracker, OutliningTracker) or verdict.verdict == "hand":
            return
        part = cut_out(image, tracker, _open(verdict))
        self.close_up = None if part is None else self.small(part)
        self.photographed = photographed(image, tracker, verdict.seen or verdict.grid)
        corners = np.array([*tracker.view.corners.values()], np.float32)
        if verdict.trait.learnable and not verdict.trait.stands:
            self._stood = image, corners
        elif self._stood is not None and (verdict.trait.stands or verdict.readings):
            self.before = self.small(_laid_over(*self._stood, corners, image))


def photographed(image: Image, tracker: OutliningTracker, grid: Grid) -> Photographed:
    """Return what a picture shows where."""
    size = np.array(image.shape[1::-1], float)
    outlines = {place: np.round(tracker.outline(place, thing) / size, DECIMALS) for place, thing in grid.items()}
    near = sorted(outlines, key=lambda place: -float(outlines[place][:, 1].max()))
    return Photographed(dict(grid), {place: tuple(map(tuple, outlines[place].tolist())) for place in near})


def _laid_over(image: Image, corners: Any, there: Any, onto: Image) -> Image:
    """Warp a picture so that the board's `corners` come to lie at `there`, in the size of `onto`."""
    way = cv2.getPerspectiveTransform(corners, there)
    height, width = onto.shape[:2]
    return np.asarray(cv2.warpPerspective(image, way, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _open(verdict: Verdict) -> tuple[str, ...]:
    """Return the places that are in doubt."""
    grids = [reading.grid for reading in verdict.readings]
    return tuple(place for place in verdict.grid if len({grid[place] for grid in grids}) > 1)
