"""Time to think of the players in the games of `python -m lab.bench hints`: the process's own time on the processor."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Seconds that each decision of the players "hint" took since it was last emptied.
hint_times: list[float] = []

# How many games since it was last emptied were given up, so many turns did they take.
unfinished: list[int] = []


def out_of_time(seconds: float) -> Callable[[], bool]:
    """Tells whether so many seconds from now are over."""
    end = time.process_time() + seconds
    return lambda: time.process_time() >= end


@contextmanager
def hint_timed() -> Iterator[None]:
    """Adds what is spent inside to `hint_times`."""
    start = time.process_time()
    yield
    hint_times.append(time.process_time() - start)
