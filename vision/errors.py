"""What seeing raises, as data: whoever shows it makes sentences of it."""

from typing import Any


class VisionError(ValueError):
    """A picture or a board that cannot be read: `key` (``vision.NAME``) names the sentence, `values` fill it in.

    The sentence says why and what to do. Values are plain JSON.
    """

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.key} ({values})" if values else self.key
