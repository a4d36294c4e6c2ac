"""A match over the four structures: the points of the games are added up (B3-12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.blokus3d.rules.model import Outcome, read_structure
from companion.games.blokus3d.rules.structures import STRUCTURES, Structure
from companion.games.errors import GameError, printable


def counted(found: Outcome) -> dict[str, int]:
    """Return the points that count for each player, by the player's first colour."""
    return {side[0]: points for side, points in found.sides}


@dataclass(frozen=True)
class Match:
    """The structures played before, and their points by colour."""

    played: tuple[Structure, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_json(cls, obj: Any) -> "Match":
        """Read {"played": ["tower"], "points": {"blue": 5, "yellow": -2}}; both may be left out. Raises GameError."""
        good = isinstance(obj, Mapping) and not {*obj} - {"played", "points"}
        played, points = (obj.get("played", []), obj.get("points", {})) if good else ([], None)
        if not isinstance(played, list | tuple) or not isinstance(points, Mapping):
            raise GameError("blokus.match.object", got=printable(obj))
        if not all(isinstance(colour, str) and type(n) is int for colour, n in points.items()):
            raise GameError("blokus.match.points", got=printable(points))
        structures = tuple(map(read_structure, played))
        if len(set(structures)) < len(structures):
            raise GameError("blokus.match.twice")
        return cls(structures, dict(points))

    def to_json(self) -> dict[str, Any]:
        return {"played": list(self.played), "points": dict(self.points)}

    def totals(self, scores: Mapping[str, int]) -> dict[str, int]:
        """Return the points of the match by colour, those of this game included."""
        return {colour: self.points.get(colour, 0) + points for colour, points in scores.items()}

    def after(self, structure: Structure, scores: Mapping[str, int]) -> "Match":
        """Return the match after a game; a new one after the fourth."""
        played = (*self.played, *(() if structure in self.played else (structure,)))
        return Match() if len(played) == len(STRUCTURES) else Match(played, self.totals(scores))

    def over(self, structure: Structure) -> bool:
        """Return True if a game of `structure` is the last one."""
        return {*self.played, structure} == {*STRUCTURES}

    def following(self, structure: Structure) -> Structure:
        """Return the structure to play after `structure`: the next in order that was not played yet."""
        at = STRUCTURES.index(structure)
        order: Sequence[Structure] = (*STRUCTURES[at + 1 :], *STRUCTURES[: at + 1])
        return next((each for each in order if each not in self.played), order[0])
