"""Verdicts of the referee as data. Whoever shows a verdict words its reasons."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.games.reason import Reason
from companion.referee.grid import Grid, Json, Place, Thing

Kind = Literal[
    "setup",
    "legal",
    "illegal",
    "takeback",
    "incomplete",
    "hand",
    "unchanged",
    "unsure",
    "won",
    "corrected",
    "programming",
    "programs",
    "late",
]
Tone = Literal["good", "win", "bad", "wait", "calm"]
Say = Callable[[Reason], str]
Lay = Callable[[Grid], Json]


class Trait(NamedTuple):
    """Properties of a kind of verdict.

    `tone` is how it is shown. It may be a `turn` made; it may end a turn, so that another may commit themselves
    (`ends_turn`); the look may have been understood, so that later looks may be compared with it (`learnable`: an
    unchanged table is no such look, for to learn from it would make a change once overlooked invisible for good). What
    `stands` on the table stays until it is put right; what `passes` says nothing new about it. `by_players` is what the
    players do about a verdict. `in_history` are told of afterwards, `summed` in a report.
    """

    tone: Tone
    turn: bool = False
    ends_turn: bool = False
    learnable: bool = False
    stands: bool = False
    passes: bool = False
    by_players: bool = False
    in_history: bool = True
    summed: bool = False


KINDS: Mapping[Kind, Trait] = {
    "setup": Trait("good", ends_turn=True, learnable=True),
    "legal": Trait("good", turn=True, ends_turn=True, learnable=True),
    "illegal": Trait("bad", learnable=True, stands=True, summed=True),
    "takeback": Trait("calm", learnable=True, by_players=True, summed=True),
    "incomplete": Trait("wait", learnable=True, stands=True, summed=True),
    "hand": Trait("calm", passes=True, in_history=False),
    "unchanged": Trait("calm", passes=True, in_history=False),
    "unsure": Trait("wait", summed=True),
    "won": Trait("win", turn=True, learnable=True),
    "corrected": Trait("wait", ends_turn=True, by_players=True),
    "programming": Trait("calm", passes=True, in_history=False),
    "programs": Trait("good"),
    "late": Trait("bad", summed=True),
}


@dataclass(frozen=True)
class Offer:
    """One of the explanations between which the referee is unsure: what it would be said to be, how probable it is, the
    table it sees. `apart` are the places on which it differs from others that sound the same."""

    verdict: Kind
    probability: float
    moves: tuple[Json, ...]
    grid: Grid
    words: Reason
    reason: Reason | None = None
    apart: tuple[tuple[Place, Thing], ...] = ()

    def to_json(self, say: Say | None = None, lay: Lay = dict) -> Json:
        """Return JSON as `Verdict.to_json` does."""
        offer: Json = {
            "verdict": self.verdict,
            "probability": self.probability,
            "moves": [dict(move) for move in self.moves],
            "grid": lay(self.grid),
        }
        if say is None:
            apart = [list(place) for place in self.apart]
            return {**offer, "words": self.words.to_json(), "reason": _reason_json(self.reason), "apart": apart}
        offer["words"] = say(self.words) + (f" [{self.told_apart}]" if self.apart else "")
        if self.reason:
            offer |= {"rule": self.reason.rule, "reason": say(self.reason)}
        return offer | ({"apart": self.told_apart} if self.apart else {})

    @property
    def told_apart(self) -> str:
        """Return the places that tell it from other offers, such as ``a1 G3G1, b2 -``."""
        return ", ".join(f"{place} {thing or '-'}" for place, thing in self.apart)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Offer":
        reasons = {key: _reason(kept[key]) for key in ("words", "reason")}
        apart = tuple((place, thing) for place, thing in kept["apart"])
        return cls(**{**kept, **reasons, "moves": tuple(kept["moves"]), "apart": apart})


@dataclass(frozen=True)
class Verdict:
    """A verdict on one frame (or on a correction, which has no frame).

    `t` is in seconds. `grid` is the whole table as believed after it. `commitment` is what it was judged by, by kind of
    event; `moves` are objects as the game's engine has them. `seen` is the table as it seems to stand when that is not
    the believed one. `readings` are the explanations between which the referee is unsure, the likelier first; a turn
    has some if it is legal whichever of them is right. `confidence` is the probability that the verdict is right.
    `more` is what only some kinds or games tell, by name, as JSON: reasons in it are as `Reason.to_json` gives them.
    """

    t: float
    frame: str | None
    verdict: Kind
    grid: Grid
    confidence: float
    side: str | None = None
    commitment: Mapping[str, Any] | None = None
    moves: tuple[Json, ...] = ()
    points: Mapping[str, int] | None = None
    reason: Reason | None = None
    cells: tuple[Place, ...] = ()
    seen: Grid | None = None
    readings: tuple[Offer, ...] = ()
    notes: tuple[Reason, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def trait(self) -> Trait:
        return KINDS[self.verdict]

    @property
    def rule(self) -> str | None:
        """The rule that the verdict rests on."""
        return self.reason.rule if self.reason else None

    @property
    def roll(self) -> Any:
        """The roll that the table was judged by, if any."""
        return (self.commitment or {}).get("roll")

    def to_json(self, say: Say | None = None, lay: Lay = dict) -> Json:
        """Return one object; fields that do not apply are null or empty.

        Reasons become sentences by `say` and tables what `lay` makes of them, as is published; without them they stay
        as a journal keeps them.
        """
        told: Json = {"t": self.t, "frame": self.frame, "verdict": self.verdict, "side": self.side}
        told |= self._judged_by() if say else {"commitment": _copy(self.commitment)}
        told |= {"moves": [dict(move) for move in self.moves], "points": _copy(self.points)}
        if say:
            told |= {"rule": self.rule, "reason": say(self.reason) if self.reason else None}
        else:
            told |= {"reason": _reason_json(self.reason)}
        if say:
            told |= _as_sentences(self.more, say)
        elif self.more:
            told["more"] = dict(self.more)
        return told | {
            "cells": list(self.cells),
            "grid": lay(self.grid),
            "seen": None if self.seen is None else lay(self.seen),
            "readings": [reading.to_json(say, lay) for reading in self.readings],
            "notes": [say(note) if say else note.to_json() for note in self.notes],
            "confidence": round(self.confidence, 4),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Verdict":
        """Return the inverse of `to_json` without words."""
        return cls(
            **{
                **kept,
                "moves": tuple(kept["moves"]),
                "cells": tuple(kept["cells"]),
                "reason": _reason(kept["reason"]),
                "readings": tuple(Offer.from_json(reading) for reading in kept["readings"]),
                "notes": tuple(Reason.from_json(note) for note in kept["notes"]),
            }
        )

    def _judged_by(self) -> Json:
        said = dict(self.commitment or {})
        return {"roll": _copy(said.pop("roll", None)), **said}


def _as_sentences(value: Any, say: Say) -> Any:
    """Return JSON with its reasons as sentences."""
    if isinstance(value, Mapping):
        if value.keys() == {"key", "rule", "values"}:
            return say(Reason.from_json(value))
        return {name: _as_sentences(inner, say) for name, inner in value.items()}
    return [_as_sentences(inner, say) for inner in value] if isinstance(value, list | tuple) else value


def _copy(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _reason_json(reason: Reason | None) -> Json | None:
    return reason.to_json() if reason else None


def _reason(kept: Mapping[str, Any] | None) -> Reason | None:
    return Reason.from_json(kept) if kept else None
