"""Doing what takes longer than a frame's time."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

# How long it may keep each frame. Counted is this thread's own time: where other programs have the processor frames are
# rare, and no less is done in each.
FRAME_SECONDS = 0.015


def work_through(jobs: Iterator[Callable[[], object]]) -> bool:
    """Do as many jobs as a frame has time for, one at least. Returns True if some may be left."""
    end = time.thread_time() + FRAME_SECONDS
    for job in jobs:
        job()
        if time.thread_time() > end:
            return True
    return False


def fill(box: Widget, makers: Iterable[Callable[[], Widget]]) -> Any:
    """Add what the makers make, from the next frame on. Returns the clock event, for `cancel`."""
    jobs = ((lambda make=make: box.add_widget(make())) for make in makers)
    return Clock.schedule_interval(lambda _dt: work_through(jobs), 0)
