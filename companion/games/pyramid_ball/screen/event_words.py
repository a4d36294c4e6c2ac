"""Words for the events of a turn."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.app.json_object import JsonObject
from companion.games.reason import Reason


def event_words(say: Callable[[Reason], str], event: JsonObject) -> str:
    """Return an event in words."""
    return say(Reason.from_json(event["text"]))


def named(value: Any, names: Mapping[str, str]) -> Any:
    """Return a reason with the players' names, which are given by the keys of the words in their place."""
    if isinstance(value, Reason):
        if value.key in names:
            return names[value.key]
        return replace(value, values={name: named(inner, names) for name, inner in value.values.items()})
    return tuple(named(inner, names) for inner in value) if isinstance(value, list | tuple) else value
