"""A dice tower on a serial port: found, opened, lost and found again, all in a thread of its own.

pyserial's own ReaderThread is not used: when a cable is pulled while data flows, `in_waiting` raises a plain OSError,
which ends that thread without telling anybody (pyserial issue 401).
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import serial
from serial.tools import list_ports

from hardware.dice import Kind, Notice, SourceIdentity
from hardware.errors import DeviceError, fact
from hardware.queued_dice import QueuedDice
from hardware.roll_store import RollStore
from hardware.tower.identity import Identity
from hardware.tower.requests import Answer
from hardware.tower.session import TowerSession
from hardware.tower.telling import refusal

BAUD_RATES = (250_000, 115_200)  # bits a second, as the protocol has it: the first is exact on a 16 MHz AVR
READ_TIMEOUT = 0.02  # seconds that a read waits: how late a request is sent at worst
WRITE_TIMEOUT = 1.0  # seconds: a port that takes nothing for so long is dead
GREETING_TIME = 2.5  # seconds: an Arduino restarts when its port is opened, and its boot loader waits a while
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two looks for a tower, doubled each time
ANSWER_TIME = 3.0  # seconds: a step of calibration takes longer than any other request
POLL_SECONDS = 0.01  # between two looks at what the thread has heard
CLOSING_SECONDS = 5.0  # for the thread to end: longer than any wait in it

# USB vendors of the boards that towers are made of, and of the serial chips on them.
BOARD_VENDORS = {
    0x1A86: "CH340",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1B4F: "SparkFun",
    0x2E8A: "Raspberry Pi",
    0x239A: "Adafruit",
}


@dataclass(frozen=True)
class Port:
    """A serial port, and what its USB descriptor says."""

    path: str
    board: str | None
    description: str


def ports() -> list[Port]:
    """All serial ports, those with a known board first."""
    found = [Port(port.device, BOARD_VENDORS.get(port.vid or 0), port.description) for port in list_ports.comports()]
    return sorted(found, key=lambda port: (port.board is None, port.path))


def likely_ports() -> list[str]:
    """The ports of known boards, where a tower may be."""
    return [port.path for port in ports() if port.board is not None]


class SerialTower(QueuedDice):
    """The tower at one port, or at whichever likely port one answers.

    Rolls are in the store before they are acknowledged and before `poll` hands them out.
    """

    def __init__(
        self,
        store: RollStore,
        port: str | None = None,
        kind: Kind = "tower",
        candidates: Callable[[], Iterable[str]] = likely_ports,
    ) -> None:
        """`port` None searches among `candidates()`. Returns at once; the tower is told of by `poll`."""
        super().__init__()
        self._kind: Kind = kind
        self.session = TowerSession(store, kind=kind)
        self._candidates: Callable[[], Iterable[str]] = (lambda: [port]) if port else candidates
        self._port = port
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._told_busy = False
        self._thread = threading.Thread(target=self._work, name=f"tower at {port or 'any port'}", daemon=True)
        self._thread.start()

    @property
    def identity(self) -> SourceIdentity | None:
        """Which tower answers, None while none does."""
        found = self.session.identity
        return SourceIdentity(self._kind, found.name, found.firmware) if found else None

    def wait_until_ready(self, seconds: float) -> Identity:
        """Raises DeviceError where no tower answers in time, or one that speaks another version."""
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
        """Send a request, such as ``RAW 2``, and wait for the answer's words after its tag.

        Raises DeviceError where the tower refuses or does not answer.
        """
        with self._lock:
            answer: Answer = self.session.request(body)
        end = time.monotonic() + ANSWER_TIME
        while not answer.done and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
        if answer.reply is None:
            raise DeviceError("hardware.tower.silent", request=repr(body))
        words = answer.reply.split(" ")
        if not answer.ok:
            raise DeviceError("hardware.tower.refuses", request=repr(body), why=refusal(words[2], " ".join(words[3:])))
        return " ".join(words[2:])

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=CLOSING_SECONDS)

    def _work(self) -> None:
        pause = FIRST_PAUSE
        attempt = 0
        while not self._closing.is_set():
            for path in list(self._candidates()):
                if self._visit(path, BAUD_RATES[attempt // 2 % len(BAUD_RATES)]):
                    pause, attempt = FIRST_PAUSE, 0
            attempt += 1
            self._closing.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _visit(self, path: str, baud: int) -> bool:
        """Talk with whatever is at a port until it goes. True where it was a tower."""
        try:
            port = serial.Serial(path, baud, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            self._tell_if_busy(error)
            return False
        self._told_busy = False
        greeted = False
        until = time.monotonic() + GREETING_TIME
        with self._lock:
            self.session.opened(time.monotonic())
        try:
            while not self._closing.is_set():
                data = port.read(max(1, port.in_waiting))
                now = time.monotonic()
                with self._lock:
                    events = self.session.feed(data, now, time.time())
                    self.session.tick(now)
                    out = self.session.outgoing()
                    greeted = greeted or self.session.ready
                for event in events:
                    self._events.put(event)
                if out:
                    port.write(out)
                if not greeted and now > until:
                    return False
        except (OSError, DeviceError) as error:
            if greeted:
                why = error.fact if isinstance(error, DeviceError) else str(error)
                self._events.put(Notice(fact("hardware.tower.gone", error=why), fault=True))
        finally:
            with self._lock:
                self.session.opened(time.monotonic())
            port.close()
        return greeted

    def _tell_if_busy(self, error: Exception) -> None:
        if "exclusively lock" in str(error) and not self._told_busy:
            self._told_busy = True
            self._events.put(Notice(fact("hardware.tower.port_held"), fault=True))
