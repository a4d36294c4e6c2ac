"""Lines as a broken cable makes them: whole requests, harmed ones, and noise."""

from random import Random

from hardware.dtp import frame

BODIES = (
    "HELLO #1 dtp=1 host=x",
    "PING #2",
    "ACK #3 1 boot=9F3A",
    "ARM #4 77",
    "SET #5 hb=1000",
    "RAW #6 2",
    "CAL #7 dark",
)


def mutated(rng: Random, count: int) -> bytes:
    """Requests with bytes dropped, doubled, changed and put in, and stretches of noise."""
    data = bytearray()
    while len(data) < count:
        line = bytearray((frame(rng.choice(BODIES)) + "\n").encode())
        for _ in range(rng.randrange(4)):
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
            if not line:
                break
        data += line if rng.random() < 0.9 else rng.randbytes(rng.randrange(120))
    return bytes(data)
