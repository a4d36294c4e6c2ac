"""Puzzles: positions of a game with turns to choose from. One of the turns is best."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from companion.app.views import ShownDie
from companion.games.reason import Reason

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


@dataclass(frozen=True)
class ShownPuzzle:
    """A puzzle on the screen. `pictures`: the position with each of the `choices`. `right`: index of the best one.
    `whys`: what comes of each. `grade`: how many of the computer's levels miss the best turn. Pictures are such as the
    game's board widget takes."""

    picture: Any
    theme: Reason
    task: Reason
    choices: tuple[Reason, ...]
    pictures: tuple[Any, ...]
    right: int
    grade: int
    dice: tuple[ShownDie, ...] = ()
    whys: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a game. `board` makes the widget that shows their pictures."""

    board: "Callable[[], Widget]"
    shown: tuple[ShownPuzzle, ...]


def load_puzzles(package: str) -> list[Mapping[str, Any]]:
    """Return the puzzles in a game's package, as `lab/puzzles` wrote them."""
    found: list[Mapping[str, Any]] = json.loads(files(package).joinpath("puzzles.json").read_text(encoding="utf-8"))
    return found
