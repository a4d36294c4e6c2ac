"""Watches a table through one tracker after another: where a look fits nothing, the board is sought elsewhere."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from vision.errors import VisionError
from vision.image import Image
from vision.tracking.contract import Look, Tracker

OpenTracker = Callable[[Image], Tracker]
"""Finds the board in a picture. Raises VisionError if there is none."""
Others = Callable[[Image], Iterator[Tracker]]
"""Yields trackers that found the board in a picture in other ways, one guess after the other."""
Fits = Callable[[Look], bool]
"""Returns True if a look may show what is believed."""


class SeekingTracker:
    """Opens a tracker with the first picture and replaces it where another one sees the table better."""

    def __init__(self, open_tracker: OpenTracker) -> None:
        self._open = open_tracker
        self._weighed: Look | None = None
        self.current: Tracker | None = None
        """The tracker in use; None before the board was found."""
        self.others: Others | None = None
        """None for a recording, which must be judged alike however often."""
        self.found_anew = False
        """True if the board was found elsewhere in the last picture."""

    def look(self, image: Image, fits: Fits | None = None) -> Look:
        """Look at a picture. If the look does not fit, or the board is lost, other trackers are tried; the first whose
        look fits takes over. Raises VisionError where none finds the board."""
        self.found_anew = False
        try:
            look = self._current(image).look(image)
        except VisionError:
            found = self._sought(image, fits)
            if found is None:
                raise
            return found
        return look if fits is None or fits(look) else self._sought(image, fits) or look

    def weighed(self, look: Look) -> None:
        """Take note that `look` was weighed: what is learnt next, it showed."""
        self._weighed = look
        if self.current is not None:
            self.current.weighed(look)

    def learn(self, grid: Mapping[str, str]) -> None:
        """Take note that the look weighed last showed `grid`."""
        if self._weighed is not None and self.current is not None:
            self.current.learn(self._weighed, grid)

    def forget_look(self) -> None:
        """Learn nothing more from the look weighed last."""
        self._weighed = None

    def seek(self) -> None:
        """Find the board anew with the next picture: it, or the camera, was moved."""
        self.current = self._weighed = None

    def _current(self, image: Image) -> Tracker:
        if self.current is None:
            self.current = self._open(image)
        return self.current

    def _sought(self, image: Image, fits: Fits | None) -> Look | None:
        """Return a fitting look of another tracker, which takes over."""
        if self.others is None or fits is None:
            return None
        with suppress(VisionError):
            for tracker in self.others(image):
                look = tracker.look(image)
                if fits(look):
                    self.current, self._weighed, self.found_anew = tracker, None, True
                    return look
        return None
