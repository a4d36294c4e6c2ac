"""A host and a simulated tower on a line that can be harmed, all in the tower's own time."""

from collections.abc import Callable
from random import Random

from hardware.dice import DiceEvent
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.tower.session import TowerSession
from lab.tower.faulty_line import FaultyLine
from lab.tower.simulation.tower import SimulatedThrow, SimulatedTower

SLICE_MS = 5.0  # of the tower's time between two exchanges with the host
STARTING_MS = 60.0  # in which a tower has said that it is there
LONGEST_WAIT_MS = 30_000.0  # of the tower's time: it is stuck when it is not ready, or tells no roll, for so long


class Desk:
    """A host with its store, a line that can be harmed, and a simulated tower; all in the tower's own time."""

    def __init__(self, tower: SimulatedTower, rng: Random) -> None:
        self.tower = tower
        self.to_tower = FaultyLine(rng)
        self.to_host = FaultyLine(rng)
        self.store = RollStore()
        self.session: TowerSession | None = None
        self.events: list[DiceEvent] = []
        self.ready = False  # as the tower says itself, before its line is harmed
        self.held = False
        self.last = 0  # the number of the tower's last roll, likewise
        self.ahead = 0.0  # seconds that the host's clock is before the tower's
        self.day = 0.0  # seconds that its time of day is
        self.losses = 0  # how often the host took the tower for lost
        self.lie: Callable[[bytes], bytes] | None = None  # changes the tower's lines before they are harmed
        self._part = b""
        self._asleep = False
        self._said = bytearray()
        self.start_host()

    def start_host(self) -> None:
        self.session = TowerSession(self.store, kind="simulated")
        self.session.opened(self.host_now)

    @property
    def host_now(self) -> float:
        """The host's clock, in seconds."""
        return self.tower.now / 1000 + self.ahead

    def kill_host(self) -> None:
        self.session = None

    def plug(self) -> None:
        self.to_tower.plug()
        self.to_host.plug()
        if self.session:
            self.session.opened(self.host_now)

    def pull(self) -> None:
        self.to_tower.pull()
        self.to_host.pull()

    def cut_power(self, torn: int, ms: float) -> None:
        """Switch the tower off and on again, `ms` later."""
        self.tower.power_off(torn)
        self.ready = False
        self._said.clear()
        self.to_host.put(self._part, self.tower.now)
        self._part = b""
        self.tower.run(ms)
        self.tower.power_on()

    def restart_unheard(self, torn: int) -> None:
        """Cut the power for a moment; what the tower says when it starts is lost."""
        pulled, self.to_host.pulled = self.to_host.pulled, True
        self.cut_power(torn, 0.0)
        self.run(STARTING_MS)
        self.to_host.pulled = pulled

    def sleep(self, ms: float, clock: float, day: float | None = None) -> None:
        """The host sleeps for `ms` of the tower's milliseconds; what the tower says meanwhile waits in a buffer.

        The host's clock goes on by `clock` seconds in that time, its time of day by `day`, None for as long as it was.
        """
        self._asleep = True
        self.run(ms)
        self._asleep = False
        self.ahead += clock - ms / 1000
        self.day += 0.0 if day is None else day - ms / 1000

    def throw(self) -> SimulatedThrow:
        self.ready = self.held = False
        return self.tower.throw()

    def run(self, ms: float) -> None:
        end = self.tower.now + ms
        while end - self.tower.now > 0.001:
            self.tower.run(min(SLICE_MS, end - self.tower.now))
            self._exchange()

    def run_until(self, condition: Callable[[], bool], longest: float = LONGEST_WAIT_MS) -> bool:
        """Run until the condition holds. False where it did not after `longest` milliseconds."""
        end = self.tower.now + longest
        while not condition():
            if self.tower.now >= end:
                return False
            self.run(SLICE_MS)
        return True

    def _exchange(self) -> None:
        now = self.tower.now
        said = self.tower.receive()
        if said:
            self._listen(said)
            self.to_host.put(self._through(said), now)
        data = b"" if self._asleep else self.to_host.get(now)
        if self.session and not self._asleep:
            try:
                self.events += self.session.feed(data, self.host_now, now / 1000 + self.day) if data else []
                self.session.tick(self.host_now)
            except DeviceError:
                self.losses += 1
                self.session.opened(self.host_now)
            self.to_tower.put(self.session.outgoing(), now)
        self.tower.send(self.to_tower.get(now))

    def _through(self, said: bytes) -> bytes:
        """What comes out of the tower, line by line where it lies."""
        if self.lie is None:
            whole, self._part = self._part + said, b""
            return whole
        *lines, self._part = (self._part + said).split(b"\n")
        return b"".join(self.lie(line) + b"\n" for line in lines)

    def _listen(self, said: bytes) -> None:
        self._said += said
        while (end := self._said.find(b"\n")) >= 0:
            match bytes(self._said[:end]).partition(b"*")[0].split(b" "):
                case [b"EV", _, b"READY"]:
                    self.ready = True
                case [b"EV", _, b"HELD"]:
                    self.held = True
                    self.last += 1
                case [b"HI", b"#0", *fields]:
                    (self.last,) = (int(field[5:]) for field in fields if field.startswith(b"last="))
            del self._said[: end + 1]
