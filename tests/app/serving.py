"""A game that is served as beside the window, on a thread of its own."""

import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self

from companion.app.audience import BROADCAST, NOBODY, Audience
from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.intents import AnyIntent
from companion.app.judge.worker import CLOSE, Do, Noticed, Open, Order, Report, Worker
from companion.games.reason import Reason
from tests.sharing.feed.brokers import PATIENCE


class Serving:
    """`game` is the game, `told` what the players are told in passing."""

    def __init__(self, folder: Path, setup: GameSetup, audience: Audience) -> None:
        self.told: list[Reason] = []
        self._inbox: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self.game: Any = None
        make = partial(begin_or_open, setup, folder / "game", audience=audience)

        def open_game() -> Any:
            self.game = make()
            return self.game

        worker = Worker(self._inbox, self._hear, folder)
        self._inbox.put(Open(1, open_game))
        self._thread = threading.Thread(target=worker.serve, daemon=True)
        self._thread.start()

    def _hear(self, report: Report) -> None:
        with self._changed:
            if isinstance(report, Noticed):
                self.told.append(report.message)
            self._changed.notify_all()

    def do(self, intent: AnyIntent) -> None:
        self._inbox.put(Do(intent))

    def until(self, true: Callable[[], object]) -> None:
        """Until it is true after some report."""
        with self._changed:
            assert self._changed.wait_for(true, PATIENCE)

    def until_phase(self, phase: str) -> None:
        self.until(lambda: self.game and self.game.state().phase == phase)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._inbox.put(CLOSE)
        self._thread.join(PATIENCE)
        BROADCAST.open(NOBODY)
