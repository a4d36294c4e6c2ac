"""Many rolls through the real firmware and the real host, with faults at random, every one of them accounted for.

What really fell is known, because the dice are simulated; the host's store is compared with it at the end:

- lost: dice came to rest undisturbed, and the host knows neither a roll nor a void of them; or a number is missing;
- doubled: one fall of the dice is in the store twice;
- invented: a roll in the store with no such fall of dice, or with another value or colour than the dice showed;
- uncertain: rolls in which the tower left a die to the players.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random

from hardware.dice import DiceEvent, DiceRoll, VoidRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.simulation.faulty_line import FaultyLine, Harm
from hardware.simulation.tower import SimulatedThrow, SimulatedTower, calibrated_tower
from hardware.tower.session import TowerSession

SLICE_MS = 5.0  # of the tower's time between two exchanges with the host
LONGEST_WAIT_MS = 30_000.0  # of the tower's time: it is stuck when it is not ready, or tells no roll, for so long
STARTING_MS = 60.0  # in which a tower has said that it is there
OPENING_MS = 10.0  # from the gate's opening until the roll is marked as begun in the tower's memory, at most
NOISE_LEVELS = (0.0, 0.0, 0.0, 0.001, 0.003, 0.01)  # chances of each harm to a byte; one is drawn for every roll


@dataclass
class Result:
    """Counts of a soak. `voids` are falls told as void: those cut by a loss of power."""

    rolls: int = 0
    faults: int = 0
    lost: int = 0
    doubled: int = 0
    invented: int = 0
    uncertain: int = 0
    voids: int = 0

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.invented)


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


@dataclass
class Fall:
    """A throw and what the tower could know of it: `cut` tells when the power went before it was journalled."""

    throw: SimulatedThrow
    after: int  # the number of the last roll before it
    cut: float | None = None


def soak(rolls: int, seed: int, progress: Callable[[Result], None] | None = None) -> Result:
    """Roll `rolls` times with faults. Raises DeviceError where the tower stops answering for good."""
    rng = Random(seed)
    desk = Desk(calibrated_tower(seed % 997), rng)
    result = Result()
    falls: list[Fall] = []
    try:
        for number in range(rolls):
            falls.append(_one_roll(desk, rng, result))
            result.rolls += 1
            if progress and number % 500 == 499:
                progress(result)
        _heal(desk)
        desk.run_until(lambda: any(roll.number == desk.last for roll in desk.store))
        desk.run(2000)
    finally:
        desk.tower.close()
    result.faults += desk.to_tower.faults + desk.to_host.faults
    audit(falls, desk.last, desk.store.rolls, result)
    return result


def _one_roll(desk: Desk, rng: Random, result: Result) -> Fall:
    noise = rng.choice(NOISE_LEVELS)
    for line in (desk.to_tower, desk.to_host):
        line.harm = Harm(drop=noise, double=noise, flip=noise, invent=noise / 2, delay=noise)
    if desk.session is None and rng.random() < 0.5:
        desk.start_host()
    if desk.to_host.pulled and rng.random() < 0.5:
        desk.plug()
    if not desk.run_until(lambda: desk.ready, 5000):
        _heal(desk)  # its memory is full: it waits for the host
        if not desk.run_until(lambda: desk.ready):
            raise DeviceError("hardware.tower.unready")
    fall = Fall(desk.throw(), desk.last)
    _misfortune(desk, rng, fall, result)
    desk.run_until(lambda: not desk.tower.throwing)
    if fall.cut is None:
        desk.run_until(lambda: desk.held, 8000)
    desk.run(rng.uniform(5, 60))
    desk.tower.clear()
    return fall


def _misfortune(desk: Desk, rng: Random, fall: Fall, result: Result) -> None:
    """Perhaps something happens around a throw."""
    (what,) = rng.choices(("none", "power", "pull", "kill"), (60, 20, 11, 9))
    if what == "none":
        return
    result.faults += 1
    desk.run(rng.uniform(0, fall.throw.rested - desk.tower.now + 600))
    if what == "power":
        for _ in range(rng.choice((1, 1, 2))):
            if not desk.held and fall.cut is None:
                fall.cut = desk.tower.now
            desk.cut_power(rng.randrange(256), rng.choice((0.0, rng.uniform(0, 400))))
            desk.run(rng.uniform(5, 60))
    elif what == "pull":
        desk.pull()
        if rng.random() < 0.5:
            desk.run(rng.uniform(0, 800))
            desk.plug()
    else:
        desk.kill_host()


def _heal(desk: Desk) -> None:
    for line in (desk.to_tower, desk.to_host):
        line.harm = Harm()
    if desk.session is None:
        desk.start_host()
    desk.plug()


def audit(falls: Sequence[Fall], last: int, stored: Sequence[DiceRoll | VoidRoll], result: Result) -> None:
    """Compare what fell with what was stored and count the differences into `result`; `last` is the last number given.

    Each fall's numbers are those that the tower gave from one readiness to the next: one for a fall in peace; where
    the power went, a void, or the roll after all, or both in that order.
    """
    known: dict[int, list[DiceRoll | VoidRoll]] = {}
    for roll in stored:
        known.setdefault(roll.number, []).append(roll)
    ends = [fall.after for fall in falls[1:]] + [last]
    explained: set[int] = set()
    for fall, end in zip(falls, ends, strict=True):
        rolls = [roll for number in range(fall.after + 1, end + 1) for roll in known.get(number, [])]
        told = [roll for roll in rolls if _tells(roll, fall.throw)]
        voids = sum(isinstance(roll, VoidRoll) for roll in rolls)
        explained.update(range(fall.after + 1, end + 1))
        result.lost += sum(number not in known for number in range(fall.after + 1, end + 1))
        result.doubled += max(0, len(told) - 1)
        result.invented += len(rolls) - len(told) - voids
        result.voids += voids > 0 and fall.cut is not None
        if fall.cut is None:
            result.lost += end > fall.after and not told
            result.lost += end == fall.after
        else:
            # The gate's first milliseconds go to marking the roll as begun; without the mark nothing of it is known.
            result.lost += not rolls and fall.cut - fall.throw.begun > OPENING_MS
    result.invented += sum(roll.number not in explained and isinstance(roll, DiceRoll) for roll in stored)
    result.uncertain += sum(isinstance(roll, DiceRoll) and not roll.certain for roll in stored)


def _tells(roll: DiceRoll | VoidRoll, throw: SimulatedThrow) -> bool:
    """Whether a stored roll is this throw: the same dice, bay by bay, but for those left to the players."""
    shown = [die for die in throw.dice if die]
    return (
        isinstance(roll, DiceRoll)
        and len(roll.dice) == len(shown)
        and all(
            told.colour in (None, true.colour) and told.value in (None, true.value)
            for told, true in zip(roll.dice, shown, strict=True)
        )
    )
