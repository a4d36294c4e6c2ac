"""Errors and messages of seeing, as data from which sentences are made elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Fact:
    """A message: `key` (``vision.NAME``) names the sentence, `values`, plain JSON or further facts, fill it in."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.key} ({told})" if told else self.key


def fact(key: str, /, **values: Any) -> Fact:
    """Build a fact."""
    return Fact(key, values)


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
