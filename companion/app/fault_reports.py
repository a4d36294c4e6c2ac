"""Reports of faults of the program: what happened, in a file beside the games, for whoever mends the program."""

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from companion.games.reason import Reason, because
from companion.referee.errors import ERRORS, error_reason
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.cameras import masked

# What may go wrong without anything being wrong with the program: it is told to the players.
TROUBLE = (*ERRORS, OSError)
FOLDER = "reports"
# So many reports are kept, the newest; each is cut to so many characters.
MOST_KEPT = 20
MOST_CHARACTERS = 60_000


class Noted(NamedTuple):
    """A fault that was taken note of: whether it is the first of its kind, and where the report on that kind lies, None
    where it could not be written.
    """

    first: bool
    path: Path | None

    @property
    def message(self) -> Reason:
        """Message for the players."""
        return because("fault.told", path=str(self.path)) if self.path else because("fault.told.unwritten")


class FaultReports:
    """Writes reports in `home`; `where` tells what the program was at, a few words.

    Faults of one kind, the same sort of exception from the same line, have one report, however often they come.
    """

    def __init__(self, home: Path, where: Callable[[], str]) -> None:
        self._folder, self._where = home / FOLDER, where
        self._kinds: dict[object, Path | None] = {}
        self._lock = threading.Lock()

    def note(self, error: BaseException) -> Noted:
        """Take note of a fault; raises nothing, whatever state the disk is in."""
        with self._lock:
            kind = _kind(error)
            first = kind not in self._kinds
            if first:
                self._kinds[kind] = self._write(error)
            return Noted(first, self._kinds[kind])

    def explained(self, error: Exception) -> Reason:
        """Return what to tell players of an error; a fault is taken note of."""
        return error_reason(error) if isinstance(error, TROUBLE) else self.note(error).message

    def news(self, error: Exception) -> Reason | None:
        """Return the same, None for a kind of fault that has been taken note of before."""
        if isinstance(error, TROUBLE):
            return error_reason(error)
        noted = self.note(error)
        return noted.message if noted.first else None

    def _write(self, error: BaseException) -> Path | None:
        now = datetime.now()
        path = self._folder / f"{now:%Y%m%d-%H%M%S-%f}-{type(error).__name__}.txt"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._forget_old()
            write_whole(path, self._words(error, now).encode(errors="backslashreplace"))
        except OSError:
            return None
        return path

    def _words(self, error: BaseException, now: datetime) -> str:
        head = (
            f"Pyramid Companion {_version()}, {now:%Y-%m-%d %H:%M:%S}",
            f"Python {platform.python_version()}, {platform.platform()}",
            f"Kivy {sys.modules['kivy'].__version__}" if "kivy" in sys.modules else "no window",
            f"at: {self._at()}",
        )
        said = masked("\n".join((*head, "", "".join(traceback.format_exception(error)))))
        half = MOST_CHARACTERS // 2
        return said if len(said) <= MOST_CHARACTERS else f"{said[:half]}\n...\n{said[-half:]}"

    def _at(self) -> str:
        try:
            return self._where()
        except Exception as error:
            return f"unknown ({type(error).__name__})"

    def _forget_old(self) -> None:
        for old in sorted(self._folder.glob("*.txt"))[: -(MOST_KEPT - 1)]:
            with suppress(OSError):
                old.unlink()


def _kind(error: BaseException) -> object:
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return type(error), *((frame.filename, frame.lineno) for frame in frames)


def _version() -> str:
    try:
        return version("pyramid-companion")
    except PackageNotFoundError:
        return "of an unknown version"
