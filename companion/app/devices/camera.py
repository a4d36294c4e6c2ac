"""A camera over the table, watched on a thread of its own; it may come and go during a game."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from companion.app.devices.feeds import GameSource, SavedPicture
from companion.app.devices.phone import TABLE_PHONE, open_camera
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.referee.errors import error_reason
from companion.referee.game import OpenTracker
from companion.referee.keeping.recording import read_picture
from companion.referee.keeping.whole_file import write_picture
from companion.referee.live.cameras import (
    AWAY,
    Image,
    Shot,
    Source,
    Status,
    VisionError,
    shots,
    unmirrored,
)
from companion.referee.live.settling import Settler
from companion.referee.table import AnyTable, Hints
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from companion.sharing.phone.camera import PHONE, ShownPhone

RETRY_SECONDS = 2.0
PREVIEW_SECONDS = 0.1
# A camera that gives no picture for so long is not said to be gone yet.
HICCUP_SECONDS = 2.0
# The same of one that is connected; a slow machine that reads a picture may let it wait.
STALL_SECONDS = 6.0
# A camera that is opened, one whose picture is at rest or moves, one whose pictures are the same bit for bit, none.
CameraDoes = Literal["opening", "sees", "moving", "frozen", "away"]
Spots = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class CameraHelp:
    """Prior knowledge about a camera and its view.

    `profile`: as measured. `corners`: the board's (a1, e1, e5, a5) as a player tapped them, in shares of width and
    height. `mirrored`: True if its pictures are.
    """

    profile: JsonObject | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    mirror: bool = False

    @classmethod
    def from_json(cls, kept: JsonObject) -> "CameraHelp":
        """Raises ValueError, TypeError, AttributeError for what makes no sense."""
        corners, profile = kept.get("corners"), kept.get("profile")
        taps = tuple((float(x), float(y)) for x, y in corners) if corners else None
        if taps and (len(taps) != 4 or not all(0 <= share <= 1 for tap in taps for share in tap)):
            raise ValueError(f"no four corners in the picture: {taps}")
        if profile is not None and not isinstance(profile, dict):
            raise TypeError(f"no profile: {profile!r}")
        return cls(profile, taps, bool(kept.get("mirror", False)))

    def to_json(self) -> dict[str, Any]:
        return {"profile": self.profile, "corners": self.corners, "mirror": self.mirror}

    def open_tracker(self, image: Image, board: AnyTable) -> Any:
        """Find the board in a picture. Raises VisionError."""
        height, width = image.shape[:2]
        taps = [(x * width, y * height) for x, y in self.corners] if self.corners else None
        return board.open_tracker(image, Hints(corners=taps, camera=self.profile))

    def turned(self, shot: Shot) -> Shot:
        """The picture as seen from where the camera is."""
        return shot._replace(image=unmirrored(shot.image)) if self.mirror else shot


@dataclass
class CameraFindings:
    """Findings of a camera's thread: the newest preview, and settled pictures still to be judged."""

    does: CameraDoes = "opening"
    preview: ShownPicture | None = None
    settled: queue.SimpleQueue[Happening] = field(default_factory=queue.SimpleQueue)


def corners_of(tracker: Any, image: Image) -> tuple[tuple[tuple[float, float], ...] | None, tuple[str, ...]]:
    """Return the corners of a tracker's board, or of a board itself, as shares of the picture, with their names."""
    view = getattr(tracker, "view", tracker)
    if view is None or not hasattr(view, "corners"):
        return None, ()
    height, width = image.shape[:2]
    spots = tuple((round(x / width, 4), round(y / height, 4)) for x, y in view.corners.values())
    inside = all(0 <= share <= 1 for spot in spots for share in spot)
    return (spots if inside else None), tuple(view.corners)


class CameraSource(GameSource):
    """Every picture at rest is handed out, and every now and then one to be shown. While the camera is `away` it is
    looked for; a folder or a video that has ended is away for good.
    """

    name = "camera"
    keeps_pictures = True
    pace: float | None = 0.1
    # What is drawn over pictures before they are shown.
    mark: Callable[[Image], Image] = staticmethod(lambda image: image)

    def __init__(self, name: str, folder: Path, board: AnyTable, known: CameraHelp | None = None) -> None:
        self._name, self._folder, self._board, self._known = name, folder, board, known or CameraHelp()
        self._watched = CameraFindings()
        # The newest picture, and when it was taken.
        self._newest: tuple[Image, float] | None = None
        # True if the next picture at rest is wanted, whether it differs or not.
        self._again = False
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True, name="camera of the game")
        self._thread.start()

    @property
    def away(self) -> bool:
        return self._watched.does == "away"

    @property
    def does(self) -> CameraDoes:
        return self._watched.does

    @property
    def phone(self) -> ShownPhone | None:
        """The phone, where that is the camera."""
        return TABLE_PHONE.shown if self._name == PHONE else None

    @property
    def corners(self) -> Spots | None:
        """The board's corners as a player has shown them, shares of the picture."""
        return self._known.corners

    def set_corners(self, corners: Spots | None) -> None:
        """The board's corners are there; None: nobody has shown any."""
        self._known = replace(self._known, corners=tuple(corners) if corners else None)

    def turn_board(self, corners: Spots) -> None:
        """The board lies the other way round than with these corners."""
        self.set_corners((*corners[2:], *corners[:2]))

    def look_again(self) -> None:
        """Hand out the next picture at rest, though it may not differ from the last one handed out."""
        if self._watched.does in ("opening", "moving"):
            self._again = True
        elif self._newest is not None:
            self._watched.settled.put(Happening("frame", *self._newest))

    @property
    def open_tracker(self) -> OpenTracker:
        return lambda image: self._known.open_tracker(image, self._board)

    def seek(self, image: Image) -> Iterator[Any]:
        """Whoever finds the board in a picture without the corners that were shown, then with it turned. Raises
        VisionError where none is found."""
        unknown = replace(self._known, corners=None)
        found = unknown.open_tracker(image, self._board)
        yield found
        corners, _ = corners_of(found, image)
        for turn in range(1, len(corners or ())):
            assert corners
            with suppress(VisionError):
                yield replace(unknown, corners=(*corners[turn:], *corners[:turn])).open_tracker(image, self._board)

    def next(self, verdict: Verdict | None) -> Happening | None:
        if self._watched.settled.empty():
            return None
        happening = self._watched.settled.get()
        if happening.kind == "fault":
            raise happening.value
        return happening

    def latest(self) -> ShownPicture | None:
        seen, self._watched.preview = self._watched.preview, None
        return seen

    def save_picture(self, number: int, image: Any) -> SavedPicture:
        path = self._folder / f"{number:04d}.jpg"
        write_picture(path, image)
        return SavedPicture(path.name, read_picture(path))

    def close(self) -> None:
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.is_set():
            try:
                source = open_camera(self._name, self._board.simulated_camera)
                try:
                    self._follow(source)
                finally:
                    source.close()
                    self._watched.does = "away"
                return
            except VisionError:
                pass
            except Exception as error:
                # Whoever asks for what is next gets to know; this thread must not end.
                self._watched.settled.put(Happening("fault", error))
            self._watched.does = "away"
            self._closed.wait(RETRY_SECONDS)

    def _follow(self, source: Source) -> None:
        settler = Settler()
        shown = -PREVIEW_SECONDS
        number = 0
        frozen, last = False, time.monotonic()
        for shot in self._shots(source):
            if self._closed.is_set():
                return
            frozen = frozen or source.status is Status.FROZEN
            if shot is None:
                patience = STALL_SECONDS if source.status is Status.STALLED else HICCUP_SECONDS
                if frozen or (source.status in AWAY and time.monotonic() - last > patience):
                    self._watched.does = "frozen" if frozen else "away"
                continue
            last = time.monotonic()
            seen = self._known.turned(shot)
            # Some streams send a picture again as it is while nothing moves: that is no camera that is gone.
            frozen = frozen and self._newest is not None and np.array_equal(self._newest[0], seen.image)
            self._newest = seen.image, last
            settled = source.still or settler.settled(seen)
            at_rest = settled or settler.resting
            self._watched.does = "frozen" if frozen else "sees" if at_rest else "moving"
            if settled or (at_rest and self._again):
                self._again = False
                self._watched.settled.put(Happening("frame", seen.image, last))
            # A still table is shown once: pictures of what has not changed cost a tablet's battery.
            if settled or (not settler.resting and time.monotonic() - shown >= PREVIEW_SECONDS):
                shown, number = time.monotonic(), number - 1
                self._watched.preview = self.small(self.mark(seen.image), number)

    def _shots(self, source: Source) -> Iterator[Shot | None]:
        """The pictures of a source until it ends; of one that cannot be read the players are told."""
        while True:
            try:
                yield from shots(source)
                return
            except VisionError as error:
                self._watched.settled.put(Happening("told", error_reason(error)))
