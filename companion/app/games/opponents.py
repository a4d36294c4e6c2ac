"""The computer as a player: which sides it has in a game, and how strong it plays."""

import random
from collections.abc import Mapping
from typing import Final

from companion.app.games.state import ShownSuggestion
from companion.app.json_object import JsonObject

# The share of turns that are played by chance; all others are the best that the engine finds, which is what a hint is.
STRENGTHS: Final[dict[str, float]] = {"child": 0.95, "learner": 0.7, "player": 0.4, "master": 0.0}


class Opponents:
    """`strengths` are by side; `chance` decides when one slips."""

    def __init__(self, strengths: Mapping[str, str], chance: random.Random) -> None:
        self._strengths = {side: name for side, name in strengths.items() if name in STRENGTHS}
        self._chance = chance

    @classmethod
    def of(cls, header: JsonObject, chance: random.Random) -> "Opponents":
        """Those of a journal."""
        computer = header["more"].get("computer", {})
        return cls(computer if isinstance(computer, Mapping) else {}, chance)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self._strengths)

    def slips(self, side: str) -> bool:
        """Whether this turn is one that it plays by chance."""
        return self._chance.random() < STRENGTHS[self._strengths[side]]


class ComputersTurn:
    """What the computer has in mind for the turn that is due. It does a step every `seconds`, slowly enough to be
    followed.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._at = seconds, 0.0
        self.slips: bool | None = None
        self.plan: ShownSuggestion | None = None
        # Whether it lies on the simulated table.
        self.laid = False

    def forget(self) -> None:
        """It is another turn."""
        self._at, self.slips, self.plan, self.laid = 0.0, None, None, False

    def pause(self, now: float) -> float:
        """How many seconds to wait before the next step, from the moment on in which the turn has become due."""
        self._at = self._at or now + self._seconds
        return max(0.0, self._at - now)

    def begin_pause(self, now: float) -> float:
        """A step has just been done. Returns in how many seconds the next one is due."""
        self._at = now + self._seconds
        return self._seconds
