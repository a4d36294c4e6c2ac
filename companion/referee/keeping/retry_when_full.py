"""Repeats writing to a full disk until there is room."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

from companion.games.reason import Reason
from companion.referee.errors import KeepingError

PAUSE_SECONDS: Final = 2.0

T = TypeVar("T")


def retry_when_full(write: Callable[[], T], complain: Callable[[Reason], None], pause: float = PAUSE_SECONDS) -> T:
    """Call `write` until it succeeds, every `pause` seconds while the disk is full. `complain` is called once.

    Any other KeepingError is raised: waiting would not help.
    """
    told = False
    while True:
        try:
            return write()
        except KeepingError as error:
            if not error.full:
                raise
            if not told:
                complain(error.reason)
            told = True
            time.sleep(pause)
