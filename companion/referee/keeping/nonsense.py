"""Refuse journals that are well-formed but make no sense: words that their game does not know, impossible numbers.

A stranger wrote them, or a version that knew more. Players are told so in one sentence, which names the file and, where
that is known, the line.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast

from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.errors import ERRORS, RefereeError
from companion.referee.keeping import journal as journals

_OF_CONTENT: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
"""Errors from using records that make no sense. Faults of ours may look the same, but are far less likely."""
_RECORD: Final = "referee.record"


@contextmanager
def making_sense(path: Path) -> Iterator[None]:
    """Raise RefereeError, which names the journal, where its game could not have written what it holds."""
    try:
        yield
    except RefereeError as error:
        if error.reason.key != _RECORD:
            raise
        line, reason = cast(int, error.reason.values["line"]), error.reason.values["reason"]
        with suppress(RefereeError, OSError):
            line = journals.read(path).line_in_file(line)
        raise RefereeError("journal.line", path=str(path), line=line, reason=reason) from error
    except ERRORS:
        raise
    except _OF_CONTENT as error:
        raise RefereeError("journal.nonsense", path=str(path)) from error


@contextmanager
def making_sense_of(record: Mapping[str, Any]) -> Iterator[None]:
    """Raise RefereeError, which names the line of the record (or header), where it cannot be used."""
    try:
        yield
    except CompanionError as error:
        if error.reason.key == _RECORD:
            raise
        raise RefereeError(_RECORD, line=record.get("seq", 0) + 1, reason=error.reason) from error
    except _OF_CONTENT as error:
        raise RefereeError(_RECORD, line=record.get("seq", 0) + 1, reason=because("journal.odd")) from error
