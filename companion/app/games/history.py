"""The verdicts of a game so far."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.app.games.state import Moment, Nearest
from companion.referee.verdict import Verdict

S = TypeVar("S")


class History(Generic[S]):
    """The last verdict, and the moments that the screen lists."""

    def __init__(self) -> None:
        self.last: Verdict | None = None
        self.number: int | None = None
        """Number of the last verdict; players' answers name it, so that they answer no other one."""
        self.moments: list[Moment[S]] = []
        self.nearest: tuple[Nearest, ...] = ()
        """The legal turns nearest to the last one, if that was illegal."""
        self.turn_began = 0.0
        """When the mover began, in seconds of the game."""

    def add(self, verdict: Verdict, number: int | None, score: S, nearest: Sequence[Nearest]) -> None:
        self.last, self.number, self.nearest = verdict, number, tuple(nearest)
        if verdict.trait.in_history:
            self.moments.append(Moment(verdict, score, max(0.0, verdict.t - self.turn_began)))
