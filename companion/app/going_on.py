"""Keeps the window running after faults: each is reported and told, and the game goes on."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.app.fault_reports import FaultReports
from companion.app.judge.worker import TROUBLE
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, told

Notify = Callable[[Reason], None]


class _Survivor(ExceptionHandler):
    """Handles exceptions raised in a frame."""

    def __init__(self, meet: Callable[[Exception], None]) -> None:
        self._meet = meet

    def handle_exception(self, error: BaseException) -> int:
        if not isinstance(error, Exception):
            return int(ExceptionManager.RAISE)
        # Do not report errors raised while reporting an error: that would never end.
        with suppress(Exception):
            self._meet(error)
        return int(ExceptionManager.PASS)


@contextmanager
def going_on(reports: FaultReports, notify: Notify) -> Iterator[None]:
    """Keep the window alive when callbacks or threads raise. `notify`, called on the window's thread, tells the
    players: of trouble with devices and disks each time, of a fault once a kind. Raises RefereeError, which names the
    report, for a fault before the window has begun."""

    def meet(error: Exception) -> None:
        if isinstance(error, TROUBLE):
            notify(told(error))
        elif (noted := reports.note(error)).first:
            notify(noted.message)

    def on_thread(args: threading.ExceptHookArgs) -> None:
        error = args.exc_value
        if isinstance(error, Exception):
            Clock.schedule_once(lambda _dt: meet(error), 0)

    survivor, hook = _Survivor(meet), threading.excepthook
    ExceptionManager.add_handler(survivor)
    threading.excepthook = on_thread
    try:
        yield
    except TROUBLE:
        raise
    except Exception as error:
        raise RefereeError.of(reports.note(error).message) from error
    finally:
        threading.excepthook = hook
        ExceptionManager.remove_handler(survivor)
