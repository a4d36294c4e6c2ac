"""Filling a box with more than fits into one frame's time."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget


def fill(box: Widget, makers: Iterable[Callable[[], Widget]], a_frame: int) -> Any:
    """Add what the makers make, `a_frame` of them with every frame from the next one on.

    Returns the clock event, for `cancel`.
    """
    waiting = iter(makers)

    def some(_dt: float) -> bool:
        for _ in range(a_frame):
            make = next(waiting, None)
            if make is None:
                return False
            box.add_widget(make())
        return True

    return Clock.schedule_interval(some, 0)
