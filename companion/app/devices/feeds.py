"""Where a game's tables come from: nothing but touch, the practice table, or a recording. (See also `camera`.)"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.referee.errors import RefereeError
from companion.referee.game import OpenTracker
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping.recording import Event, Picture, Recording, load
from companion.referee.live.cameras import Image
from companion.referee.table import AnyTable, Hints
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict

SHOWN_WIDTH = 1280
# How many things happen on a table laid by hands where one would on the one that plays by itself.
PACES_OF_HANDS = 4


@dataclass(frozen=True)
class SavedPicture:
    """A picture with its name in the journal."""

    name: str
    content: Picture

    def picture(self, _event: Event) -> Picture:
        return self.content


class GameSource:
    """Source of a game's events, of which nothing comes unless a kind of source says otherwise.

    `pace`: seconds until it is asked again, None for never. While it is `away`, the players enter everything
    themselves. `by_hand`: True if what the players enter is laid on a simulated table, to be seen there.
    """

    name: str
    keeps_pictures = False
    pace: float | None = None
    by_hand = False

    @property
    def away(self) -> bool:
        return False

    @property
    def over(self) -> bool:
        """True if nothing more will come."""
        return False

    @property
    def open_tracker(self) -> OpenTracker:
        return _no_tracker

    def next(self, verdict: Verdict | None) -> Happening | None:
        """Return what has happened since ("told" is a message). `verdict`: the last one. Raises RefereeError if the
        source fails.
        """
        return None

    def look_again(self) -> None:
        """Hand out the newest picture once more, if there is one."""

    def latest(self) -> ShownPicture | None:
        """Return the camera's newest picture, if it is new."""
        return None

    def save_picture(self, number: int, image: Any) -> SavedPicture:
        """Save the picture of event `number` if needed."""
        return SavedPicture(f"{number:04d}", Picture(image, hashlib.sha256(image.tobytes()).hexdigest()))

    def stand(self, position: Any, side: str, under: Commitment | None) -> None:
        """Set the table to what the players say. `side` is next, under its commitment if it has made one."""

    def lay(self, grid: Grid) -> None:
        """Lay this table if it is `by_hand`; looks at it come next."""

    def small(self, image: Image, number: int) -> ShownPicture:
        return as_picture(image, number)

    def close(self) -> None:
        """Let go of whatever is open."""


class TouchSource(GameSource):
    """No source: the players enter everything."""

    name = "touch"


class PracticeSource(GameSource):
    """Table that plays by itself. `pace`: seconds between two events."""

    name = "practice"

    def __init__(self, board: AnyTable, seed: int, pace: float = 2.0, chosen: JsonObject | None = None) -> None:
        self.table = board.practice(seed, chosen or {})
        self.pace = pace

    @property
    def open_tracker(self) -> OpenTracker:
        return self.table.tracker

    def next(self, verdict: Verdict | None) -> Happening | None:
        return self.table.next(verdict)

    def stand(self, position: Any, side: str, under: Commitment | None) -> None:
        self.table.go_on_from(position, side, under)


class HandsSource(PracticeSource):
    """Simulated table for people against the computer: what they enter is laid there and looked at."""

    name = "hands"
    by_hand = True

    def __init__(self, board: AnyTable, seed: int, pace: float = 2.0) -> None:
        super().__init__(board, seed, pace / PACES_OF_HANDS)
        self.table.play_by_hand()

    def stand(self, position: Any, side: str, under: Commitment | None) -> None:
        super().stand(position, side, under)
        self.table.play_by_hand()

    def lay(self, grid: Grid) -> None:
        self.table.lay(grid)


class ReplaySource(GameSource):
    """Recorded game from event `first` on; its pictures are read anew."""

    name = "recording"

    def __init__(self, board: AnyTable, folder: Path, first: int = 0, pace: float = 2.0) -> None:
        self._board = board
        self._recording: Recording = load(folder)
        kinds = ("frame", *board.commitments)
        self._events = [event for event in self._recording.events if event.kind in kinds]
        self._at = first
        self.pace = pace

    @property
    def open_tracker(self) -> OpenTracker:
        hints = Hints(corner=self._recording.a1, camera=self._recording.camera)
        return lambda image: self._board.open_tracker(image, hints)

    @property
    def over(self) -> bool:
        """True if nothing more was recorded."""
        return self._at >= len(self._events)

    def next(self, verdict: Verdict | None) -> Happening | None:
        if self._at >= len(self._events) or (verdict is not None and verdict.verdict == "unsure"):
            return None
        event = self._events[self._at]
        self._at += 1
        return Happening(event.kind, event if event.kind == "frame" else event.value)

    def save_picture(self, number: int, image: Any) -> SavedPicture:
        return SavedPicture(str(image.value), self._recording.picture(image))


def as_picture(image: Image, number: int) -> ShownPicture:
    """Return an OpenCV picture as screens show it, at most SHOWN_WIDTH wide."""
    height, width = image.shape[:2]
    if width > SHOWN_WIDTH:
        width, height = SHOWN_WIDTH, round(height * SHOWN_WIDTH / width)
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return ShownPicture(width, height, cv2.cvtColor(image, cv2.COLOR_BGR2RGB).tobytes(), number)


def _no_tracker(_image: Image) -> Any:
    raise RefereeError("table.no_camera")
