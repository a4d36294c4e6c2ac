"""The journal of a game that is played: numbers and times its events."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.reason import Reason
from companion.referee.game import first_open
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record

Clock = Callable[[], float]


class EventLog:
    """Events in seconds of the game, which never go back, whatever the clock does between two sittings."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock, self._begin = journal, clock, clock()
        self._last = 0.0
        self.next = 0
        """Number of the next event."""
        self.word: Reason | None = None
        """What the journal had to say while it was written."""
        journal.said = self._take_word

    def _take_word(self, word: Reason) -> None:
        self.word = word

    def go_on(self, records: Sequence[Record]) -> None:
        """Go on behind these records."""
        if records:
            self._last = max(record["t"] for record in records)
            self._begin = self._clock() - self._last
        self.next = first_open(records)

    @property
    def now(self) -> float:
        return max(0.0, self._clock() - self._begin)

    def clock_at(self, t: float) -> float:
        """Return what the clock shows at a time of the game."""
        return self._begin + t

    def event(self, kind: str, value: Any = None, ago: float = 0.0) -> Event:
        """Return an event of now or, as far as times never go back, of some seconds ago."""
        self._last = max(self._last, round(self.now - ago, 2))
        event = Event(self.next, self._last, kind, value)
        self.next += 1
        return event

    def write(self, kind: str, /, **fields: Any) -> None:
        """Write an event that is nobody's to judge. Raises KeepingError."""
        event = self.event(kind)
        self._journal.append(kind, {"event": event.index, "t": event.t, **fields})

    def write_fault(self, message: Reason, **fields: Any) -> None:
        """Write that something could not be used; the next event keeps its number. Raises KeepingError."""
        self._journal.append(
            "fault", {"event": self.next, "t": round(self.now, 2), "message": message.to_json(), **fields}
        )

    def close(self) -> None:
        self._journal.close()
