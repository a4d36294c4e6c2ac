"""Positions of tic-tac-toe and what may be done in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyramid_companion.games.errors import GameError
from pyramid_companion.games.reason import Reason, because

GAME = "tic-tac-toe"
PLACES = tuple(file + rank for rank in "123" for file in "abc")
SIDES = ("first", "second")
SIGNS = {"first": "X", "second": "O"}
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Grid = Mapping[str, str]


@dataclass(frozen=True)
class Position:
    """`signs` are those of PLACES, "" for an empty one."""

    signs: tuple[str, ...] = ("",) * 9
    to_move: str = "first"

    @property
    def grid(self) -> dict[str, str]:
        return dict(zip(PLACES, self.signs, strict=True))

    def to_json(self) -> dict[str, Any]:
        return {"grid": self.grid, "to_move": self.to_move}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Position":
        return cls(tuple(kept["grid"][place] for place in PLACES), kept["to_move"])


@dataclass(frozen=True)
class Turn:
    """A sign put on `place`."""

    place: str
    position: Position


def winner(position: Position) -> str | None:
    for side, sign in SIGNS.items():
        if any(all(position.signs[i] == sign for i in line) for line in LINES):
            return side
    return None


def put(position: Position, place: str) -> Turn:
    """The mover's sign is put on a place. Raises GameError where there is one already."""
    if position.grid[place]:
        raise GameError.of(because("toy.taken", "TT-free", place=place))
    after = {**position.grid, place: SIGNS[position.to_move]}
    return Turn(place, Position(tuple(after.values()), SIDES[1 - SIDES.index(position.to_move)]))


def check(before: Position, after: Grid) -> Turn | Reason:
    """The turn that leads from one table to another, or why none does."""
    changed = tuple(place for place in PLACES if before.grid[place] != after[place])
    for place in changed:
        if before.grid[place]:
            return because("toy.taken", "TT-free", place=place)
        if after[place] != SIGNS[before.to_move]:
            return because("toy.own", "TT-own", sign=SIGNS[before.to_move])
    if len(changed) != 1:
        return because("toy.one", "TT-one", n=len(changed))
    return put(before, changed[0])
