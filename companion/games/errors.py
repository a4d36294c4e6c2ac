"""What the engines raise."""

from typing import Any


class GameError(ValueError):
    """A request, position, move or option that makes no sense; the message names the place and what to do."""


def shown(value: Any, length: int = 40) -> str:
    """A short printable form of any value, for error messages; never fails, however odd the value."""
    try:
        text = ascii(value) if isinstance(value, str | int | float | None) else type(value).__name__
    except ValueError:  # an integer of thousands of digits
        text = "a huge number"
    return text if len(text) <= length else text[: length - 3] + "..."
