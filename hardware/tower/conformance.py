"""Conformance suite for DTP/1: asks any tower, behind any port, and reports each promise by name.

Later checks need a roll: `Wire.roll` makes one happen (people throw the dice, a simulation throws them).
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from hardware.errors import DeviceError
from hardware.tower.codes import HostRequest, Message, TowerRefusal
from hardware.tower.dtp import fields_of, frame, parse_roll, parse_void, unframe

HOST = "conformance"
ANSWER_SECONDS = 0.25  # for an answer: the protocol's 200 ms, and the line's own time
REPEAT_SECONDS = 1.5  # until a roll is said again: the protocol's second, and a half
ROLL_SECONDS = 60.0  # for people to throw the dice
TRIES = 3  # of a request, as the protocol has it
LONGEST_LINE = 200  # bytes of a tower's line, as the protocol has it
STEP_SECONDS = 0.05  # of listening before the clock is looked at
DRAIN_SECONDS = 0.1  # in which what was still under way has come
BEAT_MS, BEATS_SECONDS = 200, 1.1  # the fastest heartbeat that the protocol allows, and how long it is listened to
BEATS = range(3, 8)  # heartbeats in that time: five, two more or fewer for a tower that is busy or a line that lags

ANSWERS = (Message.OK, Message.ERR, Message.PONG, Message.HI)


class Wire(Protocol):
    """A tower's line, and a way to have it rolled."""

    def send(self, data: bytes) -> None: ...

    def receive(self, seconds: float) -> bytes:
        """Return what came within that time, or sooner."""

    def roll(self) -> None:
        """Make a roll happen; need not wait for it."""


@dataclass(frozen=True)
class Finding:
    """One promise, kept or not; `level` is the lowest level of towers that makes it."""

    name: str
    level: int
    kept: bool
    detail: str = ""

    def __str__(self) -> str:
        detail = f": {self.detail}" if self.detail else ""
        return f"{'kept  ' if self.kept else 'BROKEN'} L{self.level} {self.name}{detail}"


class PromiseError(Exception):
    """A promise was not kept."""


class Examiner:
    """Talks to a tower line by line."""

    def __init__(self, wire: Wire, clock: Callable[[], float] = time.monotonic) -> None:
        self.wire = wire
        self._clock = clock
        self._rest = ""
        self._tag = 100
        self.hi: dict[str, str] = {}
        self.rolled = ""  # the dice of the roll that was announced

    def say(self, body: str) -> None:
        self.wire.send((frame(body) + "\n").encode())

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield valid bodies as they come. Raises PromiseError for a damaged line: a conforming tower sends none."""
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0:
            self._rest += self.wire.receive(min(left, STEP_SECONDS)).decode("latin-1")
            *lines, self._rest = self._rest.split("\n")
            for line in lines:
                if len(line) > LONGEST_LINE:
                    raise PromiseError(f"a line of {len(line)} bytes")
                try:
                    yield unframe(line)
                except DeviceError as error:
                    raise PromiseError(f"a damaged line: {line!r}") from error

    def drain(self) -> None:
        for _ in self.lines(DRAIN_SECONDS):
            pass

    def ask(self, verb: str, rest: str = "", tag: int | None = None) -> str:
        """Return the answer's body. Raises PromiseError where none comes."""
        if tag is None:
            self._tag += 1
            tag = self._tag
        for _ in range(TRIES):
            self.say(f"{verb} #{tag}{' ' + rest if rest else ''}")
            for body in self.lines(ANSWER_SECONDS):
                if body.split(" ")[1:2] == [f"#{tag}"]:
                    return body
        raise PromiseError(f"no answer to {verb}")

    def silent(self, data: bytes) -> None:
        self.wire.send(data)
        answers = [body for body in self.lines(ANSWER_SECONDS) if body.split(" ")[0] in ANSWERS]
        if answers:
            raise PromiseError(f"answered {answers[0]!r}")

    def hear_roll(self, seconds: float) -> dict[str, str]:
        for body in self.lines(seconds):
            words = body.split(" ")
            if words[0] in (Message.ROLL, Message.VOID):
                _need_usable(body)
                return {"verb": words[0], "id": words[1], **fields_of(words[2:])}
        raise PromiseError("no ROLL or VOID came")


def conformance(wire: Wire, clock: Callable[[], float] = time.monotonic) -> list[Finding]:
    """Run all checks. The tower should be idle, its pockets empty."""
    examiner = Examiner(wire, clock)
    findings: list[Finding] = []
    for name, level, check in CHECKS:
        if level > _level(examiner.hi):
            continue
        with contextlib.suppress(PromiseError):
            examiner.drain()
        try:
            detail = check(examiner)
        except PromiseError as error:
            findings.append(Finding(name, level, False, str(error)))
        else:
            findings.append(Finding(name, level, True, detail or ""))
    return findings


def _level(hi: dict[str, str]) -> int:
    caps = hi.get("caps", "").split(",")
    return 2 if {"ev", "hb", "raw", "cal"} <= set(caps) else 1 if hi.get("durable") == "1" else 0


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise PromiseError(message)


def _need_usable(body: str) -> None:
    """Raise PromiseError for a roll or void that a host cannot use, or only in part."""
    try:
        told = parse_roll(body) if body.startswith(Message.ROLL) else parse_void(body)
    except DeviceError as error:
        raise PromiseError(f"a host can make nothing of {body!r}") from error
    _need(bool(told.epoch), f"no epoch in {body!r}")
    _need(not told.odd, f"{' and '.join(name for name, _ in told.odd)} cannot be so in {body!r}")


def _refused(answer: str, why: TowerRefusal) -> bool:
    return answer.split(" ")[:3:2] == [Message.ERR, str(why)]


def _greets(examiner: Examiner) -> str:
    body = examiner.ask(HostRequest.HELLO, f"dtp=1 host={HOST}")
    words = body.split(" ")
    _need(words[0] == Message.HI, body)
    examiner.hi = fields_of(words[2:])
    missing = {"dtp", "uid", "epoch", "boot", "bays", "dice", "durable", "last"} - set(examiner.hi)
    _need(not missing, f"HI lacks {', '.join(sorted(missing))}")
    _need(examiner.hi["dtp"] == "1", "dtp is not 1")
    return body[:60]


def _refuses_other_versions(examiner: Examiner) -> None:
    answer = examiner.ask(HostRequest.HELLO, f"dtp=9 host={HOST}")
    _need(_refused(answer, TowerRefusal.VERSION), "dtp=9 was not refused with error 4")


def _refuses_second_host(examiner: Examiner) -> None:
    examiner.ask(HostRequest.PING)
    _need(
        _refused(examiner.ask(HostRequest.HELLO, "dtp=1 host=somebody-else"), TowerRefusal.BUSY),
        "a second host was let in",
    )


def _pongs(examiner: Examiner) -> None:
    _need(
        examiner.ask(HostRequest.PING) == f"PONG #{examiner._tag} boot={examiner.hi['boot']}", "PONG without its boot"
    )


def _ignores_unknown_keys(examiner: Examiner) -> None:
    _need(examiner.ask(HostRequest.PING, "colour=blue x=1").startswith(Message.PONG), "unknown keys were not ignored")


def _refuses_unknown_verbs(examiner: Examiner) -> None:
    _need(_refused(examiner.ask("JUGGLE"), TowerRefusal.VERB), "an unknown verb was not refused with error 1")


def _repeats_answers(examiner: Examiner) -> None:
    first, second = examiner.ask(HostRequest.PING, tag=7), examiner.ask(HostRequest.PING, tag=7)
    _need(first == second, f"{first!r}, then {second!r}")


def _ignores_damage(examiner: Examiner) -> None:
    line = frame("PING #8")
    for at in range(len(line)):
        spoilt = bytearray(line.encode())
        spoilt[at] ^= 1
        examiner.wire.send(bytes(spoilt) + b"\n")
    examiner.silent(frame("PING #8").lower().encode() + b"\n" + line[:-1].encode() + b"\n" + b"PING #8\n")


def _survives_garbage(examiner: Examiner) -> None:
    examiner.silent(bytes(range(128, 256)) * 4 + b"x" * 500)
    examiner.silent(b"\n")
    _need(examiner.ask(HostRequest.PING).startswith(Message.PONG), "dead after garbage")


def _takes_carriage_returns(examiner: Examiner) -> None:
    examiner.wire.send(frame("PING #9").encode() + b"\r\n")
    for body in examiner.lines(ANSWER_SECONDS):
        if body.startswith("PONG #9"):
            return
    raise PromiseError("no answer to a line that ends in CR LF")


def _has_nothing_to_acknowledge_ahead(examiner: Examiner) -> None:
    ahead = int(examiner.hi["last"]) + 1000
    answer = examiner.ask(HostRequest.ACK, f"{ahead} boot={examiner.hi['boot']}")
    _need(answer.startswith(Message.ERR), f"a roll never made could be acknowledged: {answer}")


def _announces_and_repeats(examiner: Examiner) -> str:
    examiner.wire.roll()
    first = examiner.hear_roll(ROLL_SECONDS)
    _need(first["verb"] == Message.ROLL, f"the roll was void ({first.get('why')}): throw again")
    _need(first["epoch"] == examiner.hi["epoch"], "the roll names another epoch than HI")
    _need(int(first["id"]) == int(examiner.hi["last"]) + 1, f"number {first['id']} after {examiner.hi['last']}")
    again = examiner.hear_roll(REPEAT_SECONDS)
    _need((again["id"], again["d"]) == (first["id"], first["d"]), "the repetition differs")
    examiner.rolled = first["d"]
    return f"roll {first['id']}, {first['d']}"


def _does_not_obey_stale_acks(examiner: Examiner) -> None:
    number = int(examiner.hi["last"]) + 1
    stale = f"{int(examiner.hi['boot'], 16) ^ 1:04X}"
    _need(
        examiner.ask(HostRequest.ACK, f"{number} boot={stale}").startswith(Message.ERR),
        "an ACK for another boot was obeyed",
    )
    examiner.hear_roll(REPEAT_SECONDS)


def _falls_silent_when_acknowledged(examiner: Examiner) -> None:
    number = int(examiner.hi["last"]) + 1
    for _ in range(2):
        answer = examiner.ask(HostRequest.ACK, f"{number} boot={examiner.hi['boot']}")
        _need(answer.startswith(Message.OK), f"ACK was answered {answer!r}")
    for body in examiner.lines(REPEAT_SECONDS):
        _need(not body.startswith((Message.ROLL, Message.VOID)), f"still announced: {body!r}")


def _tells_again(examiner: Examiner) -> None:
    number = int(examiner.hi["last"]) + 1
    examiner.say(f"{HostRequest.LOG} #10 {number}")
    told = examiner.hear_roll(ANSWER_SECONDS)
    _need((told["id"], told.get("d")) == (str(number), examiner.rolled), f"roll {number} is told as {told}")


def _beats(examiner: Examiner) -> None:
    _need(examiner.ask(HostRequest.SET, f"hb={BEAT_MS}").startswith(Message.OK), "SET hb was refused")
    beats = [body for body in examiner.lines(BEATS_SECONDS) if body.startswith(f"{Message.HB} ")]
    examiner.ask(HostRequest.SET, "hb=0")
    _need(len(beats) in BEATS, f"{len(beats)} beats in {BEATS_SECONDS} s at {BEAT_MS} ms")


def _shows_raw_light(examiner: Examiner) -> None:
    words = examiner.ask(HostRequest.RAW, "1").split(" ")
    _need(words[0] == Message.OK and any(word.startswith("off=") for word in words), " ".join(words))
    _need(
        _refused(examiner.ask(HostRequest.RAW, "99"), TowerRefusal.NO_SUCH_BAY), "bay 99 was not refused with error 20"
    )


CHECKS: tuple[tuple[str, int, Callable[[Examiner], str | None]], ...] = (
    ("greets and says who it is", 0, _greets),
    ("refuses versions it does not speak", 0, _refuses_other_versions),
    ("refuses a second host while the first is there", 0, _refuses_second_host),
    ("answers PING with its boot", 0, _pongs),
    ("ignores unknown keys", 0, _ignores_unknown_keys),
    ("refuses unknown verbs", 0, _refuses_unknown_verbs),
    ("answers a repeated request alike", 0, _repeats_answers),
    ("never answers a damaged line", 0, _ignores_damage),
    ("finds back into step after garbage", 0, _survives_garbage),
    ("takes lines that end in CR LF", 0, _takes_carriage_returns),
    ("lets no roll be acknowledged before it is made", 0, _has_nothing_to_acknowledge_ahead),
    ("announces a roll until it is acknowledged", 0, _announces_and_repeats),
    ("does not obey an acknowledgement from another boot", 0, _does_not_obey_stale_acks),
    ("falls silent once acknowledged", 0, _falls_silent_when_acknowledged),
    ("tells a roll once more when asked", 1, _tells_again),
    ("sends a heartbeat when asked", 2, _beats),
    ("shows the raw light of a bay", 2, _shows_raw_light),
)
