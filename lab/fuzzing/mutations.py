"""Lines as a broken cable makes them: whole lines, harmed ones, and noise."""

from collections.abc import Sequence
from random import Random

from hardware.tower.dtp import frame

BODIES = (
    "HELLO #1 dtp=1 host=x",
    "PING #2",
    "ACK #3 1 boot=9F3A",
    "ARM #4 77",
    "SET #5 hb=1000",
    "RAW #6 2",
    "CAL #7 dark",
)
TOWER_BODIES = (
    "HI #1 dtp=1 uid=0123456789 epoch=AAAA0001 boot=9F3A fw=1.0 bays=4 dice=d6 colours=RYGB durable=1 "
    "caps=ev,hb,log,raw,cal last=2 acked=0 st=ready cal=ok",
    "ROLL 1 epoch=AAAA0001 boot=9F3A arm=77 d=R5,G2,B?,- q=92,85,12,0 t=413 ago=358 lag=300,13,43",
    "ROLL 2 epoch=AAAA0001 boot=9F3A arm=0 d=R1,G1,B1,Y6 q=92,85,12,40 t=5",
    "VOID 3 epoch=AAAA0001 boot=9F3A arm=0 why=power t=0",
    "EV 7 TUMBLE",
    "EV 13 WARN 12 bay=2 at=4",
    "HB up=61234 st=ready last=2 unacked=0 bad=3",
    "OK #1",
    "PONG #2 boot=9F3A",
    "ERR #3 20 bay-empty",
)


def harm(rng: Random, line: bytearray) -> bytearray:
    """One bit flipped, one byte dropped or put in, or the end of the line turned round."""
    if not line:
        return line
    at = rng.randrange(len(line))
    match rng.randrange(4):
        case 0:
            line[at] ^= 1 << rng.randrange(8)
        case 1:
            del line[at]
        case 2:
            line.insert(at, rng.randrange(256))
        case _:
            line = line[:at] + line[at:][::-1]
    return line


def mutated(rng: Random, count: int, bodies: Sequence[str] = BODIES) -> bytes:
    """At least `count` bytes: lines harmed up to three times after their checksum was made, and stretches of noise."""
    data = bytearray()
    while len(data) < count:
        line = bytearray((frame(rng.choice(bodies)) + "\n").encode())
        for _ in range(rng.randrange(4)):
            line = harm(rng, line)
        data += line if rng.random() < 0.9 else rng.randbytes(rng.randrange(120))
    return bytes(data)


def senseless(rng: Random, count: int, bodies: Sequence[str] = BODIES) -> bytes:
    """At least `count` bytes of sound lines whose bodies were harmed before their checksum was made."""
    data = bytearray()
    while len(data) < count:
        body = bytearray(rng.choice(bodies).encode())
        for _ in range(1 + rng.randrange(4)):
            body = harm(rng, body)
        data += (frame("".join(chr(0x20 + (c - 0x20) % 0x5F) for c in body)) + "\n").encode()
    return bytes(data)


# What stands in a field where something else should: out of range, of another kind, too long, empty.
SENSELESS_VALUES = (
    "", "0", "-1", "00", "7", "65536", "4294967295", "4294967296", "9" * 60, "1e9", "NaN", "x", "=", ",", ",,,", "R7",
    "R5,R5,R5,R5", "?" * 30, "R5", "-", "#0", "#1", "#999", "2", "AAAA0001", "BBBB0002", "0000", "*00000000", "%s", "'",
)  # fmt: skip


def odd_body(rng: Random, body: str, first: int = 0) -> str:
    """A body one to three words of which, from the place `first` on, are senseless, gone, doubled or from elsewhere."""
    words = body.split(" ")
    for _ in range(rng.randrange(1, 4)):
        if len(words) <= first:
            break
        at = rng.randrange(first, len(words))
        name, equals, _ = words[at].partition("=")
        match rng.randrange(5):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words[at] = rng.choice(rng.choice(TOWER_BODIES).split(" "))
            case _:
                words[at] = f"{name}={rng.choice(SENSELESS_VALUES)}" if equals else rng.choice(SENSELESS_VALUES)
    return " ".join(words)[:191]


def odd_line(rng: Random) -> bytes:
    """A sound line of a tower that makes no sense."""
    return (frame(odd_body(rng, rng.choice(TOWER_BODIES))) + "\n").encode()


def odd_roll(rng: Random, number: int) -> bytes:
    """A sound line that tells a roll or void of that number, and something in it that makes no sense."""
    verb, _, *rest = rng.choice([body for body in TOWER_BODIES if body[:5] in ("ROLL ", "VOID ")]).split(" ")
    return (frame(odd_body(rng, " ".join([verb, str(number), *rest]), first=2)) + "\n").encode()
