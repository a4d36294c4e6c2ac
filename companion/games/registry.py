"""The games there are: those of the house, one line each, and those of other packages.

A package brings a game by an entry point in the group ``pyramid_companion.games`` that names its `GamePackage`.
"""

import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeVar

from companion.games.engine import Engine
from companion.games.package import GamePackage

# The first is offered first.
BUNDLED = (
    ".looney_blockade.game",
    ".leistiko_blockade.game",
    ".pyramid_ball.game",
    ".blokus3d.game",
)
GROUP = "pyramid_companion.games"

T = TypeVar("T")


@cache
def games() -> dict[str, GamePackage]:
    """Return all games by the name that requests and journals use. One of another package's that cannot be found or
    worded, or has the name of one that is here already, is left out with a warning."""
    found: dict[str, GamePackage] = {}
    for module in BUNDLED:
        game = import_module(module, __package__).GAME
        found[game.name] = game
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, GamePackage) or game.name in found:
                raise ValueError("it is no game, or has the name of another one")
            game.texts("en")
        except (ImportError, AttributeError, OSError, ValueError) as error:
            warnings.warn(f"the game {entry.name} ({entry.value}) is left out: {error}", stacklevel=2)
        else:
            found[game.name] = game
    return found


class PartsByGame(Mapping[str, T]):
    """The parts of one kind of all games that have one, by the game's name; each is loaded when it is asked for."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise KeyError(name)
        part: T = games()[name].part(self._kind)
        return part

    def __contains__(self, name: object) -> bool:
        return any(name == each for each in self)

    def __iter__(self) -> Iterator[str]:
        return (name for name, game in games().items() if getattr(game, self._kind))

    def __len__(self) -> int:
        return sum(1 for _ in self)


ENGINES: Mapping[str, Engine] = PartsByGame("engine")
