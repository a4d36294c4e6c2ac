"""Reading the set-up: most tables are set up in the usual layout."""

import random
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.setup import USUAL, check_setup, read_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture
from companion.referee.table import SetupCheck
from vision.image import Image
from vision.tracking.contract import Look

# How much likelier a stack makes what is seen than the others do, in nats.
PLAIN = 8.0


class Blind(EnteredLook):
    """Watches (as a look at itself) what says nothing."""

    def __init__(self) -> None:
        super().__init__(LooneyTable(), {})

    def look(self, _image: Image) -> "Blind":
        return self

    def weighed(self, look: Look) -> None:
        pass

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        pass

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        return np.zeros(len(stacks))


class Told(Evidence):
    """A look at a table in which `grid` stands, but that says of some cells how much likelier another stack seems."""

    def __init__(self, grid: Mapping[str, str], seeming: Mapping[str, tuple[str, float]]) -> None:
        super().__init__(None, hand=False, hidden=frozenset())
        self._grid, self._seeming = grid, seeming

    def ask(self, cell: str, stacks: Sequence[str]) -> dict[str, float]:
        told = {stack: PLAIN * (stack == self._grid[cell]) for stack in stacks}
        if cell in self._seeming:
            stack, more = self._seeming[cell]
            told[stack] = told[self._grid[cell]] + more
        return told


class Flat(Told):
    """A look that says nothing of some cells."""

    def __init__(self, grid: Mapping[str, str], flat: Collection[str]) -> None:
        super().__init__(grid, {})
        self._flat = flat

    def ask(self, cell: str, stacks: Sequence[str]) -> dict[str, float]:
        return dict.fromkeys(stacks, 0.0) if cell in self._flat else super().ask(cell, stacks)


def exchanged(grid: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    return {**grid, one: grid[other], other: grid[one]}


def test_of_a_set_up_that_is_there_all_is_seen() -> None:
    assert check_setup(Told(USUAL[1], {})) == SetupCheck({}, (), USUAL[1])


def test_a_cell_that_says_nothing_is_not_seen() -> None:
    assert check_setup(Flat(USUAL[0], ("a1", "c4"))) == SetupCheck({}, ("a1", "c4"), USUAL[0])


def test_where_nothing_says_anything_there_is_no_set_up() -> None:
    with pytest.raises(RefereeError, match="only 0 of 25 cells"):
        check_setup(Flat(USUAL[0], USUAL[0]))


def test_a_live_game_does_not_begin_with_what_is_no_set_up() -> None:
    game = Game(LooneyTable(), lambda _image: Blind())
    with pytest.raises(RefereeError, match="only 0 of 25 cells"):
        game.frame(Event(0, 0.0, "frame", "0.jpg"), Picture(np.zeros((4, 4, 3), np.uint8), ""))
    assert not game.session.started


@pytest.mark.parametrize("quarters", range(4))
def test_two_colours_of_the_usual_layout_that_look_alike_are_not_exchanged(quarters: int) -> None:
    usual = USUAL[quarters]
    one, other = "b2", next(cell for cell in ("d4", "d3", "c4") if usual[cell] != usual["b2"])
    told = read_setup(Told(usual, {one: (usual[other], 2.0), other: (usual[one], 2.0)}))
    assert told.grid == usual
    assert told.confidence < 0.999


def test_a_layout_of_the_players_own_is_read_as_it_stands() -> None:
    for seed in range(20):
        grid = dict(random_setup(random.Random(seed)).grid)
        assert read_setup(Told(grid, {})).grid == grid


def test_the_usual_layout_with_two_stacks_exchanged_is_read_as_it_stands_where_that_is_plain() -> None:
    usual = USUAL[0]
    other = next(cell for cell in ("d4", "d3", "c4") if usual[cell] != usual["b2"])
    grid = exchanged(usual, "b2", other)
    assert read_setup(Told(grid, {})).grid == grid


def test_in_a_layout_of_the_players_own_the_look_decides() -> None:
    grid = dict(random_setup(random.Random(3)).grid)
    other = next(cell for cell in ("d4", "d3", "c4") if grid[cell] != grid["b2"])
    told = read_setup(Told(grid, {"b2": (grid[other], 2.0), other: (grid["b2"], 2.0)}))
    assert told.grid == exchanged(grid, "b2", other)
