"""Chance from a seed, and random programs that make some sense, to think ahead with."""

from collections.abc import Sequence
from typing import TypeVar

from companion.games.pyramid_ball.rules.board import GOAL_ROW, LETTERS, SIZES, WIDTH, team_of
from companion.games.pyramid_ball.rules.model import Marker, Position, Program
from companion.games.pyramid_ball.rules.sheets import leaving

T = TypeVar("T")
_MASK = (1 << 64) - 1
# How often each letter is drawn: forward more than the others.
_DRAWN = "FFFFLLRRB.."
# Of a hundred pyramids of a purposeful program so many go anywhere.
_AT_RANDOM = 30


class Chance:
    """Numbers that look random and follow from the seed alone (splitmix64, Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % limit

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def happens(self, percent: int) -> bool:
        return self.below(100) < percent


def sample_program(position: Position, player: int, chance: Chance) -> Program:
    """Return a program that breaks no rule, forward more often than not; the ball is passed about every other time."""
    words = [[chance.pick(_DRAWN) for _ in range(3)] for _ in SIZES]
    return _completed(position, player, words, chance)


def purposeful_program(position: Position, player: int, chance: Chance) -> Program:
    """Return a program like `sample_program`, but most pyramids have an aim: the ball, if it is loose or the
    opponent's, the way of its carrier, or the row in which their team scores."""
    words = [_purposeful(position, 3 * player + size, chance) for size in range(len(SIZES))]
    return _completed(position, player, words, chance)


def _purposeful(position: Position, piece: int, chance: Chance) -> list[str]:
    """Return three letters on the way to where the pyramid may want to be, in any order."""
    team, (row, column) = team_of(piece), divmod(position.squares[piece], WIDTH)
    carrier, towards = position.carrier, 1 if team == 0 else -1
    if chance.happens(_AT_RANDOM):
        return [chance.pick(_DRAWN) for _ in range(3)]
    if carrier is not None and team_of(carrier) == team:
        rows, aside = GOAL_ROW[team] - row, chance.below(3) - 1
    else:
        ball = position.loose if carrier is None else position.squares[carrier]
        assert ball is not None
        rows, aside = ball // WIDTH - row, ball % WIDTH - column
        if carrier is not None:  # who may come nearer meanwhile, or step aside
            rows, aside = rows + towards * chance.below(3), aside + chance.below(3) - 1
    along = ("F" if rows * towards > 0 else "B") * abs(rows)
    across = ("R" if aside * towards > 0 else "L") * abs(aside)
    letters = [*along, *across, *"..."]
    # Of a way that is too long any part, of a short one all of it and some standing still.
    found = [letters.pop(chance.below(max(1, len(letters) - 3))) for _ in range(3)]
    if len(along) + len(across) < 3 and chance.happens(50):
        found.append(found.pop(0))
    return found


def _completed(position: Position, player: int, words: list[list[str]], chance: Chance) -> Program:
    """Return the words as a program that breaks no rule, with special pyramids and a pass as chance will have it."""
    held = position.specials[player]
    for piece in leaving(position, player):
        words[piece % 3][0] = "B"
    carrier = position.carrier
    has_ball = carrier is not None and team_of(carrier) == player
    dash, blitz = "S" in held and chance.happens(50), "L" in held and not has_ball and chance.happens(50)
    if dash:
        words[0].append(chance.pick(LETTERS))
    markers: tuple[Marker, ...] = ()
    quick = False
    if has_ball and carrier is not None and chance.happens(50):
        quick = "M" in held and carrier % 3 == 1 and chance.happens(50)
        row = 1 if quick else 2 + chance.below(2)
        receiver = chance.pick([size for size in range(3) if size != carrier % 3])
        words[carrier % 3][row - 1] = "."
        markers = (Marker(row, SIZES[receiver]),)
    small, medium, large = ("".join(word) for word in words)
    return Program((small, medium, large), markers, quick, blitz)
