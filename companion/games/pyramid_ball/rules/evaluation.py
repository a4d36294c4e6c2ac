"""How good a position looks between turns: the chance that the offence makes the next point.

A logistic model: weights of a few things that one sees on the board are added up. They are fitted to what positions are
worth when both sides think the next turn over (lab/measure/pyramid_ball_learn.py). Points are the currency: a
basic game is worth one.
"""

from collections.abc import Sequence
from math import exp

from companion.games.pyramid_ball.rules.board import LENGTH, SQUARES, WIDTH, team_of
from companion.games.pyramid_ball.rules.passing import squares_crossed
from companion.games.pyramid_ball.rules.rules import Play

# What the numbers of the features mean, in this order: rows from the ball to the goal (0..7), columns from the ball to
# the nearer edge (0..3), a defender so many columns beside the ball (0..4) and rows ahead of it (-3..4), a team-mate so
# many rows from the goal (0..7) whom the ball cannot, or can, be passed to.
_EDGE, _DEFENDER, _MATE, FEATURES = 8, 12, 52, 68
_ASIDE, _BEHIND, _AHEAD = 4, 3, 4

# fmt: off
WEIGHTS: tuple[float, ...] = (
    0.0, 0.78, 1.05, 0.41, 0.23, 0.13, 0.05, -0.09,
    0.29, 0.54, 0.84, 0.89,
    0.84, 0.47, 0.53, 0.0, -1.09, -0.52, -0.24, -0.18,
    0.65, 0.81, 0.32, -0.04, -1.02, -0.26, -0.26, -0.28,
    0.63, 0.76, 0.43, 0.0, 0.21, -0.27, -0.33, 0.09,
    0.53, 0.57, 0.59, 0.51, 0.27, -0.01, 0.04, 0.15,
    0.9, 0.83, 0.67, 0.42, 0.37, 0.22, 0.04, 0.31,
    0.3, 0.22, 0.39, 0.33, 0.14, 0.27, 0.24, 0.18,
    0.54, 0.62, 0.71, 0.65, 0.23, 0.17, 0.07, 0.06,
)
# fmt: on


def _alone(ball: int) -> tuple[int, int]:
    row, column = divmod(ball, WIDTH)
    return LENGTH - 1 - row, _EDGE + min(column, WIDTH - 1 - column)


def _defender(ball: int, square: int) -> int:
    (row, column), (other_row, other_column) = divmod(ball, WIDTH), divmod(square, WIDTH)
    aside, ahead = min(abs(other_column - column), _ASIDE), max(-_BEHIND, min(other_row - row, _AHEAD))
    return _DEFENDER + (_BEHIND + 1 + _AHEAD) * aside + _BEHIND + ahead


_ALL = range(len(SQUARES))
_ALONE = [_alone(ball) for ball in _ALL]
_DEFENDERS = [[_defender(ball, square) for square in _ALL] for ball in _ALL]


def features(squares: Sequence[int], carrier: int) -> list[int]:
    """The features that hold when the pyramid `carrier` has the ball, as numbers below `FEATURES`; some come twice."""
    if carrier >= 3:  # turned round, so that the offence plays towards row 8
        squares = [len(SQUARES) - 1 - square for square in (*squares[3:], *squares[:3])]
        carrier -= 3
    ball, defenders = squares[carrier], squares[3:]
    found = [*_ALONE[ball], *(_DEFENDERS[ball][square] for square in defenders)]
    for mate in range(3):
        if mate != carrier:
            free = not any(square in defenders for square in squares_crossed(ball, squares[mate]))
            found.append(_MATE + LENGTH * free + LENGTH - 1 - squares[mate] // WIDTH)
    return found


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
    score = sum([WEIGHTS[feature] for feature in features(play.squares, carrier)])
    likely = 2 / (1 + exp(-score)) - 1
    return points + (likely if team_of(carrier) == 0 else -likely)
