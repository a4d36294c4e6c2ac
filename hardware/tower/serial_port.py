"""A dice tower on a serial port: found, opened, lost and found again, all in a thread.

pyserial's own ReaderThread is not used: when a cable is pulled while data flows, `in_waiting` raises a plain OSError,
which ends that thread silently (pyserial issue 401).
"""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterable

from hardware.dice import Kind, Notice, SourceIdentity
from hardware.errors import DeviceError, Fact, fact
from hardware.queued_dice import QueuedDice
from hardware.roll_store import RollStore
from hardware.supervised import supervised
from hardware.tower.acquaintances import SESSION, Acquaintances
from hardware.tower.identity import Identity
from hardware.tower.line import OpenLine
from hardware.tower.ports import Port, likely_ports, open_port
from hardware.tower.session import TowerSession
from hardware.tower.telling import refusal

BAUD_RATES = (250_000, 115_200)  # bits a second, as the protocol has it: the first is exact on a 16 MHz AVR
GREETING_TIME = 2.5  # seconds at a rate: an Arduino restarts when its port is opened, and its boot loader waits a while
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two looks for a tower, doubled each time
ANSWER_TIME = 3.0  # seconds: a step of calibration takes longer than any other request
POLL_SECONDS = 0.01  # between two looks at what the thread has heard
CLOSING_SECONDS = 5.0  # for the thread to end: longer than any wait in it


class SerialTower(QueuedDice):
    """The tower at one port, or at whichever likely port one answers.

    A named port is held and greeted until the tower there answers. In a search each device is greeted once; those that
    do not answer are left alone (`hardware/tower/acquaintances.py`). Rolls are in the store before they are
    acknowledged and before `poll` returns them.
    """

    def __init__(
        self,
        store: RollStore,
        port: str | None = None,
        kind: Kind = "tower",
        candidates: Callable[[], Iterable[Port]] = likely_ports,
        acquaintances: Acquaintances = SESSION,
        clocks: tuple[Callable[[], float], Callable[[], float]] = (time.monotonic, time.time),
        open_line: OpenLine | None = None,
    ) -> None:
        """Start the thread; returns at once, `poll` reports the tower.

        `port` None searches among `candidates()`. `clocks`: one that is never set, and the time of day, in seconds.
        """
        super().__init__()
        self._kind: Kind = kind
        self.session = TowerSession(store, kind=kind)
        self._candidates = candidates
        self._acquaintances = acquaintances
        self._port, self._open_line = port, open_line
        self._now, self._time_of_day = clocks
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._told: dict[str, Fact] = {}
        self._thread = supervised(f"tower at {port or 'any port'}", self._work, self._closing)
        self._thread.start()

    @property
    def identity(self) -> SourceIdentity | None:
        """The tower that answers; None while none does."""
        found = self.session.identity
        return SourceIdentity(self._kind, found.name, found.firmware, found.bays) if found else None

    def wait_until_ready(self, seconds: float) -> Identity:
        """Wait for the tower. Raises DeviceError where none answers in time, or one that speaks another version."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if identity := self.session.identity:
                return identity
            if self.session.refused:
                raise DeviceError.of(self.session.refused)
            time.sleep(POLL_SECONDS)
        raise DeviceError("hardware.tower.absent", port=self._port or fact("hardware.tower.any_port"))

    def arm(self, token: int) -> None:
        with self._lock:
            self.session.arm(token)

    def ask(self, body: str) -> str:
        """Send a request, such as ``RAW 2``, and return the answer's words after its tag.

        Raises DeviceError where the tower refuses or does not answer.
        """
        with self._lock:
            request = self.session.request(body)
        end = time.monotonic() + ANSWER_TIME
        while not request.done and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
        if request.reply is None:
            raise DeviceError("hardware.tower.silent", request=repr(body))
        words = request.reply.split(" ")
        if not request.ok:
            raise DeviceError("hardware.tower.refuses", request=repr(body), why=refusal(words[2], " ".join(words[3:])))
        return " ".join(words[2:])

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=CLOSING_SECONDS)

    def _work(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            for port in self._to_visit():
                if self._visit(port):
                    pause = FIRST_PAUSE
            self._closing.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _to_visit(self) -> list[Port]:
        if self._port is not None:
            return [Port(self._port, None, "")]
        return self._acquaintances.worth_a_visit(self._candidates())

    def _visit(self, port: Port) -> bool:
        """Talk with whatever is at a port until it goes; an unnamed one is left if it does not answer. Returns True for
        a tower."""
        try:
            line = (self._open_line or open_port)(port.path, BAUD_RATES[0])
        except (OSError, ValueError) as error:  # SerialException is an OSError
            self._tell_of(port, error)
            return False
        self._told.pop(port.path, None)
        greeted, rates = False, 0
        until = self._now() + GREETING_TIME
        with self._lock:
            self.session.opened(self._now())
        try:
            while not self._closing.is_set():
                data = line.read(max(1, line.in_waiting))
                now = self._now()
                with self._lock:
                    events = self.session.feed(data, now, self._time_of_day())
                    self.session.tick(now)
                    out = self.session.outgoing()
                    if self.session.ready and not greeted:
                        greeted = True
                        if self._port is None:
                            self._acquaintances.answered(port)
                for event in events:
                    self._events.put(event)
                if out:
                    line.write(out)
                if not greeted and now > until:
                    rates += 1
                    if rates == len(BAUD_RATES) and self._port is None:
                        break
                    line.baudrate = BAUD_RATES[rates % len(BAUD_RATES)]
                    until = now + GREETING_TIME
        except (OSError, DeviceError) as error:
            if greeted:
                why = error.fact if isinstance(error, DeviceError) else str(error)
                self._events.put(Notice(fact("hardware.tower.gone", error=why), fault=True))
        finally:
            with self._lock:
                self.session.opened(self._now())
            line.close()
        if not greeted and not self._closing.is_set() and self._port is None:
            self._leave(port)
        return greeted

    def _leave(self, port: Port) -> None:
        """Leave a port that is no tower, or none that can be heard."""
        if self._acquaintances.kept_silent(port):
            board = port.board or port.description
            self._events.put(Notice(fact("hardware.tower.stranger", board=board, port=port.path)))

    def _tell_of(self, port: Port, error: Exception) -> None:
        """Report once that a port cannot be opened, if people can do something about it."""
        if "exclusively lock" in str(error):
            trouble = fact("hardware.tower.port_held")
        elif isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.EACCES:
            trouble = fact("hardware.port.shut", path=port.path, error=os.strerror(errno.EACCES))
        else:
            return
        if self._told.get(port.path) != trouble:
            self._told[port.path] = trouble
            self._events.put(Notice(trouble, fault=True))
