"""An evening in a file, which several programs may read and change at a time."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.referee.errors import KeepingError, RefereeError
from companion.referee.keeping.whole_file import write_whole
from companion.sharing.evening.evening import Evening
from hardware.durable_lines import claim

MOST_BYTES: Final = 4_000_000


def read_evening(path: Path) -> Evening:
    """Raises RefereeError if there is no such file, or if it holds no evening."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too long")
        return Evening.from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise RefereeError("evening.missing", path=str(path)) from None
    except (OSError, LookupError, TypeError, ValueError, RecursionError):
        raise RefereeError("evening.bad", path=str(path)) from None


def begin_evening(path: Path, evening: Evening) -> None:
    """Write a new evening. Raises RefereeError if the file is there already, KeepingError if it cannot be written."""
    with _alone(path):
        if path.exists():
            raise RefereeError("evening.there", path=str(path))
        _write(path, evening)


def change_evening(path: Path, change: Callable[[Evening], Evening]) -> Evening:
    """Change the evening while nobody else does. Returns the new one. Raises RefereeError, KeepingError."""
    with _alone(path):
        before = read_evening(path)
        after = change(before)
        if after != before:
            _write(path, after)
        return after


def _write(path: Path, evening: Evening) -> None:
    write_whole(path, json.dumps(evening.to_json(), indent=1, ensure_ascii=False).encode())


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other program changes the file. Raises RefereeError for a folder."""
    if path.is_dir():
        raise RefereeError("evening.bad", path=str(path))
    path = path.resolve()
    lock = path.with_name(f".{path.name}.lock")
    try:
        with lock.open("wb", buffering=0) as file:
            claim(file, wait=True)
            yield
    except KeepingError:
        raise
    except OSError as error:
        raise KeepingError(path, error) from error
