"""The thread or process that runs games: it takes orders from the window and sends back reports.

`companion.app.judge.judge` starts it."""

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from companion.app.devices.phone import TABLE_PHONE
from companion.app.fault_reports import TROUBLE, FaultReports
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason
from companion.referee.errors import KeepingError, error_reason
from companion.referee.live.allocating import give_memory_back
from hardware.supervised import faults_reported, threads_met

# In how many seconds a game is asked again after it could not do what was due, and at most when that goes on.
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 1.0, 60.0


class PlayedGame(Protocol):
    """A game that can be played beside the window; intents are calls of its methods."""

    notice: Reason | None

    def state(self) -> Any: ...

    def advance(self) -> float | None:
        """Do what is due by itself. Returns in how many seconds to ask again, None for never."""

    def close(self) -> None: ...


Make = Callable[[], PlayedGame]


class Open(NamedTuple):
    """Leave the game that is played and play this one; `notice` is to be told at its start."""

    game: int
    make: Make
    notice: Reason | None = None


class Do(NamedTuple):
    """Do something in the game that is played."""

    intent: AnyIntent


class Ask(NamedTuple):
    """Work something out that has nothing to do with the game that is played."""

    number: int
    work: Callable[[], object]


class Noticed(NamedTuple):
    """Something that has nothing to do with the game's course is to be told to the players."""

    message: Reason


LEAVE: Final = "leave"
CLOSE: Final = "close"
Order = Open | Do | Ask | Noticed | str


class FirstState(NamedTuple):
    """The first state of a game."""

    game: int
    state: Any


class Changed(NamedTuple):
    """Difference from the last state; only this crosses between the processes."""

    game: int
    fields: JsonObject


class Failed(NamedTuple):
    """The game could not be opened, or it cannot be gone on with."""

    game: int
    message: Reason


class Answered(NamedTuple):
    """Result of an `Ask`, or its `trouble`."""

    number: int
    answer: Any
    trouble: Reason | None = None


Report = FirstState | Changed | Failed | Answered | Noticed
Tell = Callable[[Report], None]


def serve_process(orders: Connection, home: Path) -> None:
    """Serve the window at the other end until it says so. When the window's process dies, this one ends at once, in the
    middle of whatever it does: journals bear that. `home` is where reports of faults are kept.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_memory_back()
    inbox: queue.SimpleQueue[Order] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            with faults_reported():
                try:
                    inbox.put(orders.recv())
                except (EOFError, OSError):
                    os._exit(1)

    threading.Thread(target=listen, daemon=True, name="orders").start()
    worker = Worker(inbox, orders.send, home)
    with threads_met(worker.meet):
        worker.serve()


@contextmanager
def _telling(table: PlayedGame) -> Iterator[None]:
    """Show expected errors to the players and go on. Of errors of the system only a KeepingError is one of these; after
    any other the game may be half changed, so it is raised, and the game opened again.
    """
    try:
        yield
    except TROUBLE as error:
        if isinstance(error, OSError) and not isinstance(error, KeepingError):
            raise
        table.notice = error_reason(error)


class _Fault(NamedTuple):
    """Why a game has to be opened again, and in how many seconds it may do something by itself again."""

    message: Reason
    pause: float


class Worker:
    """Serves game after game. A fault of the program is written down in `home` and told; the game it came in is opened
    again from its journal, for nobody knows what of it is half done.
    """

    def __init__(self, inbox: "queue.SimpleQueue[Order]", tell: Tell, home: Path) -> None:
        self._inbox, self._tell = inbox, tell
        IN_PASSING.tell = lambda said: inbox.put(Noticed(said))
        IN_PASSING.ask = lambda intent: inbox.put(Do(intent))
        TABLE_PHONE.home = home
        self._doing = "nothing"
        self._reports = FaultReports(home, lambda: self._doing)
        IN_PASSING.explained = self._reports.explained
        self._table: PlayedGame | None = None
        self._game = 0
        self._shown: Any = None

    def meet(self, error: Exception) -> None:
        """Tell the players of an error on another thread of this process."""
        if said := self._reports.news(error):
            self._inbox.put(Noticed(said))

    def serve(self) -> None:
        """Until CLOSE comes."""
        order = self._inbox.get()
        while order != CLOSE:
            if isinstance(order, Open):
                order = self._play(order)
                continue
            if isinstance(order, Ask):
                self._answer(order)
            elif isinstance(order, Noticed):
                self._tell(order)
            order = self._inbox.get()

    def _play(self, opened: Open) -> Order:
        """Serve one game. Returns the order that ends it."""
        self._game = opened.game
        fault: _Fault | None = None
        while True:
            try:
                self._open(opened, fault.message if fault else opened.notice)
                ended = self._until_it_ends(fault.pause if fault else 0.0)
            except Exception as error:
                self._tell(Failed(opened.game, self._reports.explained(error)))
                return self._inbox.get()
            finally:
                self._close()
            if not isinstance(ended, _Fault):
                return ended
            fault = ended

    def _open(self, opened: Open, notice: Reason | None) -> None:
        self._doing = f"opening {opened.make!r}"
        self._table = table = opened.make()
        table.notice = table.notice or notice
        self._shown = table.state()
        self._tell(FirstState(opened.game, self._shown))
        IN_PASSING.shown(table, self._shown)

    def _close(self) -> None:
        table, self._table = self._table, None
        if table:
            try:
                table.close()
            except Exception as error:
                self._reports.note(error)

    def _until_it_ends(self, pause: float) -> Order | _Fault:
        """Serve the game that is open until an order comes that ends it, or until it has to be opened again."""
        assert self._table
        longer = max(2 * pause, RETRY_SECONDS)
        due = _due(pause)
        while True:
            order = self._next(due)
            try:
                if order is None:
                    self._doing = f"{type(self._table).__name__}: what is due by itself"
                    due, longer = _due(self._advance()), RETRY_SECONDS
                elif isinstance(order, Ask):
                    self._answer(order)
                elif isinstance(order, Noticed):
                    self._tell(order)
                elif isinstance(order, Do):
                    self._doing = f"{type(self._table).__name__}: {order.intent.told}"
                    self._do(order)
                    due = time.monotonic() if due is None else due
                else:
                    return order
                self._show(self._table.state())
            except OSError as error:
                return _Fault(error_reason(error), min(longer, LONGEST_RETRY_SECONDS))
            except Exception as error:
                pause = min(longer, LONGEST_RETRY_SECONDS) if order is None else 0.0
                return _Fault(self._reports.note(error).message, pause)

    def _next(self, due: float | None) -> Order | None:
        """Return the next order; None if none came until `due`, on the monotonic clock."""
        try:
            return self._inbox.get(timeout=None if due is None else max(0.0, due - time.monotonic()))
        except queue.Empty:
            return None

    def _show(self, state: Any) -> None:
        if state == self._shown:
            return
        if is_dataclass(state) and type(state) is type(self._shown):
            names = (each.name for each in fields(state))
            changed = {name: new for name in names if (new := getattr(state, name)) != getattr(self._shown, name)}
            self._tell(Changed(self._game, changed))
        else:
            self._tell(FirstState(self._game, state))
        self._shown = state
        IN_PASSING.shown(self._table, state)

    def _advance(self) -> float | None:
        assert self._table
        with _telling(self._table):
            return self._table.advance()
        return RETRY_SECONDS  # after an error that was shown

    def _do(self, order: Do) -> None:
        assert self._table
        self._table.notice = None
        with _telling(self._table):
            order.intent.do(self._table)

    def _answer(self, order: Ask) -> None:
        self._doing = f"working out {order.work!r}"
        try:
            answered = Answered(order.number, order.work())
        except Exception as error:
            answered = Answered(order.number, None, self._reports.explained(error))
        self._tell(answered)


def _due(pause: float | None) -> float | None:
    return None if pause is None else time.monotonic() + pause
