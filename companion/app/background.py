"""Runs work that takes longer than a frame on a thread, and hands its result over with a later frame."""

import threading
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.games.reason import Reason

# Has something worked out beside the window: the work, what to do with its result, and what with a message instead.
Ask = Callable[[Callable[[], object], Callable[[Any], Any], Callable[[Reason], object]], None]


def background(work: Callable[[], object], done: Callable[[Any], Any]) -> None:
    """Call `work` on a thread of its own, then `done` with its result on the window's thread."""

    def run() -> None:
        result = work()
        Clock.schedule_once(lambda _dt: done(result), 0)

    threading.Thread(target=run, daemon=True, name="background").start()
