"""A board that lies elsewhere than it was kept in mind to, in the middle of a game."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from companion.games.looney_blockade.rules.setup import initial
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


class Tracker:
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


def begun(*guesses: Tracker) -> tuple[Game, Tracker, list[Tracker]]:
    """A game, who watches it, and who was asked since."""
    tracker = Tracker(RIGHT)
    asked: list[Tracker] = []
    game = Game(TABLE, lambda _image: tracker)

    def others(_image: Image) -> Iterator[Tracker]:
        for guess in guesses:
            asked.append(guess)
            yield guess

    game.tracker.others = others
    assert see(game) == "setup"
    game.commit(Event(1, 1.0, "roll", {"B": 5, "G": 5}))
    return game, tracker, asked


def see(game: Game, number: int = 0) -> str:
    return game.frame(Event(number, float(number), "frame", "0.jpg"), Picture(PICTURE, ""))[0].verdict


def test_a_turn_is_no_other_place() -> None:
    game, tracker, asked = begun(Tracker(AFTER))
    tracker.grid = AFTER
    assert see(game, 2) == "legal" and not asked and not game.tracker.found_anew


def test_who_sees_the_table_where_it_lies_now_watches_from_then_on() -> None:
    for kept in (TURNED, None):
        turned, right = Tracker(TURNED), Tracker(AFTER)
        game, tracker, asked = begun(turned, right)
        tracker.grid = kept
        assert see(game, 2) == "legal" and asked == [turned, right]
        assert game.tracker.current is right and game.tracker.found_anew
        assert see(game, 3) == "unchanged" and not game.tracker.found_anew


def test_where_nobody_finds_it_nothing_is_forgotten() -> None:
    game, tracker, asked = begun(Tracker(None))
    tracker.grid = None
    assert see(game, 2) == "unsure" and len(asked) == 1 and game.tracker.current is tracker
    tracker.grid = AFTER
    assert see(game, 3) == "legal"
