"""Which explanations the players are asked about."""

from collections.abc import Sequence

import pytest

from companion.referee.belief import Belief, Reading, Situation
from companion.referee.offers import MAX_READINGS, offers
from tests.toy_game.tic_tac_toe.rules.model import PLACES, Position
from tests.toy_game.tic_tac_toe.table.table import ToyTable

TABLE = ToyTable({})


def offered(*weights: float) -> list[float]:
    """The probabilities offered where explanations of other tables have these weights, the likeliest first."""
    found = [reading(number, weight) for number, weight in enumerate(weights)]
    return [offer.probability for offer in offers(situation(found), found)]


def reading(number: int, weight: float) -> Reading:
    signs = tuple("X" if place == number else "" for place in range(len(PLACES)))
    position = Position(signs)
    return Reading("unchanged", position.grid, Belief(weight, position), weight)


def situation(found: Sequence[Reading]) -> Situation:
    return Situation(TABLE, tuple(one.belief for one in found), None, None)


@pytest.mark.parametrize(
    ("weights", "asked"),
    [
        ((0.9, 0.07, 0.03), [0.9, 0.07, 0.03]),
        ((0.95, 0.04, 0.01), [0.95, 0.04]),
        ((0.5, 0.3, 0.1, 0.1), [0.5, 0.3, 0.1]),
        ((0.01, 0.005), [0.01]),
    ],
)
def test_what_may_well_be_so_is_offered_and_no_more(weights: Sequence[float], asked: list[float]) -> None:
    assert offered(*weights) == asked
    assert len(asked) <= MAX_READINGS


def test_explanations_that_sound_alike_are_told_apart_by_the_places_on_which_they_differ() -> None:
    found = [reading(0, 0.5), reading(8, 0.4)]
    first, second = offers(situation(found), found)
    assert first.words == second.words
    assert (first.told_apart, second.told_apart) == ("a1 X, c3 -", "a1 -, c3 X")
