"""What the engines raise."""

from typing import Any

from companion.games.reason import Reason, Value, because


class GameError(ValueError):
    """A request, position, move or option that makes no sense; the reason names the place and what to do."""

    def __init__(self, key: str, rule: str | None = None, /, **values: Value) -> None:
        self.reason = because(key, rule, **values)
        super().__init__(self.reason)

    @classmethod
    def of(cls, reason: Reason) -> "GameError":
        """The error with that reason."""
        return cls(reason.key, reason.rule, **reason.values)

    def __str__(self) -> str:
        return str(self.reason)

    def __reduce__(self) -> Any:
        return GameError.of, (self.reason,)


def shown(value: Any, length: int = 40) -> str | Reason:
    """A short printable form of any value, for the reasons of errors; never fails, however odd the value."""
    try:
        text = ascii(value) if isinstance(value, str | int | float | None) else type(value).__name__
    except ValueError:  # an integer of thousands of digits
        return because("engine.huge")
    return text if len(text) <= length else text[: length - 3] + "..."
