"""Beliefs about a table, and readings of a look at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.referee.grid import Commitment, Grid, Place, Thing
from companion.referee.table import AnyTable

ReadingKind = Literal["unchanged", "takeback", "legal", "won", "incomplete", "illegal"]


class Missed(NamedTuple):
    """A commitment after which no turn was seen; `watched` tells whether the table was seen at rest after it."""

    commitment: Commitment
    watched: bool


class Late(NamedTuple):
    """A turn that was not seen at its time, and whose it was."""

    turn: Any
    mover: str | None


class Last(NamedTuple):
    """The turn before, in games in which the next one begins unsaid: where it started, and what it was made under. It
    may be taken back or changed as long as nothing else has been done."""

    before: Any
    under: Commitment


@dataclass(frozen=True)
class Belief:
    """One thing that may be so.

    `before` is the position at the start of the turn under way, its mover the one who is committed; `turn` the legal
    turn seen since, or None; `unseen` the commitment before this one when its turn was not seen;
    `last` the turn before where it may still be taken back.
    """

    weight: float
    before: Any
    turn: Any = None
    unseen: Missed | None = None
    last: Last | None = None

    @property
    def position(self) -> Any:
        return self.turn.position if self.turn else self.before


@dataclass(frozen=True)
class Situation:
    """All that bears on the next look: beliefs, what is committed, the last table that could not be accepted; `untold`
    as in `State`."""

    table: AnyTable
    beliefs: tuple[Belief, ...]
    commitment: Commitment | None
    odd: Grid | None
    untold: bool = False


@dataclass(frozen=True)
class Reading:
    """One explanation of a look: the table it sees, what it means, what is to be believed if it is right.

    `late` is a turn made before this one and not seen at its time; `under` is what is in force if it is right.
    """

    kind: ReadingKind
    grid: Grid
    belief: Belief
    weight: float
    late: Late | None = None
    under: Commitment | None = None

    @property
    def turn(self) -> Any:
        return self.belief.turn if self.kind in ("legal", "won") else None


@dataclass(frozen=True)
class State:
    """Everything a correction may take back.

    `said` is what was said last, at `since` seconds; it is `in_force` until a table is accepted by hand or the mover
    passes. `doubt` is the probability that no belief has the table as it stood, `doubt_before` what it was when the
    turn began; `asked` tells whether the players have been asked what the last look showed, `untold` whether the turn
    under way was only asked about, `in_question` on which places what they were offered differs, `by_hand` what they
    have said by hand that lies on places, `presumed` whether they have ever given a table that no turn explains, so
    that what does not lie on it (the pieces used) is presumed, `passed` whether whoever is committed has passed,
    `agreed` whether the players have agreed on a draw.
    """

    beliefs: tuple[Belief, ...] = ()
    said: Commitment | None = None
    since: float = 0.0
    in_force: bool = False
    odd: Reading | None = None
    watched: bool = False
    doubt: float = 0.0
    doubt_before: float = 0.0
    asked: bool = False
    untold: bool = False
    in_question: tuple[Place, ...] = ()
    by_hand: Mapping[Place, Thing] = field(default_factory=dict)
    presumed: bool = False
    passed: bool = False
    agreed: bool = False

    @property
    def commitment(self) -> Commitment | None:
        return self.said if self.in_force else None


def odd_one(best: Reading, odd: Reading | None) -> Reading | None:
    """Return the best reading if it is of a table that cannot be accepted."""
    if best.kind in ("illegal", "incomplete"):
        return best
    return odd if odd and best.kind == "unchanged" else None
