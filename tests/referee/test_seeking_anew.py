"""A board that lies elsewhere than it was kept in mind to, in the middle of a game."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from companion.games.looney_blockade.rules import initial
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.entered_look import EnteredLook
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture
from vision.errors import VisionError
from vision.image import Image

PICTURE: Image = np.full((60, 80, 3), 128, np.uint8)
TABLE = LooneyTable()
RIGHT = dict(initial().grid)
AFTER = {**RIGHT, "b1": RIGHT["b1"][:2], "c1": RIGHT["c1"] + RIGHT["b1"][2:]}
TURNED = dict(zip(RIGHT, reversed(list(AFTER.values())), strict=True))


class Watcher:
    """Sees what it is told to; None: no board."""

    def __init__(self, grid: Mapping[str, str] | None) -> None:
        self.grid = grid

    def look(self, _image: Image) -> Any:
        if self.grid is None:
            raise VisionError("vision.camera.none")
        return EnteredLook(TABLE, self.grid)

    def weighed(self, look: Any) -> None:
        pass

    def learn(self, look: Any, grid: Mapping[str, str]) -> None:
        pass


def begun(*guesses: Watcher) -> tuple[Game, Watcher, list[Watcher]]:
    """A game, who watches it, and who was asked since."""
    watcher = Watcher(RIGHT)
    asked: list[Watcher] = []
    game = Game(TABLE, lambda _image: watcher)

    def others(_image: Image) -> Iterator[Watcher]:
        for guess in guesses:
            asked.append(guess)
            yield guess

    game.watcher.others = others
    assert see(game) == "setup"
    game.commit(Event(1, 1.0, "roll", {"B": 5, "G": 5}))
    return game, watcher, asked


def see(game: Game, number: int = 0) -> str:
    return game.frame(Event(number, float(number), "frame", "0.jpg"), Picture(PICTURE, ""))[0].verdict


def test_a_turn_is_no_other_place() -> None:
    game, watcher, asked = begun(Watcher(AFTER))
    watcher.grid = AFTER
    assert see(game, 2) == "legal" and not asked and not game.watcher.found_anew


def test_who_sees_the_table_where_it_lies_now_watches_from_then_on() -> None:
    for kept in (TURNED, None):
        turned, right = Watcher(TURNED), Watcher(AFTER)
        game, watcher, asked = begun(turned, right)
        watcher.grid = kept
        assert see(game, 2) == "legal" and asked == [turned, right]
        assert game.watcher.current is right and game.watcher.found_anew
        assert see(game, 3) == "unchanged" and not game.watcher.found_anew


def test_where_nobody_finds_it_nothing_is_forgotten() -> None:
    game, watcher, asked = begun(Watcher(None))
    watcher.grid = None
    assert see(game, 2) == "unsure" and len(asked) == 1 and game.watcher.current is watcher
    watcher.grid = AFTER
    assert see(game, 3) == "legal"
