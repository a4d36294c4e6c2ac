"""Pictures of a camera or network stream, read in a thread: the newest one counts, and lost connections are
reopened."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image
from vision.sources.source import Shot, Status

# Stride of the pixels compared, and least share of them that a live sensor's noise changes.
COMPARED, NOISY_SHARE = 6, 0.005
# Undecodable pictures in a row after which the camera is connected anew.
MOST_SPOILT = 10
# Number of tiles (across, down) in which motion is sought, and grey levels by which a moved one changes.
TILES, TILE_MOVED = (64, 48), 6


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


class Silent:
    """A capture that could not be opened. `trouble`: why."""

    def __init__(self, trouble: VisionError) -> None:
        self.trouble = trouble

    def isOpened(self) -> bool:  # noqa: N802
        return False

    def grab(self) -> bool:
        return False

    def retrieve(self) -> tuple[bool, Any]:
        return False, None

    def release(self) -> None: ...


@dataclass(frozen=True)
class Patience:
    """Timeouts in seconds."""

    stalled: float = 2.0
    """Without a picture."""
    opening: float = 10.0
    """Without a first picture."""
    frozen: float = 5.0
    """With an unchanging picture; after twice this the camera is connected anew."""
    longest_frozen: float = 120.0
    """With one that stays the same however often the camera is connected anew, each time after twice as long."""
    hung: float = 15.0
    """In a read or a connection attempt, which is then abandoned."""
    retry: float = 0.5
    """Pause before connecting again; it doubles up to `longest_retry`."""
    longest_retry: float = 10.0


class FreezeWatch:
    """Measures how long a live picture has been without noise.

    A sensor's noise changes pixels all over from picture to picture; a repeated picture changes none, or only those of
    a clock drawn into it.
    """

    def __init__(self) -> None:
        self._first: Image | None = None
        self._since: float = 0.0

    def unchanged_for(self, t: float, image: Image) -> float:
        """Return the seconds, at time `t`, since the first of the pictures that are all the same as this one."""
        sample = image[::COMPARED, ::COMPARED]
        if self._first is None or self._first.shape != sample.shape or _changed(self._first, sample) > NOISY_SHARE:
            self._first, self._since = sample.copy(), t
        return t - self._since


def _changed(one: Image, two: Image) -> float:
    return float(np.mean((one != two).any(axis=2)))


@dataclass(frozen=True)
class Pace:
    """Pauses between decoded pictures. The table is still for most of a game, and decoding costs a tablet's battery."""

    calm: float = 0.2
    """Seconds between pictures of a still table."""
    restless: float = 0.1
    """Seconds between pictures after motion."""
    lasting: float = 1.0
    """Seconds after motion until the table counts as still."""


class MotionWatch:
    """Measures when the picture last changed, cheaply: by the mean grey of tiles."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._moved = 0.0

    def still_for(self, t: float, image: Image) -> float:
        """Return the seconds, at time `t`, since anything moved from one picture to the next."""
        # One line of pixels in four is enough to average noise away.
        small = cv2.resize(image[::4], TILES, interpolation=cv2.INTER_AREA)
        now = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        if self._before is None or cv2.absdiff(self._before, now).max() > TILE_MOVED:
            self._moved = t
        self._before = now
        return t - self._moved


class LiveSource:
    """A camera or stream opened by `connect`, which may block: it is called in the source's own thread.

    Callers wait for pictures no longer than their timeout, whatever the camera does. A thread that hangs in the driver
    is abandoned and replaced.
    """

    still = False

    def __init__(
        self,
        connect: Callable[[], Capture],
        patience: Patience | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connect = connect
        self._pace, self._due = pace or Pace(), 0.0
        self._motion = MotionWatch()
        self._patience = patience or Patience()
        self._news = threading.Condition()
        self._clock, self._begin = clock, clock()
        self._asked = 0.0
        self._status = Status.OPENING
        self._newest: Shot | None = None
        self._last_sign = 0.0
        self._freezes = FreezeWatch()
        self._frozen_for = 0.0
        self._given_up_after = 0.0
        self._connected = 0.0
        self._trouble: VisionError | None = None
        self._hung_after = self._patience.hung
        self._start()

    @property
    def status(self) -> Status:
        with self._news:
            return self._current_status()

    @property
    def trouble(self) -> VisionError | None:
        """The camera's reason for giving no pictures; None without one."""
        with self._news:
            return self._trouble

    def next(self, wait: float) -> Shot | None:
        with self._news:
            self._notice_sleep()
            self._replace_hung()
            if self._newest and self._now() - self._newest.t > self._patience.stalled:
                self._newest = None  # nobody asked for it while it was new
            self._news.wait_for(lambda: self._newest is not None or self._status is Status.ENDED, wait)
            shot, self._newest = self._newest, None
            return shot

    def close(self) -> None:
        """Close the source. A hanging capture is released by its thread when it returns, not waited for."""
        with self._news:
            self._status, self._newest = Status.ENDED, None
            self._news.notify_all()
        self._worker.join(self._patience.stalled)

    def _current_status(self) -> Status:
        if self._status not in (Status.OPENING, Status.LIVE):
            return self._status
        limit = self._patience.stalled if self._status is Status.LIVE else self._patience.opening
        if self._now() - self._last_sign > limit:
            return Status.STALLED
        return Status.FROZEN if self._frozen_for > self._patience.frozen else self._status

    def _now(self) -> float:
        return self._clock() - self._begin

    def _start(self) -> None:
        self._worker = threading.Thread(target=self._run, daemon=True, name="camera")
        self._worker.start()

    def _notice_sleep(self) -> None:
        """Detect that the machine was suspended: nobody has asked for long, which is not the camera's fault."""
        now, before = self._now(), self._asked
        self._asked = now
        if now - before > self._patience.hung:
            self._last_sign = max(self._last_sign, now)

    def _replace_hung(self) -> None:
        if self._status is Status.ENDED or self._now() - self._last_sign < self._hung_after:
            return
        # Each abandoned thread doubles the wait, so that a dead driver does not collect threads.
        self._hung_after *= 2
        self._last_sign = self._now()
        self._status = Status.LOST
        self._start()

    def _run(self) -> None:
        pause = self._patience.retry
        while self._in_use():
            try:
                capture = self._connect()
            except Exception as error:  # whatever a driver raises must not end this thread
                capture = Silent(VisionError("vision.stream.fault", error=f"{type(error).__name__}: {error}"))
            if not capture.isOpened():
                self._frozen_for = 0.0
            if self._report(Status.OPENING if capture.isOpened() else Status.LOST) and self._read(capture):
                pause = self._patience.retry
            capture.release()
            with self._news:
                self._trouble = getattr(capture, "trouble", None)
            # A frozen camera is given up on purpose: it is still frozen, not lost.
            if not self._report(Status.OPENING if self._frozen_for > self._patience.frozen else Status.LOST):
                return
            with self._news:
                self._news.wait_for(lambda: not self._in_use(), pause)
            pause = min(2 * pause, self._patience.longest_retry)

    def _read(self, capture: Capture) -> bool:
        """Take pictures until the connection breaks. Returns True if there were any."""
        any_there, spoilt = False, 0
        self._connected = self._now()
        while capture.isOpened() and spoilt < MOST_SPOILT:
            try:
                if not capture.grab():
                    break
                if self._now() < self._due:
                    continue
                there, image = capture.retrieve()
            except Exception:  # whatever a driver raises, the camera is connected anew
                break
            if not there or image is None:
                spoilt += 1
                if not self._in_use():
                    break
            elif self._put(np.asarray(image, dtype=np.uint8)):
                any_there, spoilt = True, 0
            else:
                break
        return any_there

    def _put(self, image: Image) -> bool:
        """Hand out a picture. Returns True to go on reading."""
        with self._news:
            if not self._in_use():
                return False
            now = self._now()
            self._newest, self._last_sign, self._status = Shot(now, image), now, Status.LIVE
            self._trouble = None
            self._hung_after = self._patience.hung
            self._frozen_for = self._freezes.unchanged_for(now, image)
            calm = self._motion.still_for(now, image) > self._pace.lasting
            self._due = now + (self._pace.calm if calm else self._pace.restless)
            self._news.notify_all()
            if self._frozen_for < self._patience.frozen:
                self._given_up_after = 2 * self._patience.frozen
            if min(self._frozen_for, now - self._connected) < self._given_up_after:
                return True
            self._given_up_after = min(2 * self._given_up_after, self._patience.longest_frozen)
            return False

    def _report(self, status: Status) -> bool:
        """Report that the thread is alive and its status. Returns True if it is still the one in use."""
        with self._news:
            if not self._in_use():
                return False
            self._status, self._last_sign = status, self._now()
            return True

    def _in_use(self) -> bool:
        """Return True if the calling thread is the one that reads the camera."""
        with self._news:
            return self._worker is threading.current_thread() and self._status is not Status.ENDED
