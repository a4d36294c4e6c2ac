"""Finds a mixture of programs against an opponent who programs at the same time, by sampled double oracle.

Both players start with a few sampled programs. Again and again the game between the programs found so far is solved
(regret matching+, Tammelin 2014), and one side gets the best answer to the other's mixture that a search among sampled
programs finds (double oracle, McMahan, Gordon and Blum 2003). Turns are looked at one deep; what comes after them is
judged by `evaluation`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import COMMANDS, LETTERS, OUTWARDS, SIZES, team_of
from companion.games.pyramid_ball.rules.directions import Sheet, sheet_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import RULINGS, STILL, Marker, Options, Position, Program
from companion.games.pyramid_ball.rules.rules import played
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program, sample_program
from companion.games.pyramid_ball.rules.sheets import leaving

Matrix = npt.NDArray[np.float64]

_WORDS = tuple("".join(word) for word in product(LETTERS, repeat=3))
_START = 24  # sampled programs the player begins with
_OTHERS = 50  # sampled programs the opponent begins with
_NAIVE = 10  # and the best programs against an opponent who stands still
_NAIVE_TRIES = 240  # among so many sampled ones
_FEWEST, _FEWEST_TRIES = 8, 30  # of these at least where there is no time for more
_LEAST_ROUNDS = 3  # two answers for the player, one for the opponent
_TRIES = 40  # sampled programs among which an answer is looked for
_CHANGED = 40  # and changes of the best one so far
_SCREEN = 6  # programs of the opponent that these are tried against first
_KEPT = 8  # answers that are then tried against all
_ITERATIONS = 300
# The part of the opponent's play that is taken to be what one lays out without thinking of what the other may play, and
# how much of that is anything, what is best against nobody, what is best against anything, and what is best against
# anything if the worst that can happen counts half as much again. The mixture is a best answer to a player who is like
# that and otherwise answers best (a restricted Nash response, Johanson, Zinkevich and Bowling 2007): the larger the
# part, the more is won from careless players, and the less is safe.
_ANYHOW = 0.85
_SHARES = (0.25, 0.4, 0.05, 0.3)
_BEST, _CAREFUL = 3, 10  # programs that are best against anything; and if the worst counts, too
_WORST, _COUNTS = 5, 0.5  # the worst one in so many


@dataclass(frozen=True)
class ProgramChoice:
    """A program, how often to play it, and its worth in points against the best reply found."""

    program: Program
    weight: float
    worst: float


@dataclass(frozen=True)
class Mixture:
    """Programs by weight, the heaviest first. `value` is what the mixture is worth (points) if both play well, `worst`
    what it is worth against the best reply found, which is `reply`; `likely` is the opponent's heaviest program."""

    choices: tuple[ProgramChoice, ...]
    value: float
    worst: float
    reply: Program
    likely: Program


def find_mixture(
    position: Position,
    player: int,
    chance: Chance,
    out_of_time: Callable[[], bool],
    options: Options = RULINGS,
) -> Mixture:
    """Return a mixture for `player`, the better the later `out_of_time` turns true. Where it is true from the
    beginning there is no clock: the least rounds are made, so that the same question gets the same answer.

    Raises GameError when the game is over.
    """
    if position.winner is not None:
        raise GameError("ball.over.suggest")
    no_clock = out_of_time()
    duel = _Duel(position, player, chance, options, (lambda: False) if no_clock else out_of_time)
    rounds = 0
    while (no_clock and rounds < _LEAST_ROUNDS) or not out_of_time():
        duel.improve(1 - player if rounds % 3 == 1 else player)
        rounds += 1
    return duel.mixture(player)


class _Duel:
    """The game between the programs found so far. Worths are the first player's, in points."""

    def __init__(
        self, position: Position, thinker: int, chance: Chance, options: Options, late: Callable[[], bool]
    ) -> None:
        """Draw only the fewest programs once `late` returns True."""
        self.position, self.chance, self.options, self.late = position, chance, options, late
        self.programs: tuple[list[Program], list[Program]] = ([], [])
        self.sheets: tuple[list[Sheet], list[Sheet]] = ([], [])
        self.worth: Matrix = np.zeros((0, 0))
        for player in (0, 1):
            sampled = self.sample(player, _START if player == thinker else _OTHERS, _FEWEST)
            for program in [*sampled, *self.naive(player)]:
                self.add(player, program)
        # How likely each of these is to be laid out without thinking of the other.
        self.anyhow = _anyhow(self.worth), _anyhow(-self.worth.T)

    def sample(self, player: int, count: int, least: int) -> Iterator[Program]:
        """Yield programs, of which every other one goes anywhere."""
        kinds = sample_program, purposeful_program
        for i in range(count):
            if i < least or not self.late():
                yield kinds[i % 2](self.position, player, self.chance)

    def naive(self, player: int) -> list[Program]:
        still = sheet_of(STILL, 1 - player)
        sign = 1 if player == 0 else -1
        tried = {
            program: sign * self.play(player, sheet_of(program, player), still)
            for program in self.sample(player, _NAIVE_TRIES, _FEWEST_TRIES)
        }
        return sorted(tried, key=tried.__getitem__, reverse=True)[:_NAIVE]

    def add(self, player: int, program: Program) -> None:
        if program in self.programs[player]:
            return
        sheet = sheet_of(program, player)
        against = np.array([self.play(player, sheet, other) for other in self.sheets[1 - player]])
        self.programs[player].append(program)
        self.sheets[player].append(sheet)
        rows, columns = self.worth.shape
        if player == 0:
            self.worth = np.vstack([self.worth, against.reshape(1, columns)])
        else:
            self.worth = np.hstack([self.worth, against.reshape(rows, 1)])

    def play(self, player: int, sheet: Sheet, other: Sheet) -> float:
        return value(played(self.position, player, sheet, other, self.options))

    def improve(self, player: int) -> None:
        """Gives `player` the best answer found to what the opponent may play.

        Many programs are tried against a few of the opponent's, drawn by weight; then the best of them against all.
        """
        sign = 1 if player == 0 else -1
        theirs = (1 - _ANYHOW) * solve(self.worth)[1 - player]
        anyhow = self.anyhow[1 - player]
        theirs[: len(anyhow)] += _ANYHOW * anyhow
        others = self.sheets[1 - player]
        all_of_them = [(float(weight), other) for weight, other in zip(theirs, others, strict=True) if weight > 0]
        some = [(1.0, others[i]) for i in self.drawn(theirs, _SCREEN)]

        def rate(program: Program, against: list[tuple[float, Sheet]]) -> float:
            sheet = sheet_of(program, player)
            return sign * sum(weight * self.play(player, sheet, other) for weight, other in against)

        mine = sign * (self.worth if player == 0 else self.worth.T) @ theirs
        best = self.programs[player][int(np.argmax(mine))]
        tried = dict.fromkeys([*self.sample(player, _TRIES, _TRIES), *self.neighbours(best, player)])
        screened = sorted(tried, key=lambda program: rate(program, some), reverse=True)
        self.add(player, max([best, *screened[:_KEPT]], key=lambda program: rate(program, all_of_them)))

    def drawn(self, weights: Matrix, count: int) -> list[int]:
        """Draw numbers by weight, as evenly as possible (systematic sampling)."""
        below = np.cumsum(weights)
        start = self.chance.below(1000) / 1000
        marks = (start + np.arange(count)) * below[-1] / count
        return [int(i) for i in np.searchsorted(below, marks, side="right").clip(max=len(weights) - 1)]

    def neighbours(self, program: Program, player: int) -> list[Program]:
        """Return the program with another word for one pyramid, or another pass."""
        size = self.chance.below(3)
        words = _WORDS
        if 3 * player + size in leaving(self.position, player):
            words = tuple(word for word in words if COMMANDS[player][word[0]] == OUTWARDS[player])
        drawn = [self.chance.pick(words) for _ in range(_CHANGED)]
        found = [_with_word(program, size, word + program.commands[size][3:]) for word in drawn]
        carrier = self.position.carrier
        if carrier is not None and team_of(carrier) == player and not program.quick_pass:
            thrower = carrier % 3
            for row, receiver in product((2, 3), [size for size in range(3) if size != thrower]):
                word = program.commands[thrower]
                stands = _with_word(program, thrower, word[: row - 1] + "." + word[row:])
                found.append(replace(stands, markers=(Marker(row, SIZES[receiver]),)))
        return found

    def mixture(self, player: int) -> Mixture:
        worth = self.worth if player == 0 else -self.worth.T
        anyhow = self.anyhow[1 - player]
        anyone = worth[:, : len(anyhow)] @ anyhow
        mine, theirs = solve((1 - _ANYHOW) * worth + _ANYHOW * anyone[:, None])
        mine = np.where(mine < 0.02, 0, mine)
        mine /= mine.sum()
        replies = mine @ worth
        order = [int(i) for i in np.argsort(-mine, kind="stable") if mine[i] > 0]
        other = self.programs[1 - player]
        return Mixture(
            tuple(ProgramChoice(self.programs[player][i], float(mine[i]), float(worth[i].min())) for i in order),
            float(mine @ worth @ theirs),
            float(replies.min()),
            other[int(np.argmin(replies))],
            other[int(np.argmax(theirs))],
        )


def _anyhow(worth: Matrix) -> Matrix:
    """Weights of the rows, the last of which are the naive ones, for a player to whom they are worth so much."""
    rows, columns = worth.shape
    anything, naive, best, careful = _SHARES
    weights = np.full(rows, anything / max(1, rows - _NAIVE))
    weights[max(0, rows - _NAIVE) :] = naive / _NAIVE
    against = np.sort(worth[:, : max(1, columns - _NAIVE)], axis=1)
    average = against.mean(axis=1)
    worst = against[:, : max(1, against.shape[1] // _WORST)].mean(axis=1)
    weights[np.argsort(-average, kind="stable")[:_BEST]] += best / _BEST
    weights[np.argsort(-average - _COUNTS * worst, kind="stable")[:_CAREFUL]] += careful / _CAREFUL
    whole: Matrix = weights / weights.sum()
    return whole


def _with_word(program: Program, size: int, word: str) -> Program:
    words = list(program.commands)
    words[size] = word
    return replace(program, commands=(words[0], words[1], words[2]))


def solve(worth: Matrix) -> tuple[Matrix, Matrix]:
    """Mixtures of rows, which want much, and of columns, which want little, near the equilibrium of a matrix game."""
    rows, columns = worth.shape
    regret, other_regret = np.zeros(rows), np.zeros(columns)
    mine_sum, theirs_sum = np.zeros(rows), np.zeros(columns)
    for i in range(1, _ITERATIONS + 1):
        mine, theirs = _matched(regret), _matched(other_regret)
        gains = worth @ theirs
        losses = mine @ worth
        level = mine @ gains
        regret = np.maximum(regret + gains - level, 0)
        other_regret = np.maximum(other_regret + level - losses, 0)
        mine_sum += i * mine
        theirs_sum += i * theirs
    return mine_sum / mine_sum.sum(), theirs_sum / theirs_sum.sum()


def _matched(regret: Matrix) -> Matrix:
    total = regret.sum()
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))
