"""The computer as a player: which sides it has in a game, and how strong it plays."""

from collections.abc import Mapping
from typing import Final

from companion.app.json_object import JsonObject

# How much worse than the best a turn may well be that a computer of this name makes, in what each game's turns are told
# apart by (`TurnEntry.casual`). The master plays the best that the engine finds, which is what a hint is.
STRENGTHS: Final[dict[str, float]] = {"child": 1.0, "learner": 0.4, "player": 0.15, "master": 0.0}


class Opponents:
    """`strengths` are by side."""

    def __init__(self, strengths: Mapping[str, str]) -> None:
        self._strengths = {side: name for side, name in strengths.items() if name in STRENGTHS}

    @classmethod
    def of(cls, header: JsonObject) -> "Opponents":
        """Return the opponents of a journal."""
        computer = header["more"].get("computer", {})
        return cls(computer if isinstance(computer, Mapping) else {})

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self._strengths)

    def weakness(self, side: str) -> float:
        """0: it makes the best turns that it finds."""
        return STRENGTHS[self._strengths[side]]
