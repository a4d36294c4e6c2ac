"""The other player's program writes whatever it likes in a game of somebody else's, too."""

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.app.games.test_a_dishonest_player import machine
from tests.often import often
from tests.toy_game.tic_tac_toe.rules.model import GAME


def test_nothing_that_a_dishonest_player_writes_counts_against_the_rules_of_a_further_game() -> None:
    chosen = settings(max_examples=often(12), stateful_step_count=30, suppress_health_check=[HealthCheck.too_slow])
    run_state_machine_as_test(machine(GAME), settings=chosen)
