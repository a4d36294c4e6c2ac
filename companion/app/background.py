"""Runs work that takes longer than a frame on a thread, and hands its result over with a later frame."""

import threading
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock


def background(work: Callable[[], object], done: Callable[[Any], Any]) -> None:
    """Call `work` on a thread of its own, then `done` with its result on the window's thread."""

    def run() -> None:
        result = work()
        Clock.schedule_once(lambda _dt: done(result), 0)

    threading.Thread(target=run, daemon=True, name="background").start()
