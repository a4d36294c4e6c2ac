"""Reasons that another version kept, as sentences that this one can say."""

from collections.abc import Mapping
from typing import Any

from companion.games.reason import Reason, because
from companion.texts.language import LANGUAGES, language

Record = dict[str, Any]


def sayable(kept: Mapping[str, Any]) -> Record:
    """Return a kept reason; in plain words if no sentence of this version fits it."""
    reason = Reason.from_json(kept)
    try:
        for code in LANGUAGES:
            language(code).say(reason)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        return because("text", reason.rule, text=str(reason)).to_json()
    return dict(kept)


def all_sayable(record: Record) -> Record:
    """Return a record with all its reasons made sayable."""
    new = {**record}
    for key in ("lost", "message"):
        if key in new:
            new[key] = sayable(new[key])
    if "remarks" in new:
        new["remarks"] = [sayable(remark) for remark in new["remarks"]]
    if "verdict" in new:
        new["verdict"] = _reasoned(new["verdict"])
        new["verdict"]["notes"] = [sayable(note) for note in new["verdict"]["notes"]]
        new["verdict"]["readings"] = [_reasoned(reading) for reading in new["verdict"]["readings"]]
        new["verdict"] |= {"more": _sayable_within(new["verdict"]["more"])} if "more" in new["verdict"] else {}
    return new


def _sayable_within(value: Any) -> Any:
    """Return plain JSON with all reasons in it made sayable."""
    if isinstance(value, Mapping):
        if value.keys() == {"key", "rule", "values"}:
            return sayable(value)
        return {name: _sayable_within(inner) for name, inner in value.items()}
    return [_sayable_within(inner) for inner in value] if isinstance(value, list) else value


def _reasoned(kept: Mapping[str, Any]) -> Record:
    """Return a verdict, or one of its readings, with sayable reasons."""
    return {**kept, **{key: sayable(kept[key]) for key in ("words", "reason") if kept.get(key)}}
