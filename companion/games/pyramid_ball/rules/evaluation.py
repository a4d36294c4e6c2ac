"""Estimates of positions between turns: who is likely to make the next point, and what that is worth.

A logistic model says who: weights of a few things that one sees on the board are added up. They are fitted to what
positions are worth when both sides think the next turn over (lab/measure/pyramid_ball_learn.py). In the advanced game
what follows the next point counts, too: the points still needed, either side being as likely to make each.
"""

from collections.abc import Sequence
from functools import cache
from math import exp

from companion.games.pyramid_ball.rules.board import LENGTH, SQUARES, WIDTH, team_of
from companion.games.pyramid_ball.rules.model import TARGET_SCORE, Mode, Position
from companion.games.pyramid_ball.rules.passing import squares_crossed
from companion.games.pyramid_ball.rules.rules import Play

# What the numbers of the features mean, in this order: rows from the ball to the goal (0..7), columns from the ball to
# the nearer edge (0..3), a defender so many columns beside the ball (0..4) and rows ahead of it (-3..4), a team-mate so
# many rows from the goal (0..7) whom the ball cannot, or can, be passed to.
_EDGE, _DEFENDER, _MATE, FEATURES = 8, 12, 52, 68
_ASIDE, _BEHIND, _AHEAD = 4, 3, 4
_NOBODY = -1

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
    """Return the features that hold when the pyramid `carrier` has the ball, as numbers below `FEATURES`; some come
    twice."""
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


# Of the next point: how sure it can be at most before it is made. A point made is always worth more than a threat, and
# every turn that it is put off costs something.
_SUREST = 0.95
# By how much the side that is to fetch a loose ball is worse off than if it had it already, and for each square that it
# is away from it; and with the ball in the row closed to the other side for each turn that it stays.
# Without that waiting would cost nothing, and where to fetch the ball is a risk, nobody ever would.
_LOOSE, _PER_SQUARE = 0.3, 0.07
_PER_TURN, _MOST_STAYED = 0.1, 5


def _beside(square: int) -> tuple[int, ...]:
    row, column = divmod(square, WIDTH)
    return tuple(other for other in _ALL if abs(other // WIDTH - row) + abs(other % WIDTH - column) == 1)


_BESIDE = [_beside(square) for square in _ALL]


# Three pyramids shut in no more squares than a corner with the two beside it.
_MOST_SHUT = 3


def shut_in_by(squares: Sequence[int], loose: int, locked: int) -> int | None:
    """Return the team that shuts the loose ball in, None if it is free: the pyramids of `locked`, which may not touch
    the ball, stand on all ways to it. The other team does so if it stands on all squares to which they could leave."""
    first = 3 * locked
    held, others = squares[first : first + 3], squares[3 - first : 6 - first]
    within, shutting = [loose], set[int]()
    for square in within:
        for near in _BESIDE[square]:
            if near in held:
                shutting.add(near)
            elif near not in within:
                within.append(near)
        if len(within) > _MOST_SHUT:
            return None
    if any(square in others for square in within):
        return None
    row = loose // WIDTH
    ways = {way for square in shutting for way in _BESIDE[square] if way // WIDTH != row and way not in within}
    return 1 - locked if all(way in others for way in ways) else locked


@cache
def lead(ahead: int, behind: int) -> float:
    """Return the chance of winning minus the chance of losing for a player who needs `ahead` more points against
    `behind`, if both players are equally likely to make each point."""
    if ahead == 0 or behind == 0:
        return 1.0 if ahead == 0 else -1.0
    return (lead(ahead - 1, behind) + lead(ahead, behind - 1)) / 2


def value(play: Play) -> float:
    """Return the worth of a turn's end for the first player: chance of winning minus the other player's (-1 to 1)."""
    return _value(play.start.mode, play.score, play.squares, play.carrier, play.loose, play.locked, play.lasted + 1)


def worth(position: Position) -> float:
    """Return the same of a position."""
    carrier, loose, locked = (
        _NOBODY if each is None else each for each in (position.carrier, position.loose, position.locked)
    )
    return _value(position.mode, position.score, position.squares, carrier, loose, locked, position.stayed)


def chance(value: float) -> float:
    """Return the chance of winning that goes with a worth."""
    return (1 + value) / 2


def _value(
    mode: Mode, score: tuple[int, int], squares: Sequence[int], carrier: int, loose: int, locked: int, stayed: int
) -> float:
    target = TARGET_SCORE[mode]
    mine, theirs = target - score[0], target - score[1]
    if mine == 0 or theirs == 0:
        return lead(mine, theirs)
    up, down = lead(mine - 1, theirs), lead(mine, theirs - 1)
    return (up + down) / 2 + (up - down) / 2 * _next_point(squares, carrier, loose, locked, stayed)


def _next_point(squares: Sequence[int], carrier: int, loose: int, locked: int, stayed: int) -> float:
    """Return how likely the first player is to make the next point, less how likely the second is (-1 to 1)."""
    cost = _PER_TURN * min(stayed, _MOST_STAYED) if locked >= 0 else 0.0
    if carrier < 0:  # the one of the other team that is nearest to the loose ball will have it
        row, column = divmod(loose, WIDTH)
        first = 3 * (1 - locked)
        ways = [
            abs(squares[piece] // WIDTH - row) + abs(squares[piece] % WIDTH - column)
            for piece in range(first, first + 3)
        ]
        carrier = first + ways.index(min(ways))
        shutting = shut_in_by(squares, loose, locked)
        if shutting is not None:  # who does that is taken to lose the point, lest the game stands still
            return -_SUREST if shutting == 0 else _SUREST
        cost += _LOOSE + _PER_SQUARE * min(ways)
        squares = [loose if piece == carrier else square for piece, square in enumerate(squares)]
    score = sum([WEIGHTS[feature] for feature in features(squares, carrier)])
    likely = _SUREST * (2 / (1 + exp(-score)) - 1) - cost
    return likely if team_of(carrier) == 0 else -likely
