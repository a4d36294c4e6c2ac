"""What happened in a turn, in words."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.app.json_object import JsonObject
from companion.games.reason import Reason


def event_words(say: Callable[[Reason], str], event: JsonObject) -> str:
    """What happened."""
    return say(Reason.from_json(event["text"]))


def named(value: Any, names: Mapping[str, str]) -> Any:
    """A reason in which players bear their names; `names` are these by the keys of what stands in their place."""
    if isinstance(value, Reason):
        if value.key in names:
            return names[value.key]
        return replace(value, values={name: named(inner, names) for name, inner in value.values.items()})
    return tuple(named(inner, names) for inner in value) if isinstance(value, list | tuple) else value
