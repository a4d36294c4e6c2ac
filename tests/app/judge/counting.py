"""Games that count, for the judge. Its process imports this module alone and none of what tests need besides."""

import errno
import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from companion.games.reason import Reason
from companion.referee.errors import RefereeError, prose

LONG = 60.0


@dataclass(frozen=True)
class Count:
    """A state: `large` never changes."""

    count: int
    process: int
    large: tuple[object, ...] = (1, 2)
    notice: Reason | None = None


class Counter:
    """A game that counts, on the disk."""

    def __init__(self, path: Path) -> None:
        self.notice: Reason | None = None
        self._path = path

    def state(self) -> Count:
        count = len(self._path.read_text()) if self._path.exists() else 0
        return Count(count, os.getpid(), notice=self.notice)

    def advance(self) -> float | None:
        return None

    def close(self) -> None:
        with self._path.with_suffix(".closed").open("a") as file:
            file.write("x")

    def count(self) -> None:
        with self._path.open("a") as file:
            file.write("x")

    def refuse(self) -> None:
        raise RefereeError.of(prose("not like this"))

    def break_down(self) -> None:
        raise ZeroDivisionError("by zero")

    def break_beside(self) -> None:
        threading.Thread(target=self.break_down).start()

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def think(self) -> None:
        time.sleep(LONG)


class Stumbler(Counter):
    """Has something due by itself that it cannot do."""

    def advance(self) -> float | None:
        raise ZeroDivisionError("by zero")


class Full(Counter):
    """Cannot keep what it counts until there is room on the disk."""

    def count(self) -> None:
        if not self._path.with_suffix(".room").exists():
            raise OSError(errno.ENOSPC, "No space left on device")
        super().count()


def damaged() -> Counter:
    raise RefereeError.of(prose("it is damaged"))


def deadly() -> Counter:
    os._exit(3)
