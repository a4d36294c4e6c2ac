"""The camera's picture on a table's screen: the latest one, or the one that was judged, with what was seen in it."""

from collections.abc import Callable
from typing import Any

from companion.app.devices.camera import CameraSource
from companion.app.devices.feeds import GameSource
from companion.app.games.setting_up import cut_out, marked
from companion.app.views import ShownPicture
from companion.referee.live.cameras import Image
from companion.referee.report.page import Overlaid
from companion.referee.verdict import Verdict

# How long a judged picture with its overlay stands before the camera's next ones are shown.
OVERLAY_SECONDS = 3.0


class ShownPictures:
    def __init__(self, source: GameSource, clock: Callable[[], float]) -> None:
        self._source, self._clock, self._judged = source, clock, clock()
        self.shown: ShownPicture | None = None
        self.close_up: ShownPicture | None = None
        """The part of the picture judged last that is in doubt."""
        self.number = 0
        """Number of the last picture that was judged or marked."""
        self.reading = False
        """True while a camera's picture is about to be read."""

    def begin_reading(self) -> bool:
        """Return True the first time in which a camera's picture is to be read."""
        self.reading = isinstance(self._source, CameraSource) and not self.reading
        return self.reading

    @property
    def recent(self) -> bool:
        """True if a picture was judged a moment ago, so that it is still looked at."""
        return self._clock() - self._judged <= OVERLAY_SECONDS

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

    def judged(self, image: Image, look: Any, verdict: Verdict, tracker: Any) -> None:
        """Show a picture with what was seen in it, and rings around what is wrong or in doubt."""
        wrong, open_ = _ringed(verdict)
        part = cut_out(image, tracker, open_)
        if isinstance(look, Overlaid) and verdict.verdict != "hand":
            image = look.overlay(verdict.seen or verdict.grid)
        self.show(marked(image, tracker, (), wrong, open_) if wrong or open_ else image)
        self.close_up = None if part is None else self.small(part)
        self._judged = self._clock()


def _ringed(verdict: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the places of a picture that are wrong, and those that are in doubt."""
    if verdict.verdict in ("illegal", "incomplete"):
        return verdict.cells, ()
    grids = [reading.grid for reading in verdict.readings]
    return (), tuple(place for place in verdict.grid if len({grid[place] for grid in grids}) > 1)
