"""What is known of positions of few pieces agrees with itself one turn later."""

from random import Random

import pytest

from companion.games.leistiko_blockade.rules.endgames import MOST_LEFT, known_chance
from companion.games.leistiko_blockade.rules.hints import suggest_row
from companion.games.leistiko_blockade.rules.model import Options, Position, Rows, Side, Variant

PUSH: Variant = "super-push"


def some_rows(rng: Random, pieces: int) -> Rows:
    rows = [0] * 6
    for _ in range(pieces):
        rows[rng.randrange(6)] += 1
    return tuple(rows)


@pytest.mark.parametrize("variant", MOST_LEFT)
def test_a_position_is_worth_what_the_best_turn_makes_of_it(variant: Variant) -> None:
    rng = Random(5)
    for _ in range(12):
        own, opposing = (some_rows(rng, rng.randint(1, MOST_LEFT[variant])) for _ in range(2))
        mover: Side = rng.choice(["first", "second"])
        pieces = (opposing, own) if mover == "first" else (own, opposing)
        found = suggest_row(Position(*pieces, mover), Options(variant))
        known = known_chance(own, opposing, mover == "second", variant)
        assert found and known is not None
        assert found.choices[0].worth.value == pytest.approx(1 - known, abs=0.015)


@pytest.mark.parametrize("variant", MOST_LEFT)
def test_a_position_is_worth_as_much_in_the_mirror(variant: Variant) -> None:
    rng = Random(6)
    for _ in range(50):
        own, opposing = some_rows(rng, 4), some_rows(rng, 3)
        there = known_chance(own[::-1], opposing[::-1], True, variant)
        assert known_chance(own, opposing, True, variant) == there


def test_one_piece_each_is_a_draw_for_who_moved_second() -> None:
    """The first player all but surely gets it off, and the second has one more turn."""
    rows = (1, 0, 0, 0, 0, 0)
    assert known_chance(rows, rows, False, PUSH) == pytest.approx(0.5, abs=0.02)


def test_one_piece_each_in_bungie_battle_is_worth_what_the_dice_say() -> None:
    """Facing each other, a leap beats two dice with one: the mover tries that, or steps aside."""
    across, aside = (1, 0, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0)
    beside, facing = (known_chance(across, rows, True, "bungie") for rows in (aside, across))
    assert beside is not None and facing is not None
    assert facing > beside, "the opponent's way off is dearer"


@pytest.mark.parametrize("variant", MOST_LEFT)
def test_of_more_pieces_nothing_is_known(variant: Variant) -> None:
    rows = (MOST_LEFT[variant] + 1, 0, 0, 0, 0, 0)
    assert known_chance(rows, (1, 0, 0, 0, 0, 0), True, variant) is None
    assert known_chance((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), True, "base") is None
