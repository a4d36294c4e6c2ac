#!/usr/bin/env python3
"""A level 0 tower in its entirety: DTP/1 with nothing but what every tower must do. See ../PROTOCOL.md.

One file for a Raspberry Pi Pico with MicroPython (copy it there as main.py; docs/tower.md says how to wire it) and for
a computer, where it runs on a pseudo-terminal, whose name it prints, and rolls when a line is typed.

Written from the protocol's text alone and sharing no line with the firmware or the host, as another maker's tower
would be. The class `Level0Tower` needs only bytes in, bytes out and milliseconds; `Pocket` is the only thing to change
for other sensors: it says when dice lie there and what they show.
"""

import binascii
import random
import select
import sys
import time

try:
    import micropython
    from machine import ADC, Pin, unique_id
except ImportError:  # no Pico
    ADC = None
try:
    import os
    import tty
except ImportError:  # no computer
    tty = None

# What a die shows underneath, by which of its nine places are pips: counted row by row from 0, 4 in the middle.
FACES = {
    (4,): 1,
    (0, 8): 2,
    (2, 6): 2,
    (0, 4, 8): 3,
    (2, 4, 6): 3,
    (0, 2, 6, 8): 4,
    (0, 2, 4, 6, 8): 5,
    (0, 2, 3, 5, 6, 8): 6,
    (0, 1, 2, 6, 7, 8): 6,
}
# Light that comes back, as a share of what white paper sends back in the same place: less than the first in all places
# is an empty pocket. A pip sends back less than the second share of the brightest place, plain plastic more than the
# third; what lies between is not guessed at.
EMPTY = 0.25
PIP, PLAIN = 0.55, 0.7
# White paper must send back between these, of 65535, in every place: else a lamp or a sensor does not work, or bright
# and brighter look the same.
DIM, BRIGHT = 1000, 60000
# Where the light of white paper is kept.
WHITE = "white.txt"
HOLD_MS = 3000


def upper_face(light, white):
    """Return what a white die with dark pips shows on top: 1 to 6, 0 if that is not certain, None if no die is there.

    `light` is that of the nine places under the die, `white` that of white paper, or None before it was measured.
    """
    if white is None:
        return 0
    shares = [light[n] / white[n] for n in range(9)]
    brightest = max(shares)
    if brightest < EMPTY:
        return None
    if any(PIP * brightest < share < PLAIN * brightest for share in shares):
        return 0
    below = FACES.get(tuple(n for n, share in enumerate(shares) if share <= PIP * brightest))
    return 7 - below if below else 0


def kept_white(path=WHITE):
    """Return the nine numbers measured under white paper, or None."""
    try:
        with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
            white = [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return None
    return white if len(white) == 9 and usable(white) else None


def usable(white):
    """True if a reading under white paper can be compared with."""
    return min(white) >= DIM and max(white) <= BRIGHT


class Pocket:
    """Reads one white die over nine light sensors of a Pico, with two lamps and a button.

    A press says that the die has come to rest. Held for three seconds over white paper, the button measures white.
    """

    def __init__(self):
        self.address = [Pin(n, Pin.OUT) for n in (2, 3, 4, 5)]
        self.lamps = [Pin(n, Pin.OUT, value=0) for n in (6, 8)]
        self.button = Pin(7, Pin.IN, Pin.PULL_UP)
        self.cells = ADC(26)
        self.white = kept_white()
        self.down_at = None
        self.measuring = False

    @property
    def down(self):
        return not self.button.value()

    def thrown(self):
        """Return what has been thrown since the last call, such as `W5`, or nothing."""
        if self.down:
            if self.down_at is None:
                self.down_at, self.measuring = now_ms(), False
            elif not self.measuring and since(self.down_at) >= HOLD_MS:
                self.measuring = True
                self.measure_white()
            return ""
        pressed, self.down_at = self.down_at is not None and not self.measuring, None
        if not pressed:
            return ""
        time.sleep(0.05)
        one = upper_face(self.light(), self.white)
        time.sleep(0.05)
        two = upper_face(self.light(), self.white)
        if one is None or two is None:
            return ""
        return f"W{one}" if one == two and one else "W?"

    def measure_white(self):
        """Keep the light of white paper, and blink once; three times if it is too dim or too bright."""
        light = self.light()
        good = usable(light)
        if good:
            self.white = light
            with open(WHITE, "w") as file:  # noqa: PTH123
                file.write(" ".join(str(each) for each in light))
        for _ in range(1 if good else 3):
            self.shine(1)
            time.sleep(0.15)
            self.shine(0)
            time.sleep(0.15)

    def light(self):
        """Return what the lamps add in each of the nine places."""
        lit, unlit = self.measured(1), self.measured(0)
        return [max(lit[n] - unlit[n], 0) for n in range(9)]

    def shine(self, on):
        for lamp in self.lamps:
            lamp.value(on)

    def measured(self, on):
        self.shine(on)
        time.sleep(0.005)
        values = []
        for n in range(9):
            for bit, pin in enumerate(self.address):
                pin.value(n >> bit & 1)
            time.sleep(0.0005)
            values.append(self.cells.read_u16())
        self.shine(0)
        return values


def checksum(body):
    return f"{binascii.crc32(body) & 0xFFFFFFFF:08X}".encode()


class Level0Tower:
    """Keeps its unacknowledged rolls in RAM; a fresh epoch at every start says so."""

    MOST_ROLLS = 16  # as many as every tower must keep (rule 7)

    def __init__(self, seed=None, uid="", colours="RYGB"):
        if seed is not None:
            random.seed(seed)
        # MicroPython draws at most 32 bits at once.
        self.uid = uid or f"{random.getrandbits(20):05X}{random.getrandbits(20):05X}"
        self.epoch = f"{random.getrandbits(16):04X}{random.getrandbits(16):04X}"
        self.boot = f"{random.getrandbits(16):04X}"
        self.colours = colours
        self.out = bytearray()
        self.line = bytearray()
        self.rolls = []  # those not acknowledged yet, each the text after its number
        self.acked = 0
        self.events = 0
        self.greeted = False
        self.host = None
        self.host_at = -(10**9)
        self.said = 0  # the number that is being told, since when, and when it was told last
        self.said_first = self.said_last = 0
        self.now = 0
        self.hi("#0")

    def roll(self, dice, tumble=1500):
        """Take dice that have come to rest, such as ``R5,G2,-,B6``."""
        if len(self.rolls) < self.MOST_ROLLS:
            self.rolls.append(f"arm=0 d={dice} t={tumble}")
        else:
            self.events += 1
            self.say(f"EV {self.events} FULL")

    def run(self, now):
        """Let time pass: milliseconds since the start."""
        self.now = now
        if not self.rolls:
            return
        number = self.acked + 1
        if self.said != number:
            self.said, self.said_first = number, now
        elif now - self.said_last < (250 if now - self.said_first <= 1000 else 1000):
            return
        self.said_last = now
        self.say(f"ROLL {number} epoch={self.epoch} boot={self.boot} {self.rolls[0]}")

    def receive(self, data):
        for byte in data:
            if byte == 10:
                line, self.line = bytes(self.line), bytearray()
                self.take(line)
            elif byte != 13 and len(self.line) <= 100:
                self.line.append(byte)

    def take(self, line):
        if len(line) < 9 or line[-9:-8] != b"*" or len(line) > 89 or any(c < 32 or c > 126 for c in line):
            return
        if line[-8:] != checksum(line[:-9]):
            return
        words = line[:-9].decode().split()
        if len(words) < 2 or words[1][0] != "#" or not words[1][1:].isdigit() or not 1 <= int(words[1][1:]) <= 999:
            return
        verb, tag, rest = words[0], words[1], words[2:]
        keys = dict(word.split("=", 1) for word in rest if "=" in word)
        if verb == "HELLO":
            self.hello(tag, keys)
            return
        self.host_at = self.now
        if verb == "PING":
            self.say(f"PONG {tag} boot={self.boot}")
        elif not self.greeted:
            self.say(f"ERR {tag} 5 hello-first")
        elif verb == "ACK":
            self.ack(tag, rest, keys)
        else:
            self.say(f"ERR {tag} 1 verb")

    def hello(self, tag, keys):
        if keys.get("dtp") != "1":
            self.say(f"ERR {tag} 4 dtp=1")
        elif self.greeted and keys.get("host") != self.host and self.now - self.host_at < 5000:
            self.say(f"ERR {tag} 3 another-host")
        else:
            self.greeted, self.host, self.host_at = True, keys.get("host"), self.now
            self.hi(tag)

    def ack(self, tag, rest, keys):
        if not rest or not rest[0].isdigit() or int(rest[0]) > self.acked + len(self.rolls):
            self.say(f"ERR {tag} 2 no-such-roll")
        elif keys.get("boot") != self.boot:
            self.say(f"ERR {tag} 2 boot")
        else:
            done = max(0, int(rest[0]) - self.acked)
            self.acked += done
            del self.rolls[:done]
            self.say(f"OK {tag}")

    def hi(self, tag):
        self.say(
            f"HI {tag} dtp=1 uid={self.uid} epoch={self.epoch} boot={self.boot} fw=level0 bays={len(self.colours)}"
            f" dice=d6 colours={self.colours} durable=0 last={self.acked + len(self.rolls)} acked={self.acked}"
        )

    def say(self, body):
        self.out += body.encode() + b"*" + checksum(body.encode()) + b"\n"

    def sent(self):
        data, self.out = bytes(self.out), bytearray()
        return data


def now_ms():
    return time.ticks_ms() if hasattr(time, "ticks_ms") else int(1000 * time.monotonic())


def since(begun):
    """Milliseconds; a Pico's clock begins anew after twelve days."""
    return time.ticks_diff(now_ms(), begun) if hasattr(time, "ticks_diff") else now_ms() - begun


def serve(tower, pocket, read=sys.stdin, write=sys.stdout):
    """Be a tower on a line: USB on a Pico, whose standard input and output that is."""
    coming, last, spent = select.poll(), now_ms(), 0
    # A computer's Python reads ahead, and then there would seem to be nothing more to read.
    line = getattr(read.buffer, "raw", read.buffer)
    coming.register(read, select.POLLIN)
    while True:
        while coming.poll(5):
            byte = line.read(1)
            if not byte:
                return
            tower.receive(byte)
        dice = pocket.thrown()
        if dice:
            tower.roll(dice)
        step = since(last)
        last, spent = now_ms(), spent + step
        tower.run(spent)
        said = tower.sent()
        if said:
            write.buffer.write(said)
            if hasattr(write, "flush"):
                write.flush()


def on_a_pico():
    pocket = Pocket()
    # Held at power-on, the button leaves the Pico to whoever programs it.
    if pocket.down:
        return
    # What comes down the line is no keyboard.
    micropython.kbd_intr(-1)
    serve(Level0Tower(uid=binascii.hexlify(unique_id()).decode().upper()[-10:], colours="W"), pocket)


def on_a_computer():
    master, slave = os.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)
    tower = Level0Tower()
    begun = now_ms()
    inputs = [master, sys.stdin]
    while True:
        ready, _, _ = select.select(inputs, [], [], 0.01)
        if master in ready:
            tower.receive(os.read(master, 256))
        if sys.stdin in ready:
            if not sys.stdin.readline():
                inputs.remove(sys.stdin)
            tower.roll(",".join(colour + str(random.randint(1, 6)) for colour in "RYGB"))
        tower.run(since(begun))
        os.write(master, tower.sent())


if __name__ == "__main__":
    if ADC:
        on_a_pico()
    else:
        on_a_computer()
