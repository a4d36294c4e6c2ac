"""A camera over a dice tray as a source of rolls like any other: opened, lost and found again on a thread."""

import threading
from contextlib import closing

from companion.referee.live.cameras import AWAY, Source, VisionError, masked_name, open_camera, shots
from companion.referee.live.feed import TRAY
from companion.referee.live.rolling import NumberedRolls
from hardware.dice import BLUETOOTH, DiceSource, Notice, Provenance, SourceIdentity
from hardware.errors import fact
from hardware.open_dice import open_dice
from hardware.queued_dice import QueuedDice
from hardware.roll_store import RollStore
from hardware.supervised import supervised
from vision.dice.tray import ThrowEvent, ThrowTracker, TrayReader

RETRY_SECONDS = 2.0


class TrayDice(QueuedDice):
    """Rolls of `count` dice, of any colours, that a camera sees. Each throw is reported once; one made while no picture
    comes is missed.

    `camera` is as `open_camera` takes it; `reader` reads the dice of a picture at rest.
    """

    def __init__(self, camera: str, count: int, store: RollStore, reader: TrayReader | None = None) -> None:
        super().__init__()
        self._camera = camera
        self._source = Provenance(TRAY, masked_name(camera), durable=False)
        self._store, self._numbered = store, NumberedRolls(self._source)
        self._tracker = ThrowTracker(count, reader=reader)
        self._away, self._token = True, 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        supervised("dice tray", self._work, self._closing).start()

    @property
    def identity(self) -> SourceIdentity:
        return SourceIdentity(self._source.kind, self._source.name)

    @property
    def away(self) -> bool:
        return self._away

    def arm(self, token: int) -> None:
        with self._lock:
            self._token = token

    def close(self) -> None:
        self._closing.set()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                with closing(open_camera(self._camera, _no_tray)) as source:
                    self._follow(source)
            except VisionError:
                pass
            finally:
                self._away = True
            self._closing.wait(RETRY_SECONDS)

    def _follow(self, source: Source) -> None:
        for shot in shots(source):
            if self._closing.is_set():
                return
            self._away = shot is None and source.status in AWAY
            for event in self._tracker.see(shot.t, shot.image) if shot else ():
                self._hear(event)

    def _hear(self, event: ThrowEvent) -> None:
        if event.kind == "taken":
            with self._lock:
                token, self._token = self._token, 0
            for told in self._store.save_or_warn(self._numbered.of_seen(event.dice, token)):
                self._events.put(told)
        elif event.kind == "doubt":
            self._events.put(Notice(fact("hardware.tray.doubt", n=self._tracker.expected), fault=True))
        elif event.kind == "turned":
            self._events.put(Notice(fact("hardware.tray.turned"), fault=True))


def open_table_dice(name: str, count: int, store: RollStore) -> DiceSource:
    """Open dice by name: as `open_dice` has them, or a tray under a camera (``camera:1``, a path).

    `count` dice make a throw, where the name does not tell. Raises DeviceError for dice that cannot be had.
    """
    kind, _, wish = name.partition(":")
    if kind == TRAY:
        return TrayDice(wish or "auto", count, store)
    return open_dice(f"{BLUETOOTH}:{count}" if name == BLUETOOTH else name, store)


def _no_tray() -> Source:
    raise VisionError("vision.camera.none")
