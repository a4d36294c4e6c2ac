"""Where a game's tables come from: nothing but touch, the practice table, a recording, or a camera."""

import hashlib
import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2

from companion.app.play.looney_state import Picture
from companion.games.looney_blockade import Position, Side
from companion.referee import open_table
from companion.referee.capture import Settler, open_feed
from companion.referee.errors import RefereeError
from companion.referee.game import OpenWatcher
from companion.referee.practice_table import PracticeTable
from companion.referee.recording import Event, Recording, load, read_picture
from companion.referee.recording import Picture as Kept
from companion.referee.verdict import Verdict

SHOWN_WIDTH = 640
JPEG_QUALITY = 95
# Every so many pictures of a camera one is shown; all are looked at.
PREVIEW_EVERY = 5


class Happening(NamedTuple):
    """`kind` is "roll" (`value` is the roll), "frame" (`value` is the source's own picture) or "told" (a message)."""

    kind: str
    value: Any


@dataclass(frozen=True)
class KeptPicture:
    """A picture under the name that the journal knows it by."""

    name: str
    kept: Kept

    def picture(self, _event: Event) -> Kept:
        return self.kept


class Source(Protocol):
    """What a game is fed from. `pace` is in how many seconds to ask for what is next, None for never."""

    name: str
    keeps_pictures: bool
    pace: float | None

    @property
    def open_watcher(self) -> OpenWatcher: ...

    def next(self, verdict: Verdict | None) -> Happening | None:
        """What happened since; `verdict` is what the referee said last. Raises RefereeError where the source fails."""

    def latest(self) -> Picture | None:
        """What the camera sees, if there is something new."""

    def keep(self, number: int, image: Any) -> KeptPicture:
        """Keep the picture of event `number` as far as it has to be kept."""

    def stand(self, position: Position, side: Side, roll: Mapping[str, int] | None) -> None:
        """The table stands so, by the players' word; `side` is next, with `roll` if it has rolled."""

    def small(self, image: Any, number: int) -> Picture: ...

    def close(self) -> None: ...


class Touch:
    """No source at all: the players enter everything."""

    name = "touch"
    keeps_pictures = False
    pace: float | None = None

    @property
    def open_watcher(self) -> OpenWatcher:
        return _no_watcher

    def next(self, verdict: Verdict | None) -> Happening | None:
        return None

    def latest(self) -> Picture | None:
        return None

    def keep(self, number: int, image: Any) -> KeptPicture:
        return KeptPicture(f"{number:04d}", Kept(image, hashlib.sha256(image.tobytes()).hexdigest()))

    def stand(self, position: Position, side: Side, roll: Mapping[str, int] | None) -> None:
        pass

    def small(self, image: Any, number: int) -> Picture:
        height, width = image.shape[:2]
        if width > SHOWN_WIDTH:
            width, height = SHOWN_WIDTH, round(height * SHOWN_WIDTH / width)
            image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        return Picture(width, height, cv2.cvtColor(image, cv2.COLOR_BGR2RGB).tobytes(), number)

    def close(self) -> None:
        pass


class Practice(Touch):
    """The table that plays by itself, `pace` seconds between two things that happen."""

    name = "practice"

    def __init__(self, seed: int, pace: float = 2.0, breaches: int = 25, glares: int = 12) -> None:
        self.table = PracticeTable(seed, breaches, glares)
        self.pace = pace

    @property
    def open_watcher(self) -> OpenWatcher:
        return self.table.watcher

    def next(self, verdict: Verdict | None) -> Happening | None:
        found = self.table.next(verdict)
        return Happening(found.kind, found.value) if found else None

    def stand(self, position: Position, side: Side, roll: Mapping[str, int] | None) -> None:
        self.table.go_on_from(position, side, roll)


class Replay(Touch):
    """A recorded game, its pictures read by the real eyes, from event `first` on."""

    name = "recording"

    def __init__(self, folder: Path, first: int = 0, pace: float = 2.0) -> None:
        self._recording: Recording = load(folder)
        self._events = [event for event in self._recording.events if event.kind in ("frame", "roll")]
        self._at = first
        self.pace = pace

    @property
    def open_watcher(self) -> OpenWatcher:
        return lambda image: open_table.open_watcher(image, self._recording.a1, self._recording.camera)

    def next(self, verdict: Verdict | None) -> Happening | None:
        if self._at >= len(self._events) or (verdict is not None and verdict.verdict == "unsure"):
            return None
        event = self._events[self._at]
        self._at += 1
        return Happening(event.kind, event) if event.kind == "frame" else Happening("roll", event.value)

    def keep(self, number: int, image: Any) -> KeptPicture:
        return KeptPicture(str(image.value), self._recording.picture(image))


class Camera(Touch):
    """A camera, watched on a thread of its own; every picture at rest is looked at.

    `name` is its number, a stream's address or a path, as for `companion referee --camera`. A camera that falls silent
    is told of and waited for; one that never begins raises RefereeError from `next`.
    """

    name = "camera"
    keeps_pictures = True
    pace: float | None = 0.1

    def __init__(self, name: str, folder: Path) -> None:
        self._folder = folder
        self._preview: Picture | None = None
        self._settled: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._feed = open_feed(name, self._settled.put)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    @property
    def open_watcher(self) -> OpenWatcher:
        return lambda image: open_table.open_watcher(image, None, None)

    def next(self, verdict: Verdict | None) -> Happening | None:
        if self._settled.empty():
            return None
        found = self._settled.get()
        if isinstance(found, RefereeError):
            raise found
        return Happening("told" if isinstance(found, str) else "frame", found)

    def latest(self) -> Picture | None:
        seen, self._preview = self._preview, None
        return seen

    def keep(self, number: int, image: Any) -> KeptPicture:
        path = self._folder / f"{number:04d}.jpg"
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        path.write_bytes(data.tobytes())
        return KeptPicture(path.name, read_picture(path, path.name))

    def close(self) -> None:
        self._closed.set()

    def _watch(self) -> None:
        settler = Settler()
        shown = 0
        try:
            for shot in self._feed.shots():
                if self._closed.is_set():
                    break
                if shot is None:
                    continue
                if settler.settled(shot):
                    self._settled.put(shot.image)
                shown += 1
                if shown % PREVIEW_EVERY == 0:
                    self._preview = self.small(shot.image, -shown)
        except ValueError as error:
            # RefereeError or VisionError: no pictures are to be had.
            self._settled.put(RefereeError(str(error)))


def _no_watcher(_image: Any) -> Any:
    raise RefereeError("this game has no camera: enter the table by touch")
