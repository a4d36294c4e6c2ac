"""Chances of winning, from 0 to 1, by side.

A game names its `Chances` in its package (`companion.games.package`). Positions, options and what has been said in the
turn are JSON as in requests to its engine. Whose turn it is stands in the position; what is asked for is always its
worth *before* the next thing happens, dice included.

    chances = CHANCES["leistiko-blockade"]
    chances.at_a_glance(position, options)                                # cheap, the same every time
    chances.searched(position, options)                                  # before a row is chosen
    chances.searched(position, options, {"row": 3})                      # before the roll for it
    chances.searched(position, options, {"row": 3, "roll": [4]})         # before it is played
    chances.searched(position, options, seed=1, out_of_time=late)        # thought over, where thinking helps

So the luck of a roll is the second less the third, and what a turn has lost the fourth less the worth of the position
after it, both for the side that moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.registry import PartsByGame

Json = Mapping[str, Any]
# From side to chance. Of a draw each side gets its share; together the sides (the persons) have 1.
BySide = Mapping[str, float]
NOTHING: Json = {}


def always() -> bool:
    return True


@dataclass(frozen=True)
class Thinking:
    """Request, seed and time limit of a search: see `Chances.searched`."""

    said: Json
    seed: int
    out_of_time: Callable[[], bool]


class Chances(ABC):
    """Its methods raise GameError for a position, options or rolls that cannot be."""

    @abstractmethod
    def at_a_glance(self, position: Json, options: Json = NOTHING) -> BySide:
        """Return the same every time: in milliseconds, in Blokus 3D in a tenth of a second."""

    def searched(
        self,
        position: Json,
        options: Json = NOTHING,
        said: Json = NOTHING,
        seed: int = 0,
        out_of_time: Callable[[], bool] = always,
    ) -> BySide:
        """Search at least one round ahead, deeper until `out_of_time`. Deterministic with one round, as when that is
        left out. `said` is what is fixed of the turn to come, by the names of the engine's requests:
        `roll`, `row`."""
        return self.think(position, options, Thinking(said, seed, out_of_time))

    @abstractmethod
    def think(self, position: Json, options: Json, by: Thinking) -> BySide:
        """`searched`, by the rules of the game."""


CHANCES: Mapping[str, Chances] = PartsByGame("chances")
