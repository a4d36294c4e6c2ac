"""Seeded games between players of different kinds."""

from random import Random

import numpy as np
import pytest
from pyramid_ball_positions import random_position

from companion.bench.pyramid_ball_play import PLAYERS, play
from companion.games.pyramid_ball import initial, judge_sheet
from companion.games.pyramid_ball.sampling import Chance, sample_program
from companion.games.pyramid_ball.strategy import find_mixture, solve


@pytest.mark.parametrize("other", PLAYERS)
def test_a_game_is_worth_a_point_to_share(other: str) -> None:
    assert play("greedy", other, 0, 0.0) in (0.0, 0.5, 1.0)
    assert play(other, "random", 1, 0.0) in (0.0, 0.5, 1.0)


def test_a_seed_makes_the_game() -> None:
    games = [[play("greedy", "random", seed, 0.0) for seed in range(10)] for _ in range(2)]
    assert games[0] == games[1]
    assert {0.0, 1.0} <= {*games[0]}


def test_sampled_programs_break_no_rule() -> None:
    rng = Random(1)
    for seed in range(300):
        position, player = random_position(rng), rng.randrange(2)
        program = sample_program(position, player, Chance(seed))
        report = judge_sheet(position, player, program)
        assert not report.faults
        assert {note.rule for note in report.notes} <= {"PB-16"}


def test_regret_matching_solves_a_known_game() -> None:
    """Rock, paper, scissors where rock beats scissors doubly: 1/4, 1/2, 1/4 for both, worth nothing."""
    worth = np.array([[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]])
    mine, theirs = solve(worth)
    assert mine == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    assert theirs == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    assert float(mine @ worth @ theirs) == pytest.approx(0, abs=0.03)


def test_a_mixture_is_worth_no_more_against_the_best_reply() -> None:
    rounds = iter([False] * 4 + [True])
    found = find_mixture(initial(), 0, Chance(1), lambda: next(rounds))
    assert found.worst <= found.value + 1e-9
    average = sum(choice.weight * choice.worst for choice in found.choices)
    assert average <= found.worst + 1e-9, "mixing hides what each program alone gives away"
    assert sum(choice.weight for choice in found.choices) == pytest.approx(1)
