"""A thread that a game lives on: intents go in, states come out, the window never waits."""

import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol

from companion.games.errors import GameError
from companion.referee.cameras import CalibrationError, VisionError
from companion.referee.errors import RefereeError
from hardware.errors import DeviceError

Publish = Callable[[Any], None]
Intent = tuple[str, tuple[Any, ...]]
CLOSE: Intent = ("", ())
LONGEST_WAIT = 30.0
# What may go wrong without anything being wrong with the program: it is told to the players.
TROUBLE = (RefereeError, GameError, DeviceError, VisionError, CalibrationError, OSError)


class Table(Protocol):
    """A game that can be played on a thread; an intent is the name of one of its methods with arguments."""

    notice: str | None

    def state(self) -> Any: ...

    def advance(self) -> float | None:
        """Do what is due by itself. Returns in how many seconds to ask again, None for never."""

    def close(self) -> None: ...


class Worker:
    """Runs a table. `publish` is called on the worker's thread with every new state."""

    def __init__(
        self,
        make: Callable[[], Table],
        publish: Publish,
        failed: Callable[[str], None],
        after: "Worker | None" = None,
    ) -> None:
        """`after` is a worker that was told to leave: its table is let go before this one's is made."""
        self._make, self._publish, self._failed = make, publish, failed
        self._after = after
        self._inbox: queue.Queue[Intent] = queue.Queue()
        self._left = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="table")
        self._thread.start()

    def send(self, name: str, *arguments: Any) -> None:
        """Ask for something to be done; returns at once."""
        self._inbox.put((name, arguments))

    def leave(self) -> None:
        """End the game's thread without waiting for it; nothing more is published."""
        self._left = True
        self._inbox.put(CLOSE)

    def close(self) -> None:
        """End the game's thread and wait for it; everything is in the journal already."""
        self._inbox.put(CLOSE)
        self._thread.join(timeout=LONGEST_WAIT)

    def _run(self) -> None:
        if self._after:
            self._after.close()
            self._after = None
        try:
            table = self._make()
        except TROUBLE as error:
            self._tell(str(error))
            return
        try:
            self._serve(table)
        except Exception as error:
            # A fault of the program: all that was announced is in the journal, so the players can go on from there.
            self._tell(f"{type(error).__name__}: {error}")
            raise
        finally:
            table.close()

    def _serve(self, table: Table) -> None:
        shown = table.state()
        self._show(shown)
        pause: float | None = 0.0
        while True:
            try:
                intent = self._inbox.get(timeout=pause)
            except queue.Empty:
                pause = self._advance(table)
            else:
                if intent == CLOSE:
                    return
                self._do(table, intent)
                pause = 0.0 if pause is None else pause
            state = table.state()
            if state != shown:
                shown = state
                self._show(shown)

    def _show(self, state: Any) -> None:
        if not self._left:
            self._publish(state)

    def _tell(self, message: str) -> None:
        if not self._left:
            self._failed(message)

    def _advance(self, table: Table) -> float | None:
        try:
            return table.advance()
        except TROUBLE as error:
            table.notice = str(error)
            return None

    def _do(self, table: Table, intent: Intent) -> None:
        name, arguments = intent
        table.notice = None
        try:
            getattr(table, name)(*arguments)
        except TROUBLE as error:
            table.notice = str(error)
