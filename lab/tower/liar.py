"""A tower that tells what cannot be, with right checksums: as one with a fault in its program would."""

from random import Random

from hardware.tower.codes import Message
from hardware.tower.dtp import frame, unframe

FOR_EVER = 1_000_000


class Liar:
    """Changes the lines of the rolls in `left`, each so many times, so that no host can use them."""

    def __init__(self, rng: Random) -> None:
        self.left: dict[int, int] = {}
        self._rng = rng

    def __call__(self, line: bytes) -> bytes:
        if not self.left or not line.startswith(Message.ROLL.encode()):
            return line
        body = unframe(line.decode("ascii"))
        number = int(body.split(" ")[1])
        if not self.left.get(number):
            return line
        self.left[number] -= 1
        return frame(senseless(body, self._rng)).encode()


def senseless(body: str, rng: Random) -> str:
    """A ROLL line's body with one thing in it that cannot be."""
    words = body.split(" ")
    at = {word.partition("=")[0]: place for place, word in enumerate(words)}
    match rng.randrange(5):
        case 0:
            words[at["d"]] = "d=R7,G0,-,B9"
        case 1:
            words[at["d"]] = "d=-,-,-,-"
        case 2:
            del words[at["d"]]
        case 3:
            words[at["q"]] = "q=99"
        case _:
            del words[at["epoch"]]
    return " ".join(words)


def other_values(body: str) -> str:
    """A ROLL line's body whose dice show other values, as sound as the first."""
    words = body.split(" ")
    dice = next(place for place, word in enumerate(words) if word.startswith("d="))
    words[dice] = words[dice].translate(str.maketrans("123456", "234561"))
    return " ".join(words)
