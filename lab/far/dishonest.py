"""Plays against a dishonest player until the other program has written so many entries.

``python -m lab.far.dishonest --entries 200000 --seed 1``. Each game has an equal share. Each line names the seed of its
round; ``--game GAME --seed SEED --entries 1`` plays that round again. Exit status 1 at the first thing that must not
be, with the steps that lead to it.
"""

import argparse
import itertools
import sys
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from companion.games.registry import games
from tests.app.games.dishonest import CHOICES
from tests.app.games.test_a_dishonest_player import DishonestPlayer, machine
from tests.toy_game.tic_tac_toe.game import GAME

EXAMPLES = 5
STEPS = 50


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=200_000)
    parser.add_argument("--game", choices=sorted(CHOICES))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    games()[GAME.name] = GAME
    chosen = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    played = [args.game] if args.game else [*CHOICES]
    for game in played:
        DishonestPlayer.written = DishonestPlayer.taken = 0
        begin = time.process_time()
        for number in itertools.count(args.seed):
            if DishonestPlayer.written >= args.entries / len(played):
                break
            print(f"{game}, seed {number}: ", end="", flush=True)
            run_state_machine_as_test(seed(number)(machine(game)), settings=chosen)
            written, taken = DishonestPlayer.written, DishonestPlayer.taken
            print(f"{written} entries, {taken} taken, {time.process_time() - begin:.0f} s of processor", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
