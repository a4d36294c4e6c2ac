"""What puzzles are: positions of a game, each with turns to choose from, one of which is best."""

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
    """What is asked of a position; `pictures` show each of the `choices` on it, `right` is the number of the best."""

    picture: Any
    task: Reason
    choices: tuple[Reason, ...]
    pictures: tuple[Any, ...]
    right: int
    dice: tuple[ShownDie, ...] = ()


@dataclass(frozen=True)
class Puzzles:
    """`board` makes the widget that shows the pictures."""

    board: "Callable[[], Widget]"
    shown: tuple[ShownPuzzle, ...]


def kept_puzzles(package: str) -> list[Mapping[str, Any]]:
    """Those that lie in a game's package, as `lab/puzzles.py` found them."""
    found: list[Mapping[str, Any]] = json.loads(files(package).joinpath("puzzles.json").read_text(encoding="utf-8"))
    return found
