"""Reading the set-up: most tables are set up in the usual layout."""

import random
from collections.abc import Mapping, Sequence

import pytest

from companion.referee.evidence import Evidence
from companion.referee.tables.looney.practice import random_setup
from companion.referee.tables.looney.setup import USUAL, read_setup

# How much likelier a stack makes what is seen than the others do, in nats.
PLAIN = 8.0


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


def exchanged(grid: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    return {**grid, one: grid[other], other: grid[one]}


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
