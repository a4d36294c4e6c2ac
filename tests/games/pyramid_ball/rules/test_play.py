"""Seeded games between players of different kinds."""

from random import Random
from unittest.mock import patch

import numpy as np
import pytest

from companion.games.pyramid_ball.rules import strategy
from companion.games.pyramid_ball.rules.board import SQUARES, WIDTH
from companion.games.pyramid_ball.rules.evaluation import FEATURES, WEIGHTS, features, shut_in_by
from companion.games.pyramid_ball.rules.evaluation import worth as worth_of
from companion.games.pyramid_ball.rules.model import Position
from companion.games.pyramid_ball.rules.rules import played
from companion.games.pyramid_ball.rules.sampling import Chance, sample_program
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.rules.sheets import judge_sheet
from companion.games.pyramid_ball.rules.strategy import find_mixture, solve
from lab.measure.pyramid_ball_learn import fitted, positions
from lab.measure.pyramid_ball_play import PLAYERS, after, play
from tests.games.pyramid_ball.rules.positions import random_position


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
    found = find_mixture(initial(), 0, Chance(1), lambda: True)
    assert found.worst <= found.value + 1e-9
    average = sum(choice.weight * choice.worst for choice in found.choices)
    assert average <= found.worst + 1e-9, "mixing hides what each program alone gives away"
    assert sum(choice.weight for choice in found.choices) == pytest.approx(1)


def test_less_is_thought_over_where_time_is_soon_over() -> None:
    def turns_to_the_end(asked: int) -> int:
        """Return how many turns are tried, time being over when asked for the last of so many times."""
        left = iter([False] * asked)
        with patch.object(strategy, "played", wraps=played) as turns:
            found = find_mixture(initial(), 0, Chance(1), lambda: next(left, True))
        assert sum(choice.weight for choice in found.choices) == pytest.approx(1)
        return turns.call_count

    assert 4 * turns_to_the_end(1) < turns_to_the_end(0) < turns_to_the_end(485)


def shut_in(first: str, second: str, ball: str = "a8") -> Position:
    """First has scored and stands about the loose ball."""
    sides = [dict(zip("SML", squares.split(), strict=True)) for squares in (first, second)]
    told = {"first": sides[0], "second": sides[1], "ball": {"at": ball}, "mode": "advanced", "locked": "first"}
    return Position.from_json({**told, "score": [1, 0]})


def kept_by(position: Position) -> int | None:
    return None if position.loose is None else shut_in_by(position.squares, position.loose, 0)


def test_who_shuts_a_loose_ball_in_is_told_and_wants_to_end_it() -> None:
    fortress, siege = shut_in("a7 b8 b7", "c8 c7 b5"), shut_in("a7 b8 c8", "a6 b7 e5")
    free, wide = shut_in("a6 b8 b6", "c8 c7 b5"), shut_in("g7 f7 e8", "e7 b4 a3", "f8")
    across, inside = shut_in("c8 b7 a6", "d5 e5 f5"), shut_in("c8 b7 a6", "b8 e5 f5")
    found = [kept_by(position) for position in (fortress, siege, free, wide, across, inside)]
    assert found == [0, 1, None, 0, 0, None], "a side that cannot leave shuts nothing in"
    assert worth_of(fortress) < worth_of(free) < worth_of(siege)


@pytest.mark.parametrize("begun", [("a7 b8 b7", "c8 c7 b6"), ("g7 f7 e8", "e7 b4 a3", "f8")])
def test_the_computer_leaves_no_ball_shut_in(begun: tuple[str, ...]) -> None:
    """It stayed so for more than 100 turns when who kept the ball shut in was the better off for it."""
    position, rng = shut_in(*begun), Random(1)
    for _ in range(20):
        programs = tuple(find_mixture(position, side, Chance(rng.getrandbits(64)), lambda: True) for side in (0, 1))
        position = after(position, (programs[0].choices[0].program, programs[1].choices[0].program))
        if kept_by(position) is None:
            break
    assert kept_by(position) is None


def test_a_position_looks_the_same_from_the_other_side_and_in_the_mirror() -> None:
    rng = Random(2)
    for _ in range(100):
        squares, carrier = rng.sample(range(len(SQUARES)), 6), rng.randrange(6)
        seen = features(squares, carrier)
        assert len(seen) == 7 and all(0 <= feature < FEATURES == len(WEIGHTS) for feature in seen)
        turned = [len(SQUARES) - 1 - square for square in (*squares[3:], *squares[:3])]
        assert features(turned, (carrier + 3) % 6) == seen
        mirrored = [square + WIDTH - 1 - 2 * (square % WIDTH) for square in squares]
        assert features(mirrored, carrier) == seen


def test_the_carrier_alone_before_the_goal_is_better_off_than_behind_a_defender() -> None:
    free = (45, 0, 6, 7, 13, 1)  # the ball on d7, nobody near
    guarded = (45, 0, 6, 52, 13, 1)  # a defender on d8
    near, far = (sum(WEIGHTS[feature] for feature in features(squares, 0)) for squares in (free, guarded))
    assert near > far + 0.5


def test_weights_are_found_again_from_what_they_make() -> None:
    rng = np.random.default_rng(1)
    seen, weights = rng.integers(0, 2, (2000, 4)).astype(float), np.array([1.0, -0.5, 0.25, 0.0])
    worths = 2 / (1 + np.exp(-seen @ weights)) - 1
    assert fitted(seen, worths) == pytest.approx(weights, abs=0.05)


def test_positions_to_learn_from_are_of_games_going_on() -> None:
    for _, (position, worth) in zip(range(3), positions(Random(1)), strict=False):
        assert position.winner is None and -1 <= worth <= 1
