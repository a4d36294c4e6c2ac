"""Puzzles: positions of a game with turns to choose from. One of the turns is best."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Self

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
    """The puzzles of a game. `board` makes the widget that shows their pictures; what is kept of them goes by their
    `names`: other releases have others, in another order."""

    board: "Callable[[], Widget]"
    shown: tuple[ShownPuzzle, ...]
    names: tuple[str, ...]

    @classmethod
    def load(cls, package: str, board: "Callable[[], Widget]", show: Callable[[Any], ShownPuzzle]) -> Self:
        """Return the puzzles in a game's package, as `lab/puzzles` wrote them."""
        kept = json.loads(files(package).joinpath("puzzles.json").read_text(encoding="utf-8"))
        return cls(board, tuple(map(show, kept)), tuple(map(_name, kept)))


def _name(puzzle: Mapping[str, Any]) -> str:
    """Return a fingerprint of what is asked of which position."""
    asked = [puzzle["task"], puzzle["position"]]
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:8]
