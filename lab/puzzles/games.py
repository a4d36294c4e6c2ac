"""The puzzles of which game are found and checked where."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from lab.puzzles import ball, blokus, leistiko, looney
from lab.puzzles.puzzle import Puzzle

_ROOT = Path(__file__).parents[2]


class PuzzleFinder(Protocol):
    """`TASKS` are a game's themes. `candidates` yields puzzles of any of them without an end; `answers` counts what is
    right in one, from its position alone."""

    @property
    def TASKS(self) -> Sequence[str]: ...  # noqa: N802 - a constant of a module
    def candidates(self, rng: Random) -> Iterator[Puzzle]: ...
    def answers(self, puzzle: Puzzle) -> Sequence[Any]: ...


GAMES: Mapping[str, PuzzleFinder] = {
    "looney_blockade": looney,
    "leistiko_blockade": leistiko,
    "pyramid_ball": ball,
    "blokus3d": blokus,
}


def path_of(game: str) -> Path:
    """Return where the puzzles of a game are kept."""
    return _ROOT / "companion/games" / game / "screen/puzzles.json"
