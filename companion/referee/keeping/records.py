"""Required form of each kind of record in a journal, checked before a record is used."""

from collections.abc import Mapping
from typing import Any, Final

from companion.games.errors import printable
from companion.referee.keeping.shapes import (
    Shape,
    ShapeError,
    anything,
    either,
    fields,
    holding_reasons,
    list_of,
    map_of,
    maybe,
    number,
    one_of,
    reason,
    row_of,
    seconds,
    text,
    truth,
    whole,
)
from companion.referee.verdict import KINDS

Record = dict[str, Any]

_GRID: Final = map_of(text)
_DICE: Final = list_of(whole(1, 6))
# What else is said of a turn, and what a move looks like, the table module says.
_SAID: Final = fields({}, {"roll": either(map_of(whole()), _DICE, map_of(_DICE))})
_MOVES: Final = list_of(map_of(anything))
_OFFER: Final = fields(
    {
        "verdict": one_of(KINDS),
        "probability": number,
        "moves": _MOVES,
        "grid": _GRID,
        "words": reason,
        "reason": maybe(reason),
        "apart": list_of(row_of(text, text)),
    },
    closed=True,
)
_VERDICT: Final = fields(
    {
        "t": seconds,
        "frame": maybe(text),
        "verdict": one_of(KINDS),
        "side": maybe(text),
        "commitment": maybe(_SAID),
        "moves": _MOVES,
        "points": maybe(map_of(whole())),
        "reason": maybe(reason),
        "cells": list_of(text),
        "grid": _GRID,
        "seen": maybe(_GRID),
        "readings": list_of(_OFFER),
        "notes": list_of(reason),
        "confidence": number,
    },
    {"more": holding_reasons},
    closed=True,
)
_EVIDENCE: Final = fields(
    {"hand": truth, "hidden": list_of(text), "cells": map_of(map_of(number))},
    {"touched": map_of(row_of(text, number)), "entered": _GRID, "beside": map_of(anything)},
)
_LINES: Final = list_of(text)

# Of every record but the header.
_COMMON: Final = fields({"event": whole(), "t": seconds})

_KINDS: Final[Mapping[str, Shape]] = {
    "commit": fields({"commit": _SAID, "remarks": list_of(reason)}, {"raw": text, "number": whole()}),
    "frame": fields(
        {"frame": maybe(text), "sha256": maybe(text), "evidence": maybe(_EVIDENCE), "verdict": _VERDICT},
        {"lost": reason},
    ),
    "correct": fields({"correct": map_of(anything), "verdict": _VERDICT}),
    "fault": fields({"message": reason}),
    "stage": fields({"turn": fields({"steps": list_of(map_of(text)), "passed": truth}, {"gathered": _DICE})}),
    "meant": fields({"grid": maybe(_GRID)}),
    "secret": fields({"side": text, "program": map_of(anything)}),
    "far": fields({"far": map_of(anything)}, {"offered": truth}),
    "gap": fields({"lines": _LINES}),
    "mended": fields({}),
}
# Records of which the event need not be a new one.
_AGAIN: Final = ("fault", "gap", "mended")

_CAMERA: Final = maybe(map_of(anything))
_HEADER: Final = fields({"kind": one_of(("header",)), "game": text, "options": map_of(anything)})
_RECORDED: Final = fields(
    {},
    {
        "camera": _CAMERA,
        "a1": maybe(row_of(number, number)),
        "mirror": truth,
        "recording": text,
        "players": map_of(text),
        "written": fields({"tags": map_of(text), "lines": list_of(text), "comments": map_of(text)}),
    },
)
MORE: Final = map_of(
    either(text, whole(), list_of(text), list_of(row_of(number, number), 4), map_of(either(text, whole())))
)
"""Form of the other choices for a game, by name."""
_PLAYED: Final = fields(
    {
        "players": map_of(text),
        "source": text,
        "first": text,
        "seed": whole(),
        "camera": text,
        "pace": number,
        "begun": text,
        "more": MORE,
    },
    {
        "dice": text,
        "known": fields(
            {},
            {"profile": _CAMERA, "corners": maybe(list_of(row_of(number, number), 4)), "mirror": truth},
        ),
    },
)


def look_at_header(header: Record) -> None:
    """Raises ShapeError where a header lacks something or has it of the wrong kind."""
    _HEADER(header)
    (_PLAYED if "begun" in header else _RECORDED)(header)


def is_older(record: Record) -> bool:
    """True if versions before 0.3 wrote the record, for a game by touch that only its engine judged."""
    match record["kind"]:
        case "commit":
            return "remarks" not in record
        case "correct":
            return "verdict" not in record
        case "stage":
            return isinstance(record.get("turn"), Mapping) and "passed" not in record["turn"]
    return bool(record["kind"] == "turn")


def look_at(record: Record, before: int) -> int:
    """Look at a record that comes after event `before` (-1: none). Returns the event after which the next one comes.

    Raises ShapeError where it lacks something or has it of the wrong kind.
    """
    kind = record["kind"]
    if kind not in _KINDS:
        raise ShapeError("shape.kind", kind=printable(kind))
    _COMMON(record)
    _KINDS[kind](record)
    _look_across(record)
    event: int = record["event"]
    if kind in _AGAIN:
        return before
    if event <= before:
        raise ShapeError("shape.event", event=event, before=before)
    return event


def _look_across(record: Record) -> None:
    """Check fields against each other."""
    kind = record["kind"]
    if kind in ("commit", "correct") and len(record[kind].keys() - {"of"}) != 1:
        raise ShapeError("shape.single", n=len(record[kind]))
    if ("raw" in record) != ("number" in record):
        raise ShapeError("shape.raw")
    if kind == "frame" and record["evidence"] is None and "lost" not in record:
        raise ShapeError("engine.missing", name="lost")
