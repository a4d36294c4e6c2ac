"""A simulated tower in Python: DTP/1 without a memory.

It learns dice and takes a turn's token like the real one, but reads no light: its dice are always certain.
"""

import heapq
import itertools
import secrets
from collections.abc import Callable
from random import Random

from hardware.errors import DeviceError
from hardware.tower.codes import NOT_GREETED_TAG, HostRequest, Message, TowerEvent, TowerRefusal
from hardware.tower.dtp import LAST_TOKEN, fields_of, frame, unframe

BAYS = 4  # pockets, one for each die
COLOURS = "RYGB"
TUMBLE_MS = (900, 1600)
LONGEST_REQUEST = 89  # bytes, the checksum included
HOST_MS = 5000.0  # for which a host that was heard is not gone
SOON_MS, OFTEN_MS, SELDOM_MS = 1000.0, 250.0, 1000.0  # how often a roll is said again, in its first second and later


class PythonTower:
    """A simulated tower. Times are milliseconds since it was made; they pass only when `run` is called."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self._chance = Random(seed)
        self._uid = f"{seed % 16**10:010X}"
        self._epoch, self._boot = secrets.token_hex(4).upper(), secrets.token_hex(2).upper()
        self._rolls: list[str] = []
        self._acknowledged = self._events = self._token = 0
        self._host, self._heard = "", -HOST_MS
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._falling = False
        self._line, self._out = bytearray(), bytearray()
        self._greet(NOT_GREETED_TAG)

    def run(self, ms: float) -> None:
        """Let time pass, with everything under way."""
        self.run_until(self.now + ms)

    def run_until(self, end: float) -> None:
        while self._due and self._due[0][0] <= end:
            self.now, _, act = heapq.heappop(self._due)
            act()
        self.now = max(self.now, end)

    def send(self, data: bytes) -> None:
        """Handle bytes from the host."""
        for byte in data:
            if byte == 0x0A:
                line = self._line.decode("latin-1")
                self._line.clear()
                if len(line) <= LONGEST_REQUEST:
                    self._take(line)
            elif byte != 0x0D and len(self._line) <= LONGEST_REQUEST:
                self._line.append(byte)

    def receive(self) -> bytes:
        """Return what the tower has sent meanwhile."""
        said = bytes(self._out)
        self._out.clear()
        return said

    def throw(self) -> None:
        """Let a die of each colour fall, with random values."""
        if self._falling:
            return
        self._falling = True
        self._tell(TowerEvent.TUMBLE)
        tumbled = self._chance.randint(*TUMBLE_MS)
        self._after(tumbled, lambda: self._rest(tumbled))

    def _after(self, ms: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + ms, next(self._order), act))

    def _rest(self, tumbled: int) -> None:
        dice = ",".join(f"{colour}{self._chance.randint(1, 6)}" for colour in self._chance.sample(COLOURS, BAYS))
        clear = ",".join(["99"] * BAYS)
        told = f"epoch={self._epoch} boot={self._boot} arm={self._token} d={dice} q={clear} t={tumbled}"
        self._rolls.append(told)
        self._token, self._falling = 0, False
        if len(self._rolls) == self._acknowledged + 1:
            self._announce(len(self._rolls), self.now)

    def _announce(self, number: int, since: float) -> None:
        """Send a roll until it is acknowledged; later ones wait."""
        if number != self._acknowledged + 1:
            return
        self._say(f"{Message.ROLL} {number} {self._rolls[number - 1]} ago={self.now - since:.0f}")
        pause = OFTEN_MS if self.now - since < SOON_MS else SELDOM_MS
        self._after(pause, lambda: self._announce(number, since))

    def _take(self, line: str) -> None:
        """Handle one line of the host's; damaged ones are not answered."""
        try:
            verb, tag, *rest = unframe(line).split(" ")
        except (DeviceError, ValueError):
            return
        if not tag.startswith("#") or not tag[1:].isdecimal():
            return
        if verb == HostRequest.HELLO:
            self._hello(tag, fields_of(rest))
        elif verb == HostRequest.PING:
            self._heard = self.now
            self._say(f"{Message.PONG} {tag} boot={self._boot}")
        elif not self._host:
            self._refuse(tag, TowerRefusal.HELLO_FIRST, "hello-first")
        else:
            self._heard = self.now
            self._answer_request(verb, tag, rest)

    def _answer_request(self, verb: str, tag: str, rest: list[str]) -> None:
        if verb == HostRequest.ACK:
            self._acknowledge(tag, rest)
        elif verb == HostRequest.ARM:
            self._arm(tag, rest)
        elif verb == HostRequest.CAL:
            self._say(f"{Message.OK} {tag}")
        else:
            self._refuse(tag, TowerRefusal.VERB, "verb")

    def _hello(self, tag: str, fields: dict[str, str]) -> None:
        host = fields.get("host", "?")
        if fields.get("dtp") != "1":
            self._refuse(tag, TowerRefusal.VERSION, "dtp=1")
        elif self._host not in ("", host) and self.now - self._heard < HOST_MS:
            self._refuse(tag, TowerRefusal.BUSY, "another-host")
        else:
            self._host, self._heard = host, self.now
            self._greet(tag)

    def _acknowledge(self, tag: str, rest: list[str]) -> None:
        number = _number(rest, len(self._rolls))
        if number is None or fields_of(rest).get("boot", self._boot) != self._boot:
            self._refuse(tag, TowerRefusal.ARGUMENTS, "roll")
            return
        self._say(f"{Message.OK} {tag}")
        if number > self._acknowledged:
            self._acknowledged = number
            if number < len(self._rolls):
                self._announce(number + 1, self.now)

    def _arm(self, tag: str, rest: list[str]) -> None:
        token = _number(rest, LAST_TOKEN)
        if self._falling:
            self._refuse(tag, TowerRefusal.BUSY, "tumbling")
        elif token is None:
            self._refuse(tag, TowerRefusal.ARGUMENTS, "token")
        else:
            self._token = token
            self._say(f"{Message.OK} {tag}")

    def _greet(self, tag: str) -> None:
        self._say(
            f"{Message.HI} {tag} dtp=1 uid={self._uid} epoch={self._epoch} boot={self._boot} fw=plain bays={BAYS} "
            f"dice=d6 colours={COLOURS} durable=0 caps=cal last={len(self._rolls)} acked={self._acknowledged} st=ready "
            "cal=ok"
        )

    def _tell(self, event: TowerEvent) -> None:
        self._events += 1
        self._say(f"{Message.EV} {self._events} {event}")

    def _refuse(self, tag: str, why: TowerRefusal, word: str) -> None:
        self._say(f"{Message.ERR} {tag} {int(why)} {word}")

    def _say(self, body: str) -> None:
        self._out += (frame(body) + "\n").encode("ascii")


def _number(words: list[str], most: int) -> int | None:
    """Return the first number, None for what is none from 0 to `most`."""
    text = words[0] if words else ""
    return int(text) if text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most else None
