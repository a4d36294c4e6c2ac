"""Runs work that takes longer than a frame on a thread, and hands its result over with a later frame."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason

# Has something worked out beside the window: the work, what to do with its result, and what with a message instead.
Ask = Callable[[Callable[[], object], Callable[[Any], Any], Callable[[Reason], object]], None]


def background(work: Callable[[], object], done: Callable[[Any], Any], trouble: Callable[[Reason], object]) -> None:
    """Call `work` on a thread of its own, then, on the window's thread, `done` with its result, or `trouble` with what
    to tell players of its exception."""

    def run() -> None:
        try:
            then = partial(done, work())
        except Exception as error:
            then = partial(trouble, IN_PASSING.explained(error))
        Clock.schedule_once(lambda _dt: then(), 0)

    threading.Thread(target=run, daemon=True, name="background").start()
