"""How good a position looks between turns: the chance that the offence makes the next point.

A logistic model of a few things that one sees on the board, with weights fitted to the ends of seeded games between
programs found by `strategy`. Points are the currency: a basic game is worth one.
"""

from collections.abc import Sequence
from math import exp

from companion.games.pyramid_ball.board import LENGTH, WIDTH, team_of
from companion.games.pyramid_ball.passing import squares_crossed
from companion.games.pyramid_ball.rules import Play

# One weight a feature, in the order of `features`.
WEIGHTS: tuple[float, ...] = (3.35, -0.35, 0.42, -0.82, -0.03, -0.05, -0.15)
_FAR = 6


def features(squares: Sequence[int], carrier: int) -> tuple[float, ...]:
    """What matters to the offence, whose pyramid `carrier` has the ball: 1, rows to the goal, distance of the nearest
    defender, defenders ahead, defenders next to the ball, free receivers, rows to the goal of the best of them."""
    first = 3 * team_of(carrier)
    spots = [_seen_from(square, first) for square in squares]
    x, y = spots[carrier]
    nearest, ahead, beside = _FAR, 0, 0
    theirs = 3 - first
    for ox, oy in spots[theirs : theirs + 3]:
        apart = abs(ox - x) + abs(oy - y)
        nearest = min(nearest, apart)
        beside += apart == 1
        ahead += oy > y and abs(ox - x) <= oy - y
    defenders = squares[theirs : theirs + 3]
    free, best = 0, LENGTH
    for mate in range(first, first + 3):
        if mate != carrier and not any(
            square in defenders for square in squares_crossed(squares[carrier], squares[mate])
        ):
            free += 1
            best = min(best, LENGTH - 1 - spots[mate][1])
    return (1.0, float(LENGTH - 1 - y), float(nearest), float(ahead), float(beside), float(free), float(best))


def _seen_from(square: int, first: int) -> tuple[int, int]:
    """Column, and row counted from the side of the team whose first pyramid is `first`."""
    y, x = divmod(square, WIDTH)
    return x, y if first == 0 else LENGTH - 1 - y


def value(play: Play) -> float:
    """The worth of a turn's end for the first player, in points: the score, and who is likely to make the next."""
    points = float(play.score[0] - play.score[1])
    if play.over:
        return points
    carrier = play.carrier
    if carrier < 0:  # the one of the other team that is nearest to the loose ball will have it
        row, column = divmod(play.loose, WIDTH)
        first = 3 * (1 - play.locked)
        carrier = min(
            range(first, first + 3),
            key=lambda piece: abs(play.squares[piece] // WIDTH - row) + abs(play.squares[piece] % WIDTH - column),
        )
    seen = features(play.squares, carrier)
    score = sum(weight * each for weight, each in zip(WEIGHTS, seen, strict=True))
    likely = 2 / (1 + exp(-score)) - 1
    return points + (likely if carrier < 3 else -likely)
