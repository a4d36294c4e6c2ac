"""Journals of earlier versions, read as if they were of this one.

Format 1 kept sentences where there are reasons now, and had other kinds of records: a refereed game ``roll``, a game
entered by touch ``play`` and ``undo``. Who went on with such a journal has records of both formats in one file, so each
is told by what it holds.
"""

from collections.abc import Mapping
from typing import Any

from companion.games.errors import shown
from companion.games.reason import Reason, because
from companion.referee.keeping.shapes import ShapeError
from companion.texts.language import LANGUAGES, language

Record = dict[str, Any]

# Rules that were cited by another name.
RENAMED = {"2.3": "BK-roll"}


def modern(record: Record) -> Record:
    """A record as it would be written now; one that was, as it is. Raises ShapeError for what neither version wrote."""
    try:
        return _modern(record)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ShapeError("shape.kind", kind=shown(record["kind"])) from None


def sayable(kept: Mapping[str, Any]) -> Record:
    """A reason as a journal keeps it; one that no sentence of this version fits (another version's) in plain words."""
    reason = Reason.from_json(kept)
    try:
        for code in LANGUAGES:
            language(code).say(reason)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        return because("text", reason.rule, text=str(reason)).to_json()
    return dict(kept)


def all_sayable(record: Record) -> Record:
    """A sound record, all reasons of which can be said."""
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
    """Plain JSON, all reasons in which can be said."""
    if isinstance(value, Mapping):
        if value.keys() == {"key", "rule", "values"}:
            return sayable(value)
        return {name: _sayable_within(inner) for name, inner in value.items()}
    return [_sayable_within(inner) for inner in value] if isinstance(value, list) else value


def _reasoned(kept: Mapping[str, Any]) -> Record:
    """A verdict or one of its readings."""
    return {**kept, **{key: sayable(kept[key]) for key in ("words", "reason") if kept.get(key)}}


def _modern(record: Record) -> Record:
    new = {**record}
    match record["kind"]:
        case "roll":
            new |= {"kind": "commit", "commit": {"roll": new.pop("roll")}}
        case "play":
            new["kind"] = "turn"
            new.pop("words", None)
        case "undo":
            new |= {"kind": "correct", "correct": {"undo": True}}
    for key in ("lost", "message"):
        if isinstance(new.get(key), str):
            new[key] = _said(new[key])
    if "raw" in new and not new.keys() & {"number", "remarks"}:  # of a game by touch, which kept no number
        new["number"] = 0
    if "remarks" in new:
        new["remarks"] = [_said(remark) for remark in new["remarks"]]
    if isinstance(new.get("verdict"), dict) and "rule" in new["verdict"]:
        new["verdict"] = _verdict(new["verdict"])
    return new


def _verdict(kept: Mapping[str, Any]) -> Record:
    """A verdict that was kept as it was published."""
    roll, rule = kept["roll"], kept["rule"]
    return {key: value for key, value in kept.items() if key not in ("roll", "rule")} | {
        "commitment": None if roll is None else {"roll": roll},
        "reason": _cited(rule, kept["reason"]),
        "readings": [_reading(reading) for reading in kept["readings"]],
        "notes": [_said(note) for note in kept["notes"]],
    }


def _reading(kept: Mapping[str, Any]) -> Record:
    apart = kept.get("apart", "")
    places = [place.split(" ") for place in apart.split(", ")] if apart else []
    return {
        "verdict": kept["verdict"],
        "probability": kept["probability"],
        "moves": kept["moves"],
        "grid": kept["grid"],
        "words": _said(kept["words"].removesuffix(f" [{apart}]")),
        "reason": _cited(kept.get("rule"), kept.get("reason")),
        "apart": [[place, "" if thing == "-" else thing] for place, thing in places],
    }


def _cited(rule: str | None, words: str | None) -> Record | None:
    if words is None:
        return None
    return because("text", RENAMED.get(rule, rule) if rule else None, text=words).to_json()


def _said(words: str | Record) -> Record:
    return because("text", text=words).to_json() if isinstance(words, str) else words
