"""Refuse journals that are well-formed but make no sense: words that their game does not know, impossible numbers.

A stranger wrote them, or a version that knew more. Players are told so in one sentence.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.referee.errors import ERRORS, RefereeError, prose

OF_CONTENT: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
"""Errors from using records that make no sense. Faults of ours may look the same, but are far less likely; the sentence
names the error."""


@contextmanager
def making_sense(path: Path) -> Iterator[None]:
    """Raise RefereeError, which names the journal, where its game could not have written what it holds."""
    try:
        yield
    except ERRORS:
        raise
    except OF_CONTENT as error:
        raise RefereeError("journal.nonsense", path=str(path), what=prose(described(error))) from error


def described(error: Exception) -> str:
    """Return a Python error in one short line."""
    words = " ".join(str(error).split())[:80]
    return f"{type(error).__name__}: {words!a}"
