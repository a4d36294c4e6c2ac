"""What the engines raise, and what all errors that tell people something have in common."""

import json
from typing import Any, Self

from companion.games.reason import Reason, Value, because


class CompanionError(ValueError):
    """Something that cannot be used or done; the reason names the place and says what to do."""

    def __init__(self, key: str, rule: str | None = None, /, **values: Value) -> None:
        self.reason = because(key, rule, **values)
        super().__init__(self.reason)

    @classmethod
    def of(cls, reason: Reason) -> Self:
        """Return the error with that reason."""
        return cls(reason.key, reason.rule, **reason.values)

    def __str__(self) -> str:
        return str(self.reason)

    def __reduce__(self) -> Any:
        return type(self).of, (self.reason,)


class GameError(CompanionError):
    """A request, position, move or option that makes no sense."""


def printable(value: Any, length: int = 40) -> str | Reason:
    """Return a short printable form of any value, for the reasons of errors; never fails, however odd the value."""
    try:
        text = ascii(value) if isinstance(value, str) else json.dumps(value)
    except (TypeError, RecursionError):  # nothing that a request can hold
        text = type(value).__name__
    except ValueError:  # an integer of thousands of digits
        return because("engine.huge")
    return text if len(text) <= length else text[: length - 3] + "..."
