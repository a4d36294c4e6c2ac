"""The host's side of DTP/1 with one tower, without a port or clock: bytes and times in, events and bytes out.

The owner of the port feeds what it reads, sends what `outgoing` returns, and calls `tick` regularly. Every roll is
stored before it is acknowledged; a repetition is acknowledged again without an event. An impossible roll is requested
again and at last stored as void, so that those behind it come.

The session's own time stands still while nobody calls: a machine that slept has not waited for the tower.
"""

from dataclasses import dataclass

from hardware.dice import DiceEvent, DiceRoll, Kind, Moving, Notice, Provenance, VoidReason, VoidRoll, dice_words
from hardware.errors import DeviceError, Fact, fact
from hardware.roll_store import RollStore, StoredRoll
from hardware.tower.codes import (
    ANOTHER_HOST,
    NOT_GREETED_TAG,
    HostRequest,
    Message,
    TowerEvent,
    TowerRefusal,
)
from hardware.tower.dtp import TowerRoll, TowerVoid, fields_of, frame, number_of, parse_roll, parse_void, unframe
from hardware.tower.identity import Identity, identity_of
from hardware.tower.requests import REQUEST_TIMEOUT, TRIES, RequestQueue, TowerRequest
from hardware.tower.telling import refusal, warning

DTP = 1  # the version of the protocol
GREET_EVERY = 0.5  # seconds: a tower that has just been plugged in may still be in its boot loader
HEARTBEAT = 1.0  # seconds, a third of SILENCE: two beats may be lost
SILENCE = 3.0  # seconds without a line until the tower is asked whether it is there, as the protocol has it
PATIENCE = 0.1  # seconds for the answer to the last PING to be read
LONGEST_STEP = 0.5  # seconds between two calls that count: in a longer pause nobody listened
PAUSE = 2.0  # seconds; after a longer gap between calls, by either clock, buffered bytes are thrown away
STALE = 0.1  # seconds after such a gap in which buffered bytes are read
REPORTS = 4  # of an impossible roll until it is let go, as the protocol has it
MAX_LINE = 240  # bytes kept of a line; the protocol allows 200
MOST_REPORTED = 64  # facts remembered so that each is reported once


@dataclass
class Counts:
    """Counters of received lines."""

    lines: int = 0
    damaged: int = 0


class TowerSession:
    """A conversation with one tower. `kind` separates a real tower from a simulated one."""

    def __init__(self, store: RollStore, host: str = "companion", kind: Kind = "tower") -> None:
        self.identity: Identity | None = None
        self.refused: Fact | None = None
        self.counts = Counts()
        self.requests = RequestQueue()
        self._store = store
        self._host = host
        self._kind: Kind = kind
        self._line = bytearray()
        self._out = bytearray()
        self._hello: TowerRequest | None = None
        self._greeted_at: float | None = None
        self._clock = 0.0  # seconds in which somebody listened
        self._called: float | None = None
        self._wall_offset: float | None = None
        self._stale_until = 0.0
        self._heard = 0.0
        self._announced_boot: str | None = None
        self._arm = 0
        self._reported: list[Fact] = []
        self._senseless: dict[tuple[str, int], int] = {}
        # Reports in a row of a roll without a possible number.
        self._unnumbered = 0

    @property
    def ready(self) -> bool:
        return self.identity is not None

    @property
    def source(self) -> Provenance:
        assert self.identity is not None
        return Provenance(self._kind, self.identity.name, self.identity.durable)

    def opened(self, now: float) -> None:
        """Handle a port that has just been opened: nothing of an earlier connection holds. `now` in seconds of any
        clock."""
        self.identity = None
        self.refused = None
        self._line.clear()
        self._out.clear()
        self._reported.clear()
        self._unnumbered = 0
        self.requests.drop()
        self._hello = None
        self._greeted_at = None
        self._called, self._wall_offset = now, None
        self._stale_until = self._heard = self._clock

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def request(self, body: str) -> TowerRequest:
        """Queue a request such as ``CAL dark`` (the tag is added). It is repeated until answered, three times."""
        return self.requests.add(body)

    def arm(self, token: int) -> None:
        """Bind the next roll to a turn's token; sent again if the tower loses power."""
        self._arm = token
        if self.ready:
            self.requests.replace(f"{HostRequest.ARM} {token}")

    def tick(self, now: float) -> None:
        """Let time pass: greet, repeat unanswered requests. Raises DeviceError where the tower is lost."""
        self._advance_clock(now, None)
        if self.refused:
            return
        if self.identity is None:
            if self._greeted_at is None or self._clock - self._greeted_at >= GREET_EVERY:
                self._greet()
            return
        silent = self._clock - self._heard
        if silent > SILENCE:
            if not any(request.verb == HostRequest.PING for request in self.requests):
                self.requests.replace(HostRequest.PING, first=True)
            if silent > SILENCE + TRIES * REQUEST_TIMEOUT + PATIENCE:
                raise DeviceError("hardware.tower.lost", tower=self.identity.fact)
        self._send_due()

    def feed(self, data: bytes, now: float, wall: float | None = None) -> list[DiceEvent]:
        """Handle received bytes; `wall` is the time of day, in seconds since 1970."""
        self._advance_clock(now, wall)
        events: list[DiceEvent] = []
        if self._clock < self._stale_until:
            self._line.clear()  # whatever is lost here is said again
            return events
        for byte in data:
            if byte == 0x0A:
                line = self._line.decode("latin-1")
                self._line.clear()
                if line:
                    events += self._take(line, now if wall is None else wall)
            elif byte != 0x0D and len(self._line) <= MAX_LINE:
                self._line.append(byte)
        self._send_due()
        return events

    def _advance_clock(self, now: float, wall: float | None) -> None:
        """Count the time since the last call. Bytes that gathered in a long pause are dropped: a roll in them would get
        a wrong time. While a machine sleeps, one clock stands on some systems, the other on the rest."""
        passed = 0.0 if self._called is None else max(0.0, now - self._called)
        self._called = now
        self._clock += min(passed, LONGEST_STEP)
        paused = passed > PAUSE
        if wall is not None:
            paused |= self._wall_offset is not None and abs(wall - now - self._wall_offset) > PAUSE
            self._wall_offset = wall - now
        if paused:
            self._stale_until = self._clock + STALE

    def _greet(self) -> None:
        self._greeted_at = self._clock
        self._hello = self.requests.numbered(f"{HostRequest.HELLO} dtp={DTP} host={self._host}")
        self._out += b"\n"  # ends whatever half a line an earlier host left
        self._send(self._hello.body)

    def _greet_anew(self) -> None:
        """Greet a tower that has restarted, or another one: requests to the last boot are void."""
        self.identity = None
        self._greeted_at = None
        self.requests.drop(own=True)

    def _send_due(self) -> None:
        if self.identity is not None and (body := self.requests.due(self._clock)):
            self._send(body)

    def _send(self, body: str) -> None:
        self._out += (frame(body) + "\n").encode("ascii")

    def _take(self, line: str, wall: float) -> list[DiceEvent]:
        self.counts.lines += 1
        try:
            body = unframe(line)
        except DeviceError:
            self.counts.damaged += 1
            return []
        self._heard = self._clock
        return self._dispatch(body, line, wall)

    def _dispatch(self, body: str, line: str, wall: float) -> list[DiceEvent]:
        words = body.split(" ")
        fields = fields_of(words)
        match words:
            case [Message.OK, tag, *_]:
                self.requests.answered(tag, body)
            case [Message.PONG, tag, *_]:
                self.requests.answered(tag, body)
                if self.identity is not None and fields.get("boot", self.identity.boot) != self.identity.boot:
                    self._greet_anew()  # it has restarted, and its HI was lost
            case [Message.ERR, tag, code, *why]:
                return self._refusal(tag, code, " ".join(why), body)
            case [Message.HI, tag, *_]:
                return self._hi(tag, fields, line)
            case [Message.ROLL | Message.VOID, *_] if self.identity is not None:
                return self._announced(body, line, wall)
            case [Message.EV, _, TowerEvent.TUMBLE, *_] if self.identity is not None:
                return [Moving(self.source)]
            case [Message.EV, _, TowerEvent.WARN, code, *_]:
                return [warning(code, fields.get("bay", ""))]
        return []

    def _refusal(self, tag: str, code: str, why: str, body: str) -> list[DiceEvent]:
        if self._hello is not None and tag == f"#{self._hello.tag}":
            return self._turned_away(code, why)
        self.requests.answered(tag, body)
        if code == str(TowerRefusal.HELLO_FIRST):  # it has restarted and was not greeted since
            self._greet_anew()
        return []

    def _turned_away(self, code: str, why: str) -> list[DiceEvent]:
        self._hello = None
        if code == str(TowerRefusal.VERSION):
            self.refused = fact("hardware.tower.refuses_version", ours=DTP, why=why)
            return [Notice(self.refused, fault=True)]
        if why == ANOTHER_HOST:
            return self._once(fact("hardware.tower.held"))
        if code == str(TowerRefusal.BUSY):
            return []
        return self._once(fact("hardware.tower.refuses", request=repr(str(HostRequest.HELLO)), why=refusal(code, why)))

    def _hi(self, tag: str, fields: dict[str, str], line: str) -> list[DiceEvent]:
        version = fields.get("dtp", "")
        if not version.isdecimal():
            return self._nonsense(line)
        if version != str(DTP):
            self.refused = fact("hardware.tower.version", theirs=version, ours=DTP)
            return [Notice(self.refused, fault=True)]
        try:
            found = identity_of(fields)
        except DeviceError:
            return self._nonsense(line)
        if self.refused:
            self.refused = self._greeted_at = None
        if tag == NOT_GREETED_TAG or self._hello is None:
            # It has just started: greet it, so that it knows the host.
            if self.identity is None or self.identity.boot != found.boot:
                self._greet_anew()
            return []
        self._hello = None
        self.identity = found
        if "hb" in found.caps:
            self.requests.replace(f"{HostRequest.SET} hb={int(1000 * HEARTBEAT)}")
        if self._arm:
            self.requests.replace(f"{HostRequest.ARM} {self._arm}")
        if self._announced_boot == found.boot:
            return []
        self._announced_boot = found.boot
        events = [Notice(fact("hardware.tower.connected", tower=found.fact))]
        if not found.calibrated:
            events.append(Notice(fact("hardware.tower.uncalibrated"), fault=True))
        if not found.durable:
            events.append(Notice(fact("hardware.tower.forgets"), fault=True))
        return list(events)

    def _announced(self, body: str, line: str, wall: float) -> list[DiceEvent]:
        assert self.identity is not None
        number = number_of(body.split(" ")[1]) if " " in body else None
        if number is None:  # it cannot even be acknowledged
            self._unnumbered += 1
            stuck = self._unnumbered >= REPORTS
            return self._nonsense(line) + (self._once(fact("hardware.tower.stuck")) if stuck else [])
        self._unnumbered = 0
        try:
            told = parse_roll(body) if body.startswith(Message.ROLL) else parse_void(body)
            if not told.epoch:
                raise DeviceError("hardware.roll.no_epoch", number=number)
        except DeviceError as error:
            return self._senseless_roll(number, line, wall, error.fact)
        if told.epoch != self.identity.epoch:
            if self._count_report(number) < REPORTS:
                self._greet_anew()  # not the tower that was greeted, or not its memory
                return []
            return self._save_and_acknowledge(self._unusable(number, line, wall))
        self._senseless.pop((told.epoch, number), None)
        events: list[DiceEvent] = []
        for name, text in told.odd:
            events += self._once(fact("hardware.roll.odd", number=number, name=name, text=repr(text)))
        return events + self._save_and_acknowledge(self._roll(told, told.epoch, line, wall))

    def _roll(self, told: TowerRoll | TowerVoid, epoch: str, line: str, wall: float) -> StoredRoll:
        # `ago` is only sent in the boot that made the roll; of an older one only the time of receipt is known.
        at = wall - told.ago / 1000
        if isinstance(told, TowerVoid):
            return VoidRoll(self.source, epoch, told.number, told.why, at, line)
        return DiceRoll(self.source, epoch, told.number, told.dice, at, told.arm, line)

    def _senseless_roll(self, number: int, line: str, wall: float, why: Fact) -> list[DiceEvent]:
        """Report an impossible roll and request it again; let it go, as void, when it was reported often enough."""
        assert self.identity is not None
        void = self._unusable(number, line, wall)
        if self._store.get(void.key) is not None or self._count_report(number) >= REPORTS:
            return self._save_and_acknowledge(void)
        if "log" in self.identity.caps:
            self.requests.replace(f"{HostRequest.LOG} {number}", first=True)
        return self._once(fact("hardware.roll.senseless", number=number, why=why))

    def _unusable(self, number: int, line: str, wall: float) -> VoidRoll:
        assert self.identity is not None
        return VoidRoll(self.source, self.identity.epoch, number, VoidReason.UNUSABLE, wall, line)

    def _count_report(self, number: int) -> int:
        """Count a report of an impossible roll. Returns how often the tower has reported it."""
        assert self.identity is not None
        key = (self.identity.epoch, number)
        self._senseless[key] = reports = self._senseless.pop(key, 0) + 1
        if len(self._senseless) > MOST_REPORTED:
            del self._senseless[next(iter(self._senseless))]
        return reports

    def _save_and_acknowledge(self, roll: StoredRoll) -> list[DiceEvent]:
        """Store a roll and acknowledge it. Returns its events: none for a repetition."""
        assert self.identity is not None
        before = self._store.get(roll.key)
        if before is None:
            try:
                events = self._save(roll)
            except DeviceError as error:
                return self._once(error.fact)  # the tower keeps it and says it again
        else:
            same = _shown_values(before) == _shown_values(roll)
            told = fact(
                "hardware.roll.differs", number=roll.number, told=_shown_values(roll), kept=_shown_values(before)
            )
            events = [] if same else self._once(told)
        self.requests.replace(f"{HostRequest.ACK} {roll.number} boot={self.identity.boot}", first=True)
        return events

    def _save(self, roll: StoredRoll) -> list[DiceEvent]:
        """Store a roll. Raises DeviceError where the disk does not take it."""
        last = self._store.last(roll.source.name, roll.epoch)
        self._store.save(roll)
        events: list[DiceEvent] = [roll]
        if last is not None and roll.number > last + 1:
            gone = fact("hardware.tower.taken", numbers=_numbers(last + 1, roll.number - 1))
            events.insert(0, Notice(gone, fault=True))
        if last is not None and roll.number < last:
            events.insert(0, Notice(fact("hardware.roll.back", number=roll.number, last=last), fault=True))
        if isinstance(roll, VoidRoll):
            if roll.why not in _REASONS:
                events.append(Notice(fact("hardware.roll.why", number=roll.number, why=repr(roll.why)), fault=True))
            if self._arm:
                self.arm(self._arm)  # the void has used the token up, and the turn is still to be rolled
        elif roll.arm == self._arm:
            self._arm = 0
        return events

    def _nonsense(self, line: str) -> list[DiceEvent]:
        return self._once(fact("hardware.tower.nonsense", line=repr(line)))

    def _once(self, what: Fact) -> list[DiceEvent]:
        """Report a fact unless it was reported since the port was opened."""
        if what in self._reported:
            return []
        self._reported = [*self._reported[1 - MOST_REPORTED :], what]
        return [Notice(what, fault=True)]


_REASONS = frozenset(map(str, VoidReason))


def _shown_values(roll: StoredRoll) -> str | Fact:
    """Return what a roll shows, however often and late it is reported."""
    return fact("hardware.roll.void") if isinstance(roll, VoidRoll) else dice_words(roll.dice)


def _numbers(first: int, last: int) -> int | Fact:
    return first if first == last else fact("hardware.numbers", first=first, last=last)
