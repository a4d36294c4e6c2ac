"""The minute in which programs are laid out."""

from collections.abc import Callable

SECONDS = 60.0
GRACE = 1.0
WARNING = 10.0


class ProgrammingTimer:
    """Sixty seconds, then one more in which no foul is called (PB-foul). `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begin: float | None = None
        self._told: set[str] = set()

    @property
    def running(self) -> bool:
        return self._begin is not None

    def start(self, at: float | None = None) -> None:
        """Begin now, or have begun at `at`."""
        self._begin = self._clock() if at is None else at
        self._told = set()

    def stop(self) -> None:
        self._begin = None

    def finish(self) -> bool:
        """Stop. Returns True if the sound of the end is still due."""
        due = "end" not in self._told
        self.stop()
        return due

    @property
    def left(self) -> float:
        """Seconds left, not below 0."""
        return SECONDS if self._begin is None else max(0.0, SECONDS - self._passed)

    @property
    def over(self) -> float:
        """Seconds since the end, 0 before it."""
        return max(0.0, self._passed - SECONDS)

    @property
    def state(self) -> str:
        """One of "idle", "running", "last" (ten seconds), "grace" and "over"."""
        if self._begin is None:
            return "idle"
        if self._passed >= SECONDS + GRACE:
            return "over"
        if self._passed >= SECONDS:
            return "grace"
        return "last" if self.left <= WARNING else "running"

    def sound(self) -> str | None:
        """Return the sound that is due: "warning" ten seconds before the end, "end" at the end; each once."""
        due = {"last": "warning", "grace": "end", "over": "end"}.get(self.state)
        if due is None or due in self._told:
            return None
        self._told.add(due)
        return due

    @property
    def _passed(self) -> float:
        return 0.0 if self._begin is None else self._clock() - self._begin
