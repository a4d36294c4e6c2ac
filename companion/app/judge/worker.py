"""What games live on: orders come in, reports go out. It runs beside the window, see `companion.app.judge.judge`."""

import os
import queue
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, prose, told
from companion.referee.live.cameras import CalibrationError, VisionError
from hardware.errors import DeviceError

# What may go wrong without anything being wrong with the program: it is told to the players.
TROUBLE = (RefereeError, GameError, DeviceError, VisionError, CalibrationError, OSError)


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


LEAVE: Final = "leave"
CLOSE: Final = "close"
Order = Open | Do | Ask | str


class FirstState(NamedTuple):
    """The first state of a game."""

    game: int
    state: Any


class Changed(NamedTuple):
    """What is different in the next one: only that crosses the border between the processes."""

    game: int
    fields: JsonObject


class Failed(NamedTuple):
    """The game could not be opened, or it cannot be gone on with."""

    game: int
    message: Reason


class Answered(NamedTuple):
    """What came of an `Ask`; `trouble` where nothing did."""

    number: int
    answer: Any
    trouble: Reason | None = None


Report = FirstState | Changed | Failed | Answered
Tell = Callable[[Report], None]


def serve_process(orders: Connection) -> None:
    """Serve the window at the other end until it says so. When the window's process dies, this one ends at once, in the
    middle of whatever it does: journals bear that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox: queue.SimpleQueue[Order] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                inbox.put(orders.recv())
            except (EOFError, OSError):
                os._exit(1)

    threading.Thread(target=listen, daemon=True, name="orders").start()
    serve(inbox, orders.send)


def serve(inbox: "queue.SimpleQueue[Order]", tell: Tell) -> None:
    """Serve game after game until CLOSE comes."""
    order = inbox.get()
    while order != CLOSE:
        if isinstance(order, Open):
            order = _game(order, inbox, tell)
            continue
        if isinstance(order, Ask):
            tell(_answer(order))
        order = inbox.get()


def _game(opened: Open, inbox: "queue.SimpleQueue[Order]", tell: Tell) -> Order:
    """Serve one game. Returns the order that ends it."""
    table: PlayedGame | None = None
    try:
        table = opened.make()
        table.notice = table.notice or opened.notice
        return _Service(opened.game, table, inbox, tell).serve()
    except TROUBLE as error:
        tell(Failed(opened.game, told(error)))
    except Exception as error:
        # A fault of the program: all that was announced is in the journal, so the players can go on from there.
        traceback.print_exc()
        tell(Failed(opened.game, prose(f"{type(error).__name__}: {error}")))
    finally:
        if table:
            table.close()
    return inbox.get()


def _answer(order: Ask) -> Answered:
    try:
        return Answered(order.number, order.work())
    except TROUBLE as error:
        return Answered(order.number, None, told(error))
    except Exception as error:
        traceback.print_exc()
        return Answered(order.number, None, prose(f"{type(error).__name__}: {error}"))


class _Service:
    """One game being served."""

    def __init__(self, game: int, table: PlayedGame, inbox: "queue.SimpleQueue[Order]", tell: Tell) -> None:
        self._game, self._table, self._inbox, self._tell = game, table, inbox, tell
        self._shown: Any = None

    def serve(self) -> Order:
        """Until an order comes that ends the game; it is returned."""
        self._shown = self._table.state()
        self._tell(FirstState(self._game, self._shown))
        pause: float | None = 0.0
        while True:
            try:
                order = self._inbox.get(timeout=pause)
            except queue.Empty:
                pause = self._advance()
            else:
                if isinstance(order, Ask):
                    self._tell(_answer(order))
                elif isinstance(order, Do):
                    self._do(order)
                    pause = 0.0 if pause is None else pause
                else:
                    return order
            self._show(self._table.state())

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

    def _advance(self) -> float | None:
        try:
            return self._table.advance()
        except TROUBLE as error:
            self._table.notice = told(error)
            return None

    def _do(self, order: Do) -> None:
        self._table.notice = None
        try:
            order.intent.do(self._table)
        except TROUBLE as error:
            self._table.notice = told(error)
