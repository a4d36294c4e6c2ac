"""Which explanations the players are asked about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.reason import because
from companion.referee.belief import Belief, Reading, ReadingKind, Situation
from companion.referee.grid import Commitment
from companion.referee.offers import MAX_READINGS, distinct, in_question, offers
from companion.referee.table import Breach, Unfinished
from tests.toy_game.tic_tac_toe.rules.model import PLACES, Position, Turn
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


def test_what_sounds_alike_and_leaves_the_same_table_is_offered_once() -> None:
    one, other = reading(0, 0.4), reading(8, 0.25)
    remembered = Belief(0.35, Position(("", "O", *[""] * (len(PLACES) - 2))))
    found = [one, replace(one, belief=remembered, weight=0.35), other]
    kept = distinct(situation(found), found)
    assert [offer.probability for offer in offers(situation(kept), kept)] == [0.75, 0.25]
    assert [one.grid for one in kept] == [found[0].grid, other.grid]


def test_the_places_in_question_are_those_on_which_offers_differ() -> None:
    found = [reading(0, 0.5), reading(8, 0.4)]
    assert in_question(TABLE, offers(situation(found), found)) == (PLACES[0], PLACES[8])


class Unfinishing(ToyTable):
    """A table on which any change is a turn with something missing."""

    def explain(self, before: Position, after: Any, under: Commitment | None) -> Unfinished[Turn]:
        return Unfinished(Turn("a1", before), because("toy.missing"), Breach(because("toy.taken", place="a1")))


@pytest.mark.parametrize("kind", ["incomplete", "illegal"])
def test_an_unfinished_turn_is_offered_with_what_is_wrong_on_the_table(kind: ReadingKind) -> None:
    found = [replace(reading(0, 1.0), kind=kind)]
    (offer,) = offers(replace(situation(found), table=Unfinishing({})), found)
    breach = because("toy.taken", place="a1")
    assert offer.reason == breach
    assert offer.words == because("referee.offer", kind=because(f"referee.kind.{kind}"), words=breach)
