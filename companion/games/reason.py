"""Reasons as data. The languages turn them into sentences (`companion.texts`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

# A value of a reason: plain JSON, or further reasons. The sentence of each language decides how the value is worded (as
# a piece, a cell, a list).
Value = Union[str, int, float, bool, None, "Reason", Sequence["Value"]]


@dataclass(frozen=True)
class Reason:
    """A reason. `key`: name of the sentence. `rule`: id of the rule it rests on. `values`: fill in the sentence.

    Keys are ``area.name`` in lower case; the area is a game's package, ``referee``, ``hardware`` and so on.
    """

    key: str
    rule: str | None = None
    values: Mapping[str, Value] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, self.rule))

    def __str__(self) -> str:
        told = ", ".join(f"{name}={_plain(value)}" for name, value in self.values.items())
        cited = f"{self.rule} " if self.rule else ""
        return f"{cited}{self.key}" + (f" ({told})" if told else "")

    def to_json(self) -> dict[str, Any]:
        """Return ``{"key", "rule", "values"}``; reasons within the values have the same form."""
        values = {name: _to_json(value) for name, value in self.values.items()}
        return {"key": self.key, "rule": self.rule, "values": values}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Reason":
        """Return the inverse of `to_json`."""
        return cls(kept["key"], kept["rule"], {name: _from_json(value) for name, value in kept["values"].items()})


def because(key: str, rule: str | None = None, /, **values: Value) -> Reason:
    """Build a reason in one line."""
    return Reason(key, rule, values)


def joint(reasons: Sequence[Reason]) -> Reason:
    """Join reasons (at least one) into a single reason without repetitions. It rests on the rule of the first reason,
    and says so if the reasons rest on several rules."""
    reasons = tuple(dict.fromkeys(reasons))
    if len(reasons) == 1:
        return reasons[0]
    key = "engine.reasons" if len({reason.rule for reason in reasons}) == 1 else "engine.more_rules"
    return because(key, reasons[0].rule, reasons=reasons)


def _plain(value: Value) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_plain(item) for item in value) + "]"
    return str(value) if isinstance(value, Reason) else repr(value)


def _to_json(value: Value) -> Any:
    if isinstance(value, Reason):
        return value.to_json()
    return [_to_json(item) for item in value] if isinstance(value, list | tuple) else value


def _from_json(kept: Any) -> Value:
    if isinstance(kept, Mapping):
        return Reason.from_json(kept)
    return tuple(_from_json(item) for item in kept) if isinstance(kept, list) else kept
