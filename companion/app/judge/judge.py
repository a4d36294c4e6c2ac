"""Where games are judged: a process of its own, so that nothing that is computed there keeps the window waiting.

Python lets one thread of a process compute at a time; a thread that judges would hold the window up. Orders go out
over a pipe, states come back; cameras, dice and journals are all on the other side. Where no process can be started, as
on Android, which has no Python program to start, a thread serves the same orders.
"""

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.app.intents import AnyIntent
from companion.app.judge.worker import (
    CLOSE,
    LEAVE,
    Answered,
    Ask,
    Changed,
    Do,
    Failed,
    Make,
    Noticed,
    Open,
    Order,
    Report,
    Worker,
    serve_process,
)
from companion.games.reason import Reason, because
from hardware.supervised import faults_reported

# When to start the process although nothing is asked of it yet: the window has drawn its first screen by then.
SPARE_SECONDS = 1.5
# How long to wait for devices to be let go before the process is ended as it is; journals bear that.
LONGEST_WAIT = 10.0
# How often a game is opened again after the process that judged it has died, within so many seconds each time.
MOST_DEATHS, SOON_SECONDS = 3, 60.0
RESTARTED = because("judge.restarted")
GIVEN_UP = because("judge.given_up")
UNANSWERED = because("judge.unanswered")

Publish = Callable[[Any], None]
Told = Callable[[Reason], None]
Done = Callable[[Any], None]


def has_processes() -> bool:
    """Return True if another process can be started here."""
    return bool(sys.executable) and "ANDROID_ARGUMENT" not in os.environ


class Judge:
    """Serves one game at a time. All callbacks come on a thread of its own: `publish` with every new state, `failed`
    with why a game cannot be played, `noticed` with what is told in passing. Reports of faults are kept in `home`.

    `_lock` guards all that several threads change; nobody holds it for long.
    """

    def __init__(self, publish: Publish, failed: Told, home: Path, noticed: Told = lambda _said: None) -> None:
        self._publish, self._failed, self._home, self._noticed = publish, failed, home, noticed
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._closing = False
        self._game = 0
        self._opened: Open | None = None
        self._deaths, self._begun = 0, 0.0
        self._state: Any = None
        self._asked: dict[int, tuple[Ask, Done, Told]] = {}
        self._asks = 0
        self._process: Any = None
        self._ours: Connection | None = None
        self._theirs: Connection | None = None
        self._inbox: queue.SimpleQueue[Order] = queue.SimpleQueue()
        work = self._serve_by_thread
        if has_processes():
            work = self._keep_process
            self._ours, self._theirs = get_context("spawn").Pipe()
        self._thread = threading.Thread(target=work, daemon=True, name="judge")
        self._thread.start()

    @property
    def process(self) -> int | None:
        """The number of the process, None where there is none."""
        return self._process.pid if self._process else None

    def open(self, make: Make) -> None:
        """Play the game that `make` opens; it can be pickled. The one before is left."""
        with self._lock:
            self._game += 1
            self._deaths = 0
            self._opened = Open(self._game, make)
            self._send(self._opened)

    def send(self, intent: AnyIntent) -> None:
        """Ask for something to be done in the game; returns at once."""
        with self._lock:
            if self._opened:
                self._send(Do(intent))

    def leave(self) -> None:
        """Let the game go without waiting for it; nothing more of it is published."""
        with self._lock:
            if self._opened:
                self._game += 1
                self._opened = None
                self._send(LEAVE)

    def ask(self, work: Callable[[], object], done: Done, trouble: Told) -> None:
        """Have something worked out; `work` and what it returns can be pickled."""
        with self._lock:
            self._asks += 1
            order = Ask(self._asks, work)
            self._asked[order.number] = (order, done, trouble)
            self._send(order)

    def close(self) -> None:
        """End everything and wait for it; what was announced is in the journals already."""
        with self._lock:
            self._closing = True
            self._game += 1
            self._opened = None
            self._send(CLOSE)
        self._thread.join(timeout=LONGEST_WAIT)
        if self._thread.is_alive() and self._process:
            self._process.kill()
            self._thread.join()

    def _send(self, order: Order) -> None:
        self._wanted.set()
        if self._ours is None:
            self._inbox.put(order)
            return
        # That the process has died is noticed by the thread that listens to it, which starts another one.
        with suppress(OSError):
            self._ours.send(order)

    def _serve_by_thread(self) -> None:
        Worker(self._inbox, self._hear, self._home).serve()

    def _keep_process(self) -> None:
        """Start the process, listen to it, and start it again when it has died."""
        self._wanted.wait(SPARE_SECONDS)
        while not self._closing:
            assert self._ours and self._theirs
            process = get_context("spawn").Process(
                target=serve_process, args=(self._theirs, self._home), daemon=True, name="judge"
            )
            try:
                process.start()
            except OSError:
                self._do_without()
                return
            self._process, self._begun = process, time.monotonic()
            self._theirs.close()
            self._listen(self._ours)
            process.join()
            self._recover()

    def _do_without(self) -> None:
        """Do by this thread what was asked of the process: none can be started."""
        with self._lock:
            self._ours = self._process = None
            if self._opened:
                self._send(self._opened)
            for order, _, _ in self._asked.values():
                self._send(order)
        self._serve_by_thread()

    def _listen(self, reports: Connection) -> None:
        while True:
            with faults_reported():
                try:
                    report = reports.recv()
                except (EOFError, OSError):
                    return
                self._hear(report)

    def _recover(self) -> None:
        """Make ready for another process after one has ended: it is asked for all that is still to be done."""
        with self._lock:
            assert self._ours
            self._ours.close()
            if self._closing:
                return
            self._ours, self._theirs = get_context("spawn").Pipe()
            self._wanted.clear()
            self._deaths = 1 + (self._deaths if time.monotonic() - self._begun < SOON_SECONDS else 0)
            opened, asked, self._asked = self._opened, self._asked, {}
            if opened and self._deaths > MOST_DEATHS:
                self._opened = None
                self._game += 1
                self._failed(GIVEN_UP)
            elif opened:
                self._send(opened._replace(notice=RESTARTED))
            for _, _, trouble in asked.values():
                trouble(UNANSWERED)
        self._wanted.wait()

    def _hear(self, report: Report) -> None:
        if isinstance(report, Answered):
            _, done, trouble = self._asked.pop(report.number)
            if report.trouble is None:
                done(report.answer)
            else:
                trouble(report.trouble)
            return
        if isinstance(report, Noticed):
            self._noticed(report.message)
            return
        with self._lock:
            if report.game != self._game:
                return
            if isinstance(report, Failed):
                self._failed(report.message)
                return
            self._state = replace(self._state, **report.fields) if isinstance(report, Changed) else report.state
            self._publish(self._state)
