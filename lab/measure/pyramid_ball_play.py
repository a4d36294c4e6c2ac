"""Seeded games of Pyramid Ball between players of different kinds, to measure suggestions with."""

from collections.abc import Callable, Mapping
from random import Random

from companion.games.pyramid_ball.rules.board import COMMANDS, GOAL_ROW, LETTERS, OFF, SIZES, TARGET, WIDTH, team_of
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import STILL, Mode, Position, Program
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program, sample_program
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.rules.sheets import leaving
from companion.games.pyramid_ball.rules.strategy import find_mixture
from lab.measure.thinking import hint_timed, out_of_time, unfinished

PLAYERS = ("hint", "random", "greedy", "chaser", "sampler", "monte-carlo")
# A game that is not decided by then is a draw.
MOST_TURNS: Mapping[Mode, int] = {"basic": 30, "advanced": 200}
_SAMPLE = 200
_PLAYOUT_TURNS = 6


# A player's program for a position and a side (0 or 1), thought over for some seconds.
Decide = Callable[[Position, int, Random, float], Program]


def play(first: str, second: str, seed: int, seconds: float, mode: Mode = "basic") -> float:
    """The points of the player named `first` in one game: 1 for a win, 0.5 if it takes too long, 0 for a loss.

    `first` has the first seat, and the ball, when `seed` is even. Every decision gets `seconds` of the processor.
    """
    return play_between(DECIDE[first], DECIDE[second], f"{first} {second} {seed}", seed % 2, seconds, mode)


def play_between(
    first: Decide, second: Decide, seed: str, seat: int, seconds: float = 0.0, mode: Mode = "basic"
) -> float:
    """The points of `first`, who has the seat 0 or 1."""
    decide = (first, second) if seat == 0 else (second, first)
    rng = Random(seed)
    position = initial(mode)
    for _ in range(MOST_TURNS[mode]):
        programs = (decide[0](position, 0, rng, seconds), decide[1](position, 1, rng, seconds))
        position = after(position, programs)
        if position.winner is not None:
            return 1.0 if position.winner == seat else 0.0
    unfinished.append(MOST_TURNS[mode])
    return 0.5


def after(position: Position, programs: tuple[Program, Program]) -> Position:
    return _started(position, programs).run()


def _started(position: Position, programs: tuple[Program, Program]) -> Play:
    sheets = sheet_of(programs[0], 0), sheet_of(programs[1], 1)
    return Play(position, sheets, lambda question: question.options[0])


def _hint(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """A program of the suggested mixture, drawn by weight."""
    with hint_timed():
        found = find_mixture(position, player, Chance(rng.getrandbits(64)), out_of_time(seconds))
    weights = [choice.weight for choice in found.choices]
    return rng.choices([choice.program for choice in found.choices], weights)[0]


def _random(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """Any program; but who has to fetch a loose ball makes for it, for nobody else may."""
    to_fetch = position.locked is not None and position.loose is not None and position.locked != player
    return (purposeful_program if to_fetch else sample_program)(position, player, Chance(rng.getrandbits(64)))


def _greedy(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """The best of a sample of programs against an opponent who stands still, looking at the end of the turn."""
    chance = Chance(rng.getrandbits(64))

    def rate(program: Program) -> float:
        play = _started(position, (program, STILL) if player == 0 else (STILL, program))
        play.rows()
        return value(play) if player == 0 else -value(play)

    return max((sample_program(position, player, chance) for _ in range(_SAMPLE)), key=rate)


def _chaser(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """Runs for the ball, or to where its carrier will be; with the ball for the goal, the carrier round who stands
    ahead of it."""
    ball = position.loose if position.carrier is None else position.squares[position.carrier]
    assert ball is not None
    theirs = position.squares[3 - 3 * player : 6 - 3 * player]
    ahead = WIDTH if player == 0 else -WIDTH
    words = []
    for piece in range(3 * player, 3 * player + 3):
        square, word = position.squares[piece], ""
        for _ in SIZES:
            aim = ball if position.carrier is None else ball - ahead
            if position.carrier is not None and team_of(position.carrier) == player:
                aim = GOAL_ROW[player] * WIDTH + square % WIDTH
                if piece == position.carrier and {square + ahead, square + 2 * ahead} & set(theirs):
                    aim = square + rng.choice((-1, 1))
            held = not word and piece in leaving(position, player)
            ways = {letter: TARGET[COMMANDS[player][letter]][square] for letter in ("B" if held else LETTERS)}
            letter = min(ways, key=lambda each: (_apart(ways[each], aim), rng.random()))
            square, word = ways[letter], word + letter
        words.append(word)
    return Program((words[0], words[1], words[2]))


def _apart(square: int, aim: int) -> int:
    """Steps from a square to where a pyramid wants to be; beyond the edge is far."""
    return 99 if square == OFF else abs(square // WIDTH - aim // WIDTH) + abs(square % WIDTH - aim % WIDTH)


def _sampler(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """The best of sixty programs against thirty of the opponent's, by the mean and half the mean of the worst fifth,
    looking at the end of the turn by the ball's way to the goal and the nearest defender."""
    chance = Chance(rng.getrandbits(64))

    def sampled(side: int, kinds: Mapping[Callable[[Position, int, Chance], Program], int]) -> list[Program]:
        return [kind(position, side, chance) for kind, count in kinds.items() for _ in range(count)]

    mine = sampled(player, {sample_program: 45, purposeful_program: 15})
    theirs = sampled(1 - player, {purposeful_program: 15, sample_program: 15})

    def rate(program: Program) -> float:
        worths = sorted(_seen(position, player, program, other) for other in theirs)
        return sum(worths) / len(worths) + sum(worths[:6]) / 12

    return max(mine, key=rate)


def _seen(position: Position, player: int, program: Program, other: Program) -> float:
    """What the end of a turn looks like to the sampler, -1 to 1."""
    play = _started(position, (program, other) if player == 0 else (other, program))
    play.rows()
    for side, sign in ((player, 1.0), (1 - player, -1.0)):
        if play.score[side] > position.score[side]:
            return sign
    if play.carrier < 0:
        return 0.0 if play.locked == player else -0.2
    own = team_of(play.carrier)
    row, column = divmod(play.squares[play.carrier], WIDTH)
    others = (divmod(square, WIDTH) for square in play.squares[3 - 3 * own : 6 - 3 * own])
    near = min(abs(y - row) + abs(x - column) for y, x in others)
    worth = 0.08 * abs(GOAL_ROW[1 - own] - row) + 0.06 * min(near, 4) - 0.25
    return worth if own == player else -worth


def _monte_carlo(position: Position, player: int, rng: Random, seconds: float) -> Program:
    """Flat Monte Carlo: the program of a sample with the best average over random ends of the game."""
    late = out_of_time(seconds)
    chance = Chance(rng.getrandbits(64))
    programs = [sample_program(position, player, chance) for _ in range(20)]
    totals = [0.0] * len(programs)
    while not late():
        for i, program in enumerate(programs):
            totals[i] += _playout(position, player, program, chance)
    return programs[max(range(len(programs)), key=totals.__getitem__)]


def _playout(position: Position, player: int, program: Program, chance: Chance) -> float:
    other = sample_program(position, 1 - player, chance)
    for _ in range(_PLAYOUT_TURNS):
        position = after(position, (program, other) if player == 0 else (other, program))
        if position.winner is not None:
            return 1.0 if position.winner == player else -1.0
        program, other = sample_program(position, player, chance), sample_program(position, 1 - player, chance)
    return 0.0


DECIDE: dict[str, Decide] = {
    "hint": _hint,
    "random": _random,
    "greedy": _greedy,
    "chaser": _chaser,
    "sampler": _sampler,
    "monte-carlo": _monte_carlo,
}
