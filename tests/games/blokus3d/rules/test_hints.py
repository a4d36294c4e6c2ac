"""Suggestions of Blokus 3D against perfect play, and the players that measure them."""

from collections.abc import Callable
from random import Random

import pytest

from companion.games.blokus3d.rules.hints import suggest
from companion.games.blokus3d.rules.model import COLOURS, Options, Position, Turn
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome
from lab.measure.blokus_play import PLAYERS, play
from tests.games.blokus3d.rules.positions import random_game
from tests.games.saying import said

MOST_POSITIONS = 200


def rounds(count: int) -> Callable[[], bool]:
    left = iter(range(count))
    return lambda: next(left, None) is None


class TooLongError(Exception):
    """There are too many ways to go on."""


class Solver:
    """How a game for two ends when both play perfectly, by trying everything."""

    def __init__(self) -> None:
        self._looked_at = 0

    def lead(self, position: Position, player: str) -> int:
        self._looked_at += 1
        if self._looked_at > MOST_POSITIONS:
            raise TooLongError
        if position.to_move is None:
            scores = dict(outcome(position).scores)
            return scores.pop(player) - sum(scores.values())
        leads = [self.lead(after, player) for after in followers(position)]
        return max(leads) if position.to_move == player else min(leads)


def followers(position: Position) -> list[Position]:
    turns = [apply(position, placement.piece, placement.cells) for placement in moves(position)]
    return [turn.position for turn in turns if isinstance(turn, Turn)]


def solved_positions(rng: Random, count: int) -> list[tuple[Position, list[int]]]:
    """Late positions of games for two where it matters what is placed, with the lead after each placement."""
    found: list[tuple[Position, list[int]]] = []
    while len(found) < count:
        start = initial(rng.choice(STRUCTURES))
        for before in [turn.position for turn in random_game(rng, start)][-8:]:
            if before.to_move is None or len(found) == count:
                continue
            try:
                leads = [Solver().lead(after, before.to_move) for after in followers(before)]
            except TooLongError:
                continue
            if len(set(leads)) > 1:
                found.append((before, leads))
    return found


@pytest.mark.slow
def test_late_suggestions_are_the_best() -> None:
    best = 0
    for before, leads in solved_positions(Random(3), 10):
        suggestion = suggest(before, 0, rounds(100))
        assert suggestion
        best += leads[moves(before).index(suggestion.turn.placement)] == max(leads)
    assert best >= 9


@pytest.mark.slow
def test_suggestions_beat_chance_without_any_time() -> None:
    assert sum(play("hint", "random", seed, 0.0, STRUCTURES[seed // 2]) for seed in range(6)) >= 5


@pytest.mark.parametrize("player", PLAYERS)
def test_players_finish_their_games(player: str) -> None:
    assert play(player, player, 1, 0.0) == 0.5
    points = play(player, "random", 2, 0.0)
    assert points in (0.0, 0.5, 1.0)
    assert points + play("random", player, 3, 0.0) <= 2


def test_reasons_say_what_the_placement_does() -> None:
    suggestion = suggest(initial(), 0, lambda: True)
    assert suggestion
    assert said(suggestion.reason).startswith("shows 4 squares more of blue; played on, blue ends ")


@pytest.mark.rule("B3-09")
def test_with_two_colours_each_the_sides_are_what_counts() -> None:
    """Blue puts down the last piece of the game; red, on the same side, has five points."""
    high = {"3,3": "B" * 8, "4,3": "B" * 8, "5,3": "B" * 8, "3,4": "B" * 7, "4,4": "B" * 7}
    high |= {f"{x},7": "R" * 8 for x in (3, 4, 5, 6)} | {"6,6": "R" * 8}
    left = {"blue": ("I2",), "yellow": PIECES, "red": (), "green": PIECES}
    before = Position("tower", COLOURS, high, left, ("yellow", "red", "green"), "blue")
    together = suggest(before, 0, rounds(20), Options(two_colours=True))
    alone = suggest(before, 0, rounds(20))
    assert together and alone
    assert together.lead == 7 - -11
    assert alone.lead == 7 - 5
