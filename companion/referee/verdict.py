"""What the referee says about a frame, for machines (JSON, one line) and for people (one line)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Kind = Literal["setup", "legal", "illegal", "incomplete", "hand", "unchanged", "takeback", "unsure", "won", "corrected"]
KINDS: tuple[Kind, ...] = get_args(Kind)

COLOUR_NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black", "C": "clear"}
SIZE_NAMES = {"1": "small", "2": "medium", "3": "large"}


@dataclass(frozen=True)
class Verdict:
    """A verdict on one frame (or on a correction, which has no frame).

    `t` is in seconds. `grid` is the whole table as believed after it, a stack for each of the 25 cells. `moves` are
    objects with from, to, piece, cost and, where a tower was made, cap. `seen` is the table as it seems to stand when
    that is not the believed one. `readings` are the explanations between which the referee is unsure, the likelier
    first; a turn has some if it is legal whichever of them is right. `confidence` is the probability that the verdict
    is right.
    """

    t: float
    frame: str | None
    verdict: Kind
    grid: Mapping[str, str]
    confidence: float
    side: str | None = None
    roll: Mapping[str, int] | None = None
    moves: tuple[Mapping[str, Any], ...] = ()
    points: Mapping[str, int] | None = None
    rule: str | None = None
    reason: str | None = None
    cells: tuple[str, ...] = ()
    seen: Mapping[str, str] | None = None
    readings: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """All of it as one object; what does not apply is null or empty."""
        return {
            "t": self.t,
            "frame": self.frame,
            "verdict": self.verdict,
            "side": self.side,
            "roll": dict(self.roll) if self.roll is not None else None,
            "moves": [dict(move) for move in self.moves],
            "points": dict(self.points) if self.points is not None else None,
            "rule": self.rule,
            "reason": self.reason,
            "cells": list(self.cells),
            "grid": dict(self.grid),
            "seen": dict(self.seen) if self.seen is not None else None,
            "readings": [dict(reading) for reading in self.readings],
            "notes": list(self.notes),
            "confidence": round(self.confidence, 4),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Verdict":
        lists = {key: tuple(kept[key]) for key in ("moves", "cells", "readings", "notes")}
        return cls(**{**kept, **lists})


def piece_name(piece: str) -> str:
    """``G2`` -> ``medium green``."""
    return f"{SIZE_NAMES[piece[1]]} {COLOUR_NAMES[piece[0]]}"


def roll_words(roll: Mapping[str, int] | None) -> str:
    """``blue 4, green 5``."""
    return ", ".join(f"{COLOUR_NAMES[colour]} {value}" for colour, value in roll.items()) if roll else "no roll"


def moves_words(moves: tuple[Mapping[str, Any], ...]) -> str:
    """``small green b3-b2, medium green a5-b3 (2)``: the points in brackets where more than one."""
    words = []
    for move in moves:
        cost = f" ({move['cost']})" if move["cost"] != 1 else ""
        cap = f", {piece_name(move['cap'])} on top" if move.get("cap") else ""
        words.append(f"{piece_name(move['piece'])} {move['from']}-{move['to']}{cost}{cap}")
    return "; ".join(words)


def sentence(verdict: Verdict) -> str:
    """The verdict in one line for people, without time and frame."""
    who = verdict.side or "nobody"
    match verdict.verdict:
        case "setup":
            words = "the set-up is right"
        case "legal" | "won":
            played = moves_words(verdict.moves) or "no move"
            spent = ", ".join(f"{COLOUR_NAMES[c]} {n}" for c, n in (verdict.points or {}).items() if n)
            words = f"{who} {roll_words(verdict.roll)}: {played}" + (f" [{spent} points]" if spent else "")
            words += " - AND WINS" if verdict.verdict == "won" else ""
        case "illegal":
            words = f"{who} {roll_words(verdict.roll)}: ILLEGAL, {verdict.rule}: {verdict.reason}"
        case "incomplete":
            words = f"{who}: {verdict.reason}"
        case "hand":
            words = "a hand over the board"
        case "unchanged":
            words = verdict.reason or "nothing has changed"
        case "takeback":
            words = verdict.reason or "taken back"
        case "unsure":
            options = " | ".join(str(reading["words"]) for reading in verdict.readings)
            words = f"not sure: {verdict.reason}" + (f": {options}" if options else "")
        case "corrected":
            words = f"corrected by hand: {verdict.reason}"
    return words
