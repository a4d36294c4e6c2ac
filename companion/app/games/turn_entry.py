"""The contract of entering a game's turns by touch, with the engine's answers on the way."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from companion.app.games.state import Nearest, ShownHint, ShownSuggestion
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping.shapes import Shape, map_of, text
from companion.referee.session import Session
from companion.referee.verdict import Verdict

P = TypeVar("P")
S = TypeVar("S")
EntryStep = Mapping[str, str]
# So many legal turns are shown where players look at an illegal one again.
MOST_NEAREST: Final = 3
# Number of seeds for the chance in an engine's suggestions.
SEEDS: Final = 1 << 20


class Dice(Protocol):
    """Source of dice: `random.Random`, or dice that two tables roll together."""

    def randint(self, a: int, b: int, /) -> int: ...


class Drafted(NamedTuple):
    """The table with the steps entered so far; `legal` while no rule forbids them; `left` are the points that the roll
    in force still gives, None where there are none to count.
    """

    grid: Grid
    legal: bool = True
    left: Mapping[str, int] | None = None


class TurnEntry(ABC, Generic[P, S]):
    """P is a position of the game's engine, S how things stand in the game. A turn is entered step by step; where a
    mover `may_pass` it may have none.
    """

    may_pass = True
    # Whether each step is a hop of a piece, so that a turn can be told as it was made.
    hops = False
    # From so many times on that a position has stood a draw can be agreed on; 0: never.
    often = 0
    # For which a computer thinks about a turn.
    thinking_seconds = 0.7
    # The sides that the computer plays.
    computers: tuple[str, ...] = ()
    # What a step looks like.
    step: Shape = staticmethod(map_of(text))

    @abstractmethod
    def score(self, position: P | None) -> S:
        """Return the score. `position`: None before the set-up has been seen."""

    @abstractmethod
    def drafted(self, position: P, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        """Return the table after these steps. Raises RefereeError for an impossible step."""

    @abstractmethod
    def start(self) -> Grid:
        """Return the set-up that a game by touch begins with."""

    def roll(self, side: str, dice: Dice) -> Mapping[str, int]:
        """Roll this side's dice, if the game has dice."""
        return {}

    def drawn(self, what: str, session: Session, side: str, dice: Dice) -> Any:
        """Return what is said once this has been rolled: the roll of the side's turn, or of something else. Raises
        GameError, RefereeError where nothing of that kind is to be rolled."""
        return dict(self.roll(side, dice))

    def may_move(self, under: Commitment) -> bool:
        """Return True if all has been said that a turn is made under."""
        return True

    def coloured(self, under: Commitment | None) -> Mapping[str, int] | None:
        """Return the roll in force by its dice's colours, in games whose dice have some."""
        return dict(under.value["roll"]) if under and "roll" in under.value else None

    def hint(self, position: P, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        """Return where the thing on a place may go."""
        return None

    def suggestion(self, position: P, under: Commitment) -> ShownSuggestion | None:
        """Return a whole turn to play."""
        return None

    def thought(self, position: P, under: Commitment, dice: random.Random) -> ShownSuggestion | None:
        """Return the computer's turn, chosen at random among equally good ones."""
        return self.suggestion(position, under)

    def casual(self, position: P, under: Commitment, weakness: float, dice: random.Random) -> ShownSuggestion | None:
        """Return a turn of a player who looks one turn ahead and does not always take the best. `weakness`: 1 for a
        child; the larger, the worse the turn may be."""
        return None

    def announced(self, position: P, weakness: float, chance: Callable[[str], random.Random]) -> tuple[str, Any] | None:
        """Return what a computer says before it rolls, in games in which something is to be said. `chance` gives dice
        for what they are rolled for."""
        return None

    def nearest(self, position: P, verdict: Verdict) -> Sequence[Nearest]:
        """Return the legal turns closest to an illegal one, the closest first, MOST_NEAREST at most."""
        return ()

    def lifted(self, believed: Grid, seen: Grid) -> str | None:
        """Return the place from which a thing was taken, if that is the only difference."""
        return None

    def hops_between(self, before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
        """Return hops (from, to) that explain the difference between two tables."""
        return ()
