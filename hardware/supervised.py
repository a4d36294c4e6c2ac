"""Threads that outlive a fault: it is reported, and the work begins again."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until work begins again after a fault, doubled each time."""


@contextmanager
def faults_reported() -> Iterator[None]:
    """Hand an exception to `threading.excepthook` (see `threads_met`), and go on behind the block."""
    try:
        yield
    except Exception:
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


@contextmanager
def threads_met(meet: Callable[[Exception], object]) -> Iterator[None]:
    """Call `meet` on any thread with the exception that ends it, or that it goes on after."""

    def on_thread(args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            meet(args.exc_value)

    hook, threading.excepthook = threading.excepthook, on_thread
    try:
        yield
    finally:
        threading.excepthook = hook


def supervised(
    name: str, work: Callable[[], object], over: threading.Event, pause: float = FIRST_PAUSE
) -> threading.Thread:
    """Return a daemon thread, not started yet, that calls `work` until it returns. After an exception, which is
    reported, it calls it again, unless it is `over`."""

    def run() -> None:
        wait, returned = pause, False
        while not (returned or over.is_set()):
            with faults_reported():
                work()
                returned = True
            if not returned:
                over.wait(wait)
                wait = min(2 * wait, LONGEST_PAUSE)

    return threading.Thread(target=run, daemon=True, name=name)
