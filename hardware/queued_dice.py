"""Base of dice sources that listen on a thread: events wait in a queue."""

import queue
from collections.abc import Sequence

from hardware.dice import DiceEvent, DiceSource


class QueuedDice(DiceSource):
    """The thread puts events into `_events`, `poll` and `wait` take them out."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[DiceEvent] = queue.SimpleQueue()

    def poll(self) -> Sequence[DiceEvent]:
        events = []
        while not self._events.empty():
            events.append(self._events.get())
        return events

    def wait(self, seconds: float) -> DiceEvent | None:
        """Return the next event; None where none comes in time."""
        try:
            return self._events.get(timeout=seconds)
        except queue.Empty:
            return None
