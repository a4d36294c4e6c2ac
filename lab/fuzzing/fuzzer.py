"""What a fuzzer is: it makes bad input for one way into the program and looks what becomes of it."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import count as counted
from random import Random

SLOWEST = 3
# Seconds of the processor that one input may take on an idle machine; more is told, but is no fault: machines differ.
SLOW = 1.0


@dataclass
class Findings:
    """What became of the inputs of one fuzzer.

    Attributes:
        taken: inputs that were good, or taken as if they were, by kind.
        refused: inputs answered by an error of ours, by kind.
        faults: everything else, in words, with the input: another exception, a lie, a loss.
        slowest: seconds of the processor of the slowest inputs, and what they were.
        slow: those that took more than SLOW seconds, whole, to look into.
    """

    taken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    slow: list[tuple[float, bytes]] = field(default_factory=list)

    def took(self, seconds: float, what: str, whole: bytes = b"") -> None:
        """Remembers `what` if it is among the slowest, and the `whole` input if it was slow."""
        if seconds > SLOW:
            self.slow.append((seconds, whole))
        self.slowest = nlargest(SLOWEST, [*self.slowest, (seconds, what)])


# One round makes one input (or a few that belong together), hands it in and notes what came of it. The rounds end by
# number (a test: the same seed gives the same inputs) or by time (`make fuzz`).
Fuzzer = Callable[[Random, Iterator[int]], Findings]


def rounds(*, count: int | None = None, seconds: float | None = None) -> Iterator[int]:
    """0, 1, 2, ... for so many rounds or so long, whichever ends first."""
    end = None if seconds is None else time.monotonic() + seconds
    for number in counted():
        if (count is not None and number >= count) or (end is not None and time.monotonic() >= end):
            return
        yield number
