"""Seeded games of advanced Pyramid Ball between players of different kinds, to measure suggestions with."""

from lab.measure.pyramid_ball_play import DECIDE, play_between

PLAYERS = ("hint", "random", "greedy")


def play(first: str, second: str, seed: int, seconds: float) -> float:
    """The points of the player named `first` in one game to six points: 1 for a win, 0.5 if it takes too long, 0 for a
    loss. `first` has the first seat, and the ball, when `seed` is even."""
    return play_between(DECIDE[first], DECIDE[second], f"{first} {second} {seed}", seed % 2, seconds, "advanced")
