"""What is to be written to a disk that is full waits until there is room."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

from companion.games.reason import Reason
from companion.referee.errors import KeepingError

# Between two tries.
PAUSE_SECONDS: Final = 2.0

T = TypeVar("T")


def until_kept(write: Callable[[], T], complain: Callable[[Reason], None], pause: float = PAUSE_SECONDS) -> T:
    """Do what is written down, again and again while the disk is full, of which is complained once.

    Raises KeepingError where room would not help.
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
