#!/usr/bin/env python3
"""A level 0 tower in its entirety: DTP/1 with nothing but what every tower must do. See ../PROTOCOL.md.

Written from the protocol's text alone and sharing no line with the firmware or the host, as another maker's tower
would be. It runs on a pseudo-terminal, whose name it prints, and rolls when a line is typed; the class needs only bytes
in, bytes out and milliseconds.
"""

import binascii
import os
import random
import select
import sys
import time
import tty


def checksum(body):
    return f"{binascii.crc32(body) & 0xFFFFFFFF:08X}".encode()


class Level0Tower:
    """Keeps its rolls in RAM; a fresh epoch at every start says so."""

    def __init__(self, seed=None):
        chance = random.Random(seed)
        self.uid = f"{chance.getrandbits(40):010X}"
        self.epoch = f"{chance.getrandbits(32):08X}"
        self.boot = f"{chance.getrandbits(16):04X}"
        self.out = bytearray()
        self.line = bytearray()
        self.rolls = []  # each the text after its number
        self.acked = 0
        self.greeted = False
        self.host = None
        self.host_at = -(10**9)
        self.said_at = -(10**9)
        self.said = 0
        self.now = 0
        self.hi("#0")

    def roll(self, dice, tumble=1500):
        """Dice have come to rest, such as ``R5,G2,-,B6``."""
        self.rolls.append(f"arm=0 d={dice} t={tumble}")

    def run(self, now):
        """Let time pass: milliseconds since the start."""
        self.now = now
        if self.acked < len(self.rolls):
            number = self.acked + 1
            if self.said != number or now - self.said_at >= 250:
                self.said, self.said_at = number, now
                self.say(f"ROLL {number} epoch={self.epoch} boot={self.boot} {self.rolls[self.acked]}")

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
        if len(words) < 2 or not words[1].startswith("#") or not words[1][1:].isdigit():
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
        if not rest or not rest[0].isdigit() or int(rest[0]) > len(self.rolls):
            self.say(f"ERR {tag} 2 no-such-roll")
        elif keys.get("boot", self.boot) != self.boot:
            self.say(f"ERR {tag} 2 boot")
        else:
            self.acked = max(self.acked, int(rest[0]))
            self.say(f"OK {tag}")

    def hi(self, tag):
        self.say(
            f"HI {tag} dtp=1 uid={self.uid} epoch={self.epoch} boot={self.boot} fw=level0 bays=4 dice=d6 colours=RYGB"
            f" durable=0 last={len(self.rolls)} acked={self.acked}"
        )

    def say(self, body):
        self.out += body.encode() + b"*" + checksum(body.encode()) + b"\n"

    def sent(self):
        data, self.out = bytes(self.out), bytearray()
        return data


def main():
    master, slave = os.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)
    tower = Level0Tower()
    begun = time.monotonic()
    inputs = [master, sys.stdin]
    while True:
        ready, _, _ = select.select(inputs, [], [], 0.01)
        if master in ready:
            tower.receive(os.read(master, 256))
        if sys.stdin in ready:
            if not sys.stdin.readline():
                inputs.remove(sys.stdin)
            tower.roll(",".join(colour + str(random.randint(1, 6)) for colour in "RYGB"))
        tower.run(int(1000 * (time.monotonic() - begun)))
        os.write(master, tower.sent())


if __name__ == "__main__":
    main()
