"""The host's side of DTP/1 with one tower, without any port or clock: bytes and times in, events and bytes out.

Whoever owns the port feeds what it reads, sends what `outgoing` hands out, and calls `tick` now and then. Every roll is
stored before it is acknowledged; a repetition is acknowledged again and told to nobody.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.dice import DiceEvent, DiceRoll, Kind, Moving, Notice, Provenance, VoidRoll
from hardware.errors import DeviceError, Fact, fact
from hardware.roll_store import RollStore
from hardware.tower.codes import (
    ANOTHER_HOST,
    NOT_GREETED_TAG,
    HostRequest,
    Message,
    TowerEvent,
    TowerFault,
    TowerRefusal,
)
from hardware.tower.dtp import TowerVoid, fields_of, frame, parse_roll, parse_void, unframe

DTP = 1  # the version of the protocol
REQUEST_TIMEOUT = 0.2  # seconds until a request is said again, as the protocol has it
TRIES = 3  # of a request, as the protocol has it
GREET_EVERY = 0.5  # seconds: a tower that has just been plugged in may still be in its boot loader
HEARTBEAT = 1.0  # seconds, a third of SILENCE: two beats may be lost
SILENCE = 3.0  # seconds without a line until the tower is asked whether it is there, as the protocol has it
PATIENCE = 0.1  # seconds for the answer to the last PING to be read
MAX_LINE = 240  # bytes kept of a line; the protocol allows 200
LAST_TAG = 999  # of the tags of requests, which begin anew after it


@dataclass(frozen=True)
class Identity:
    """What a tower says of itself in HI."""

    uid: str
    epoch: str
    boot: str
    durable: bool
    colours: str
    calibrated: bool
    caps: frozenset[str]
    firmware: str

    @property
    def name(self) -> str:
        return f"tower {self.uid}"

    @property
    def fact(self) -> Fact:
        return fact("hardware.tower", uid=self.uid, firmware=self.firmware)

    def __str__(self) -> str:
        return f"{self.name} (firmware {self.firmware})"


@dataclass
class Counts:
    """What became of the lines."""

    lines: int = 0
    damaged: int = 0
    repeated_rolls: int = 0
    retries: int = 0


@dataclass
class Answer:
    """A request under way, later with its answer: the body of the tower's reply, None where it never came."""

    body: str
    tag: int
    done: bool = False
    reply: str | None = None
    sent: float = -1.0
    tries: int = 0

    @property
    def ok(self) -> bool:
        return self.reply is not None and not self.reply.startswith(Message.ERR)


class TowerSession:
    """A conversation with one tower. `kind` tells a real tower from a simulated one."""

    def __init__(self, store: RollStore, host: str = "companion", kind: Kind = "tower") -> None:
        self.identity: Identity | None = None
        self.refused: Fact | None = None
        self.counts = Counts()
        self._store = store
        self._host = host
        self._kind: Kind = kind
        self._line = bytearray()
        self._out = bytearray()
        self._tag = 0
        self._waiting: deque[Answer] = deque()
        self._hello: Answer | None = None
        self._greeted_at: float | None = None
        self._heard = 0.0
        self._announced_boot: str | None = None
        self._arm = 0

    @property
    def ready(self) -> bool:
        return self.identity is not None

    @property
    def source(self) -> Provenance:
        assert self.identity is not None
        return Provenance(self._kind, self.identity.name, self.identity.durable)

    def opened(self, now: float) -> None:
        """The port has just been opened: nothing of an earlier connection holds."""
        self.identity = None
        self.refused = None
        self._line.clear()
        self._out.clear()
        for answer in self._waiting:
            answer.done = True
        self._waiting.clear()
        self._hello = None
        self._greeted_at = None
        self._heard = now

    def outgoing(self) -> bytes:
        """The bytes to send now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def request(self, body: str) -> Answer:
        """Queue a request such as ``CAL dark`` (the tag is put in). It is repeated until answered, three times."""
        verb, _, rest = body.partition(" ")
        self._tag = self._tag % LAST_TAG + 1
        answer = Answer(f"{verb} #{self._tag}{' ' + rest if rest else ''}", self._tag)
        self._waiting.append(answer)
        return answer

    def arm(self, token: int) -> None:
        """Bind the next roll to a turn's token; said again should the tower lose its power meanwhile."""
        self._arm = token
        if self.ready:
            self.request(f"{HostRequest.ARM} {token}")

    def tick(self, now: float) -> None:
        """Let time pass: greet, repeat what was not answered. Raises DeviceError where the tower is lost."""
        if self.refused:
            return
        if self.identity is None:
            if self._greeted_at is None or now - self._greeted_at >= GREET_EVERY:
                self._greet(now)
            return
        if now - self._heard > SILENCE:
            if not any(answer.body.startswith(HostRequest.PING) for answer in self._waiting):
                self._waiting.appendleft(self.request_now(HostRequest.PING))
            if now - self._heard > SILENCE + TRIES * REQUEST_TIMEOUT + PATIENCE:
                raise DeviceError("hardware.tower.lost", tower=self.identity.fact)
        self._advance(now)

    def feed(self, data: bytes, now: float, wall: float | None = None) -> list[DiceEvent]:
        """Take received bytes; `wall` is the time of day, in seconds since 1970."""
        events: list[DiceEvent] = []
        for byte in data:
            if byte == 0x0A:
                line = self._line.decode("latin-1")
                self._line.clear()
                if line:
                    events += self._take(line, now, now if wall is None else wall)
            elif byte != 0x0D and len(self._line) <= MAX_LINE:
                self._line.append(byte)
        self._advance(now)
        return events

    def request_now(self, body: str) -> Answer:
        """A request that goes before those queued."""
        answer = self.request(body)
        self._waiting.remove(answer)
        return answer

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._hello = self.request_now(f"{HostRequest.HELLO} dtp={DTP} host={self._host}")
        self._out += b"\n"  # ends whatever half a line an earlier host left
        self._send(self._hello.body)

    def _advance(self, now: float) -> None:
        """Send the first request in the queue, or send it again, or give it up."""
        while self.identity is not None and self._waiting:
            first = self._waiting[0]
            if first.sent >= 0 and now - first.sent < REQUEST_TIMEOUT:
                return
            if first.tries == TRIES:
                first.done = True
                self._waiting.popleft()
                continue
            self.counts.retries += first.tries > 0
            first.tries += 1
            first.sent = now
            self._send(first.body)
            return

    def _send(self, body: str) -> None:
        self._out += (frame(body) + "\n").encode("ascii")

    def _take(self, line: str, now: float, wall: float) -> list[DiceEvent]:
        self.counts.lines += 1
        try:
            body = unframe(line)
        except DeviceError:
            self.counts.damaged += 1
            return []
        self._heard = now
        words = body.split(" ")
        if words[0] in (Message.OK, Message.PONG) and len(words) > 1:
            self._reply(words[1], body)
            return []
        if words[0] == Message.ERR and len(words) > 2:
            return self._refusal(words[1], words[2], body)
        return self._told(body, line, wall)

    def _told(self, body: str, line: str, wall: float) -> list[DiceEvent]:
        words = body.split(" ")
        fields = fields_of(words)
        match words:
            case [Message.HI, tag, *_] if tag.startswith("#"):
                return self._hi(tag, fields)
            case [Message.ROLL | Message.VOID, number, *_] if number.isdecimal() and self.identity is not None:
                return self._announced(body, line, wall)
            case [Message.EV, _, TowerEvent.TUMBLE, *_] if self.identity is not None:
                return [Moving(self.source)]
            case [Message.EV, _, TowerEvent.WARN, code, *_] if code.isdecimal():
                return [self._warning(int(code), fields)]
        return []

    def _refusal(self, tag: str, code: str, body: str) -> list[DiceEvent]:
        if self._hello is not None and tag == f"#{self._hello.tag}":
            return self._turned_away(code, " ".join(body.split(" ")[3:]))
        self._reply(tag, body)
        if code == str(TowerRefusal.HELLO_FIRST):  # it has restarted and was not greeted since
            self.identity = None
            self._greeted_at = None
        return []

    def _hi(self, tag: str, fields: Mapping[str, str]) -> list[DiceEvent]:
        if fields.get("dtp") != str(DTP):
            self.refused = fact("hardware.tower.version", theirs=fields.get("dtp"), ours=DTP)
            return [Notice(self.refused, fault=True)]
        try:
            found = Identity(
                fields["uid"],
                fields["epoch"],
                fields["boot"],
                fields.get("durable") == "1",
                fields.get("colours", ""),
                fields.get("cal", "ok") == "ok",
                frozenset(fields.get("caps", "").split(",")),
                fields.get("fw", "?"),
            )
        except KeyError:
            return []
        if tag == NOT_GREETED_TAG or self._hello is None:
            # It has just started: greet it, that it may know who is here.
            if self.identity is not None and self.identity.boot != found.boot:
                self.identity = None
                self._greeted_at = None
            return []
        self._hello = None
        self.identity = found
        if "hb" in found.caps:
            self.request(f"{HostRequest.SET} hb={int(1000 * HEARTBEAT)}")
        if self._arm:
            self.request(f"{HostRequest.ARM} {self._arm}")
        if self._announced_boot == found.boot:
            return []
        self._announced_boot = found.boot
        events = [Notice(fact("hardware.tower.connected", tower=found.fact))]
        if not found.calibrated:
            events.append(Notice(fact("hardware.tower.uncalibrated"), fault=True))
        if not found.durable:
            events.append(Notice(fact("hardware.tower.forgets"), fault=True))
        return list(events)

    def _turned_away(self, code: str, why: str) -> list[DiceEvent]:
        self._hello = None
        if code == str(TowerRefusal.VERSION):
            self.refused = fact("hardware.tower.refuses_version", ours=DTP, why=why)
            return [Notice(self.refused, fault=True)]
        if why == ANOTHER_HOST:
            return [Notice(fact("hardware.tower.held"), fault=True)]
        return []

    def _announced(self, body: str, line: str, wall: float) -> list[DiceEvent]:
        assert self.identity is not None
        try:
            told = parse_roll(body) if body.startswith(Message.ROLL) else parse_void(body)
        except DeviceError:
            return []
        if told.epoch != self.identity.epoch:
            self.identity = None  # not the tower that was greeted, or not its memory
            self._greeted_at = None
            return []
        # `ago` is only told in the boot that made the roll; of an older one only the time of hearing is known.
        at = wall - told.ago / 1000
        if isinstance(told, TowerVoid):
            return self._kept(VoidRoll(self.source, told.epoch, told.number, told.why, at, line))
        return self._kept(DiceRoll(self.source, told.epoch, told.number, told.dice, at, told.arm, line))

    def _kept(self, roll: DiceRoll | VoidRoll) -> list[DiceEvent]:
        """Store a roll and acknowledge it. What is to be told of it: nothing where it is a repetition."""
        assert self.identity is not None
        number = roll.number
        events: list[DiceEvent] = []
        last = self._store.last(roll.source.name, roll.epoch)
        if self._store.keep(roll):
            if last is not None and number > last + 1:
                events.append(Notice(fact("hardware.tower.taken", numbers=_numbers(last + 1, number - 1)), fault=True))
            events.append(roll)
            if isinstance(roll, VoidRoll):
                if self._arm:
                    self.arm(self._arm)  # the void has used the token up, and the turn is still to be rolled
            elif roll.arm == self._arm:
                self._arm = 0
        else:
            self.counts.repeated_rolls += 1
        if not any(
            answer.body.startswith(HostRequest.ACK) and answer.body.split(" ")[2] == str(number)
            for answer in self._waiting
        ):
            self._waiting.appendleft(self.request_now(f"{HostRequest.ACK} {number} boot={self.identity.boot}"))
        return events

    def _warning(self, code: int, fields: Mapping[str, str]) -> Notice:
        known = code in set(TowerFault)
        what = fact(f"hardware.fault.{TowerFault(code).name.lower()}") if known else fact("hardware.fault", code=code)
        if "bay" in fields:
            return Notice(fact("hardware.tower.reports_bay", bay=fields["bay"], what=what), fault=True)
        return Notice(fact("hardware.tower.reports", what=what), fault=True)

    def _reply(self, tag: str, body: str) -> None:
        for answer in self._waiting:
            if tag == f"#{answer.tag}" and answer.sent >= 0:
                answer.reply, answer.done = body, True
                self._waiting.remove(answer)
                return


def _numbers(first: int, last: int) -> int | Fact:
    return first if first == last else fact("hardware.numbers", first=first, last=last)
