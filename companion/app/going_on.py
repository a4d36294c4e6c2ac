"""Keeps the window running after faults: each is reported and told, and the game goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.app.fault_reports import TROUBLE, FaultReports
from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from hardware.supervised import threads_met

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
        if said := reports.news(error):
            notify(said)

    survivor = _Survivor(meet)
    ExceptionManager.add_handler(survivor)
    IN_PASSING.explained = reports.explained
    try:
        with threads_met(lambda error: Clock.schedule_once(lambda _dt: meet(error), 0)):
            yield
    except TROUBLE:
        raise
    except Exception as error:
        raise RefereeError.of(reports.note(error).message) from error
    finally:
        ExceptionManager.remove_handler(survivor)
