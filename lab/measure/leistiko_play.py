"""Seeded games of Leistiko's Blockade, base game, between the engine's hints and players to measure them against."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from companion.games.leistiko_blockade.rules.hints import suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.model import ROWS, Options, Position, Roll, Rows, Side, Turn, other_side
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import counts, moves, outcome, row_fault
from lab.measure.leistiko_variants_play import Line
from lab.measure.thinking import hint_timed, out_of_time, unfinished

PLAYERS = ("hint", "random", "greedy", "rule", "line", "monte-carlo")
# No rule ends a game in which nobody wants to move; after so many turns it counts as a draw.
MOST_TURNS = 400
_DIE = range(1, 7)


class Player(Protocol):
    """Chooses a row, then plays a roll; it has `seconds` of the processor for each."""

    def choose_row(self, position: Position) -> int: ...

    def play(self, position: Position, row: int, roll: Roll) -> Turn: ...


def play(first: str, second: str, seed: int, seconds: float) -> float:
    """One game: 1, 0.5 or 0 points for the player named `first`, who moves first when the seed is even.

    Raises ValueError for a player that is none of PLAYERS.
    """
    rng = Random(seed)
    named = [player_of(name, Random(rng.random()), seconds) for name in (first, second)]
    seats: dict[Side, Player] = dict(zip(("first", "second"), named if seed % 2 == 0 else named[::-1], strict=True))
    position = initial()
    for _ in range(MOST_TURNS):
        if (winner := outcome(position).winner) is not None:
            break
        player = seats[position.to_move]
        row = player.choose_row(position)
        position = player.play(position, row, Roll((rng.choice(_DIE),))).position
    else:
        unfinished.append(MOST_TURNS)
        return 0.5
    if winner == "draw":
        return 0.5
    return float(seats[winner] is named[0])


def player_of(name: str, rng: Random, seconds: float) -> Player:
    if name == "hint":
        return EngineFollower(seconds)
    if name == "random":
        return AtRandom(rng)
    if name == "greedy":
        return Greedy()
    if name == "rule":
        return ByRule()
    if name == "line":
        return ByLine()
    if name == "monte-carlo":
        return MonteCarlo(rng, seconds)
    raise ValueError(f"{name} is none of {', '.join(PLAYERS)}")


def _rows(position: Position) -> list[int]:
    return [row for row in ROWS if not row_fault(position, row)]


class EngineFollower:
    """Follows the engine's suggestions."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def choose_row(self, position: Position) -> int:
        with hint_timed():
            advice = suggest_row(position, out_of_time=out_of_time(self._seconds))
        assert advice
        return advice.choices[0].row

    def play(self, position: Position, row: int, roll: Roll) -> Turn:
        with hint_timed():
            advice = suggest_turn(position, roll, row, out_of_time=out_of_time(self._seconds))
        assert advice
        return advice.turn


class AtRandom:
    """Any row, any of the positions that the roll allows."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose_row(self, position: Position) -> int:
        return self._rng.choice(_rows(position))

    def play(self, position: Position, row: int, roll: Roll) -> Turn:
        return self._rng.choice(moves(position, roll, row))


class Greedy:
    """Wants few pieces left after the turn, then cheap leaps for those; chooses the row with the best mean."""

    def choose_row(self, position: Position) -> int:
        def mean(row: int) -> tuple[float, float]:
            bests = [_greed(position, self.play(position, row, Roll((die,)))) for die in _DIE]
            return sum(left for left, _ in bests), sum(cost for _, cost in bests)

        return min(_rows(position), key=mean)

    def play(self, position: Position, row: int, roll: Roll) -> Turn:
        return min(moves(position, roll, row), key=lambda turn: _greed(position, turn))


class ByRule(Greedy):
    """Goes by a rule of thumb: the row whose leap is cheapest, the tallest of these; then greedily."""

    def choose_row(self, position: Position) -> int:
        return min(_rows(position), key=lambda row: (leap_cost(*counts(position, row), 1), -counts(position, row)[0]))


def _greed(before: Position, turn: Turn) -> tuple[int, int]:
    own, opposing = turn.position.rows(before.to_move), turn.position.rows(other_side(before.to_move))
    return sum(own), sum(n * leap_cost(n, m, 1) for n, m in zip(own, opposing, strict=True))


class ByLine:
    """Plays as the line of the variants does."""

    def __init__(self) -> None:
        self._line = Line(Options(), Random())

    def choose_row(self, position: Position) -> int:
        return min(_rows(position), key=lambda row: self._line.mean(position, row, leap=False))

    def play(self, position: Position, row: int, roll: Roll) -> Turn:
        return min(moves(position, roll, row), key=lambda turn: self._line.worry(position, turn.position))


class MonteCarlo:
    """Flat Monte-Carlo: tries every choice in turn, plays on at random, and takes the one with the best mean."""

    def __init__(self, rng: Random, seconds: float) -> None:
        self._rng = rng
        self._seconds = seconds

    def choose_row(self, position: Position) -> int:
        def try_row(row: int) -> float:
            turn = self._rng.choice(moves(position, Roll((self._rng.choice(_DIE),)), row))
            return self._points(turn.position, position.to_move)

        rows = _rows(position)
        return rows[self._best(len(rows), lambda i: try_row(rows[i]))]

    def play(self, position: Position, row: int, roll: Roll) -> Turn:
        turns = moves(position, roll, row)
        return turns[self._best(len(turns), lambda i: self._points(turns[i].position, position.to_move))]

    def _best(self, count: int, trial: Callable[[int], float]) -> int:
        """The choice with the best mean of as many trials as there is time for, the same number for each."""
        points, trials, over = [0.0] * count, [0] * count, out_of_time(self._seconds)
        order = self._rng.sample(range(count), count)
        while count > 1 and not over():
            for i in order:
                points[i] += trial(i)
                trials[i] += 1
                if over():
                    break
        return max(order, key=lambda i: (points[i] + 0.5) / (trials[i] + 1))

    def _points(self, position: Position, side: Side) -> float:
        """What `side` gets in a game played on at random."""
        own, opposing = position.rows(position.to_move), position.rows(other_side(position.to_move))
        mover = position.to_move
        for _ in range(MOST_TURNS):
            if (winner := _winner(own, opposing, mover)) is not None:
                return 0.5 if winner == "draw" else float(winner == side)
            own = _at_random(self._rng, own, opposing)
            own, opposing, mover = opposing, own, other_side(mover)
        return 0.5


def _winner(own: Rows, opposing: Rows, mover: Side) -> str | None:
    """As `outcome`, with the rows of the side to move first."""
    first, second = (own, opposing) if mover == "first" else (opposing, own)
    if not any(second):
        return "second" if any(first) else "draw"
    return "first" if mover == "first" and not any(first) else None


def _at_random(rng: Random, own: Rows, opposing: Rows) -> Rows:
    """A quick random turn: steps and leaps drawn one by one until the points are gone."""
    row = rng.choice([i for i in range(6) if own[i]])
    now, left = list(own), rng.choice(_DIE)
    while left:
        places = [i for i in range(6) if now[i] > (own[i] if i != row else 0)]
        if not places:
            break
        i = rng.choice(places)
        cost = leap_cost(now[i], opposing[i], 1)
        if cost <= left and rng.random() < 0.5:
            now[i] -= 1
            left -= cost
            continue
        near = rng.choice([j for j in (i - 1, i + 1) if 0 <= j < 6])
        now[i] -= 1
        now[near] += 1
        left -= 1
    return tuple(now)
