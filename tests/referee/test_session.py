"""Whole simulated games through a session: nothing legal is refused, nothing illegal accepted."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.errors import GameError
from companion.games.looney_blockade import Position, initial
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from tests.referee.simulation import Scene, SimulatedLook, random_roll, random_setup, random_turn

NOISE = 1.5


class Table:
    """A session in front of a simulated table."""

    def __init__(self, position: Position, noise: float = NOISE, salt: int = 0) -> None:
        self.session = Session()
        self.noise = noise
        self.salt = salt
        assert self.see(position.grid).verdict == "setup"

    def see(self, grid: Mapping[str, str], **scene: Any) -> Verdict:
        self.salt += 1
        look = SimulatedLook(Scene(dict(grid), salt=self.salt, **scene), self.noise)
        return self.session.see(float(self.salt), None, Evidence.of(look))


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_followed_without_a_false_word(seed: int) -> None:
    rng = random.Random(seed)
    position = random_setup(rng)
    table = Table(position, salt=1000 * seed)
    for number in range(24):
        roll = random_roll(rng, position.to_move)
        turn = random_turn(rng, position, roll)
        table.session.roll(roll)
        verdict = table.see(turn.position.grid)
        expected = "legal" if turn.hops else "unchanged"
        assert verdict.verdict in (expected, "won"), (seed, number, roll, turn.hops, verdict)
        assert verdict.grid == turn.position.grid
        if verdict.verdict == "won":
            break
        position = turn.position
