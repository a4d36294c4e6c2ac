"""How positions lie on the table: the stacks considered cover what legal turns can leave."""

import random
from collections import Counter

import pytest

from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.rules.setup import taken_over
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.stacks import (
    balance,
    difference,
    likely,
    moved,
    possible,
    setup_faults,
    setup_stacks,
    tops_off,
)
from tests.referee.simulation import random_roll, random_turn
from vision.geometry.grid import VOLCANO


def positions(seed: int, turns: int) -> list[tuple[Position, Position]]:
    """The positions before and after each turn of a random game."""
    rng = random.Random(seed)
    position = random_setup(rng)
    pairs = []
    for _ in range(turns):
        after = random_turn(rng, position, random_roll(rng, position.to_move), hops=6).position
        pairs.append((position, after))
        position = after
    return pairs


@pytest.mark.parametrize("seed", range(4))
def test_what_a_legal_turn_leaves_is_among_the_stacks_considered(seed: int) -> None:
    for before, after in positions(seed, 60):
        for cell in VOLCANO.cells:
            assert after.grid[cell] in possible(before.grid[cell])


def test_the_likely_stacks_come_first_and_are_possible() -> None:
    for stack in ("G3G1", "C3", "C3B2B2B2B2B2", "R3", "Y3Y2Y1K3", "G3G2", ""):
        assert likely(stack)[0] == possible(stack)[0] == stack
        assert set(likely(stack)) <= set(possible(stack))
        assert len(set(possible(stack))) == len(possible(stack)) < 200


def test_breaches_of_the_rules_are_considered_too() -> None:
    assert {"G3G1R1", "G3R1", "G3G1G2", "G3G1K1", "", "R3R1", "G3G1R3", "G3G2G1", "G3G2G1K1"} <= set(possible("G3G1"))
    assert {"G3G2G1", "G3G2G1K2", "G3G2G1K3R1"} <= set(possible("G3G2G1K3"))


@pytest.mark.rule("BK-06")
def test_only_movable_pieces_come_off() -> None:
    assert tops_off("G3G2G1K3G2G1") == ["G3G2G1K3G2G1", "G3G2G1K3G2", "G3G2G1K3"]
    assert tops_off("C3") == ["C3"]


def test_pieces_are_counted() -> None:
    assert difference("G3G1", "G3G2G1K3") == (("G2", 1), ("K3", 1))
    assert [moved("G3G1", other) for other in ("G3G1", "G3", "G3G1G1", "G3G2G1K3", "R3R1", "G3G1K3")] == [
        0,
        1,
        1,
        1,
        3,
        1,
    ]
    assert moved("G3G2G1", "G3G1G2") == 1


@pytest.mark.parametrize("seed", range(2))
def test_legal_turns_keep_every_piece_and_take_blacks_from_the_supply(seed: int) -> None:
    for before, after in positions(seed, 40):
        change = Counter({piece: n for piece, n in balance(before.grid, after.grid).items() if n})
        assert all(piece[0] == "K" for piece in change)
        assert taken_over(after.grid, after.to_move) == after
        assert sum(before.supply) - sum(after.supply) == change.total()


def test_a_setup_has_no_faults_among_its_stacks() -> None:
    for cell in VOLCANO.cells:
        assert not set(setup_stacks(cell)) & set(setup_faults(cell))
