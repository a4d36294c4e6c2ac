"""How verdicts on drawn games are counted."""

from typing import Any

from companion.referee.verdict import Kind, Verdict
from lab.benchmarks.referee_games import misread, result_of

PROGRAM: dict[str, Any] = {"S": "FFB", "M": "...", "L": "LRF", "pass": None, "quick_pass": False, "blitz": False}


def told(kind: Kind, first: dict[str, Any] | None, unsure: tuple[str, ...] = ()) -> Verdict:
    programs = {"first": {**first, "unsure": list(unsure)} if first else None, "second": {**PROGRAM, "unsure": []}}
    return Verdict(1.0, "001.jpg", kind, {}, 1.0, more={"programs": programs})


def test_a_misread_command_is_wrong_unless_the_referee_names_it() -> None:
    frame = {"kind": "programs", "programs": {"first": PROGRAM, "second": PROGRAM}}
    misread_one = {**PROGRAM, "S": "FFL"}
    assert result_of(frame, told("programs", PROGRAM)) == "right"
    assert result_of(frame, told("programs", misread_one)) == "wrong"
    assert result_of(frame, told("programs", misread_one, ("S3",))) == "unsure"
    assert misread(frame, told("programs", misread_one)) == {"first.S3": "B>L"}
    # A dash that is overlooked, and a program that is hidden.
    dashed = {"kind": "programs", "programs": {"first": {**PROGRAM, "S": "FFBL"}, "second": PROGRAM}}
    assert misread(dashed, told("programs", PROGRAM)) == {"first.S4": "L>None"}
    assert result_of(frame, told("unsure", None)) == "unsure"


def test_a_hand_that_is_late_must_be_seen() -> None:
    frame = {"kind": "late"}
    assert result_of(frame, told("late", None)) == "right"
    assert result_of(frame, told("programs", PROGRAM)) == "wrong"
    assert result_of({"kind": "programming"}, told("late", None)) == "wrong"
    assert result_of({"kind": "programming"}, None) == "unsure"
