"""What is known of positions of few pieces agrees with itself one turn later."""

from random import Random

import pytest

from companion.games.leistiko_blockade.rules import Options, Position
from companion.games.leistiko_blockade.rules.endgames import MOST_LEFT, known_chance
from companion.games.leistiko_blockade.rules.hints import suggest_row
from companion.games.leistiko_blockade.rules.model import Rows, Side

PUSH = Options("super-push")


def some_rows(rng: Random, pieces: int) -> Rows:
    rows = [0] * 6
    for _ in range(pieces):
        rows[rng.randrange(6)] += 1
    return tuple(rows)


def test_a_position_is_worth_what_the_best_turn_makes_of_it() -> None:
    rng = Random(5)
    for _ in range(12):
        own, opposing = (some_rows(rng, rng.randint(1, MOST_LEFT)) for _ in range(2))
        mover: Side = rng.choice(["first", "second"])
        pieces = (opposing, own) if mover == "first" else (own, opposing)
        found = suggest_row(Position(*pieces, mover), PUSH)
        known = known_chance(own, opposing, mover == "second", "super-push")
        assert found and known is not None
        assert found.choices[0].worth.value == pytest.approx(1 - known, abs=0.015)


def test_a_position_is_worth_as_much_in_the_mirror() -> None:
    rng = Random(6)
    for _ in range(50):
        own, opposing = some_rows(rng, 4), some_rows(rng, 3)
        there = known_chance(own[::-1], opposing[::-1], True, "super-push")
        assert known_chance(own, opposing, True, "super-push") == there


def test_one_piece_each_is_a_draw_for_who_moved_second() -> None:
    """The first player all but surely gets it off, and the second has one more turn."""
    rows = (1, 0, 0, 0, 0, 0)
    assert known_chance(rows, rows, False, "super-push") == pytest.approx(0.5, abs=0.02)


def test_of_more_pieces_nothing_is_known() -> None:
    assert known_chance((MOST_LEFT + 1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), True, "super-push") is None
