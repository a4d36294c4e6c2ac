"""What refereeing raises, and what errors tell people."""

from typing import Any

from companion.games.errors import GameError
from companion.games.reason import Reason, Value, because
from companion.texts.language import english

# Words in English, or the reason that a language words, until every error is a reason.
Saying = str | Reason


class RefereeError(ValueError):
    """A recording, journal, roll or correction that cannot be used; the reason names the place and what to do.

    What only whoever writes files by hand meets is told in English prose.
    """

    def __init__(self, key: str, /, **values: Value) -> None:
        self.reason = prose(key) if " " in key or "." not in key else because(key, **values)
        super().__init__(self.reason)

    def __str__(self) -> str:
        return english(self.reason)

    def __reduce__(self) -> Any:
        return _again, (self.reason,)


def _again(reason: Reason) -> RefereeError:
    if reason.key == "text":
        return RefereeError(str(reason.values["text"]))
    return RefereeError(reason.key, **reason.values)


def prose(text: str) -> Reason:
    """English words, such as a device's or another program's, as a reason."""
    return because("text", text=text)


def told(error: Exception) -> Saying:
    """What an error tells people: its reason, or its message where it has none."""
    reason: Reason | None = error.reason if isinstance(error, GameError | RefereeError) else None
    return str(error) if reason is None or reason.key == "text" else reason


def reason_of(error: Exception) -> Reason:
    """What an error tells people, as a reason."""
    said = told(error)
    return said if isinstance(said, Reason) else prose(said)


def words_of(error: Exception) -> str:
    """What an error tells people, in English."""
    return english(reason_of(error))
