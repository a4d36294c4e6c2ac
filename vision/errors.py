"""Errors of seeing, as data from which sentences are made elsewhere."""

from typing import Any


class VisionError(ValueError):
    """A picture or a board that cannot be read.

    `key` (``vision.NAME``) names the sentence, which says why and what to do; `values`, plain JSON, fill it in.
    """

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.key} ({values})" if values else self.key
