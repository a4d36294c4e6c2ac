"""Errors and messages of calibration, as data from which sentences are made elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

# Value of a fact: plain JSON, or further facts.
Value = Union[str, int, float, "Fact", Sequence["Fact"]]


@dataclass(frozen=True)
class Fact:
    """A message: `key` (``calibration.NAME``) names the sentence, `values` fill it in."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.key} ({told})" if told else self.key


def fact(key: str, /, **values: Value) -> Fact:
    """Build a fact."""
    return Fact(key, values)


class CalibrationError(ValueError):
    """Views or papers that cannot be used; the fact says why and what to do."""

    def __init__(self, key: str, /, **values: Value) -> None:
        self.fact = Fact(key, values)
        super().__init__(self.fact)

    @property
    def key(self) -> str:
        return self.fact.key

    @property
    def values(self) -> Mapping[str, Value]:
        return self.fact.values

    def __reduce__(self) -> Any:
        return _again, (self.fact,)


def _again(fact: Fact) -> CalibrationError:
    return CalibrationError(fact.key, **fact.values)
