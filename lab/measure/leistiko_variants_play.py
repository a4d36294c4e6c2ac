"""Seeded games of the variants of Leistiko's Blockade between the engine's hints and simple players."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from companion.games.leistiko_blockade.rules.evaluation import chance_of_winning
from companion.games.leistiko_blockade.rules.hints import suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.model import ROWS, Options, Position, Roll, Rows, Side, Variant, other_side
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import counts, moves, outcome, row_fault
from lab.measure.thinking import hint_timed, unfinished

PLAYERS = ("hint", "random", "greedy", "rule", "simple", "line")
# No rule ends a game in which nobody gets on; after so many turns it counts as a draw.
MOST_TURNS = 400
# What the line player counts for a piece left, and how much the opponent's price.
_LINES: Mapping[Variant, tuple[float, float]] = {"base": (6.0, 1.5), "super-push": (6.0, 2.0), "bungie": (3.0, 1.0)}


def play(first: str, second: str, seed: int, _seconds: float, variant: Variant) -> float:
    """One game: 1, 0.5 or 0 points for the player named `first`, who moves first when the seed is even. Suggestions of
    the variants take one round, whatever the time."""
    winner = play_out(initial(), variant, *((first, second) if seed % 2 == 0 else (second, first)), seed=seed)
    if winner not in ("first", "second"):
        return 0.5
    return float((winner == "first") == (seed % 2 == 0))


def play_out(position: Position, variant: Variant, first: str, second: str, seed: int) -> str | None:
    """The outcome of a game played on from `position`; None after MOST_TURNS without one."""
    rng, options = Random(seed), Options(variant)
    seats: dict[Side, _Player] = {"first": _player(first, options, rng), "second": _player(second, options, rng)}
    for _ in range(MOST_TURNS):
        if (winner := outcome(position).winner) is not None:
            return winner
        position = seats[position.to_move].turn(position)
    unfinished.append(MOST_TURNS)
    return None


class _Player:
    def __init__(self, options: Options, rng: Random) -> None:
        self.options, self.rng = options, rng

    def turn(self, position: Position) -> Position:
        raise NotImplementedError

    def roll(self, position: Position, row: int, leap: bool) -> Roll:
        if leap:
            own, opposing = counts(position, row)
            return Roll(self.dice(own), self.dice(opposing + 1))
        return Roll(self.dice(2 if self.options.variant == "super-push" else 1))

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(self.rng.randint(1, 6) for _ in range(count))


class _Follower(_Player):
    """Follows the engine's suggestions."""

    def turn(self, position: Position) -> Position:
        with hint_timed():
            rows = suggest_row(position, self.options)
        assert rows
        choice = rows.choices[0]
        roll = self.roll(position, choice.row, choice.leap)
        with hint_timed():
            advice = suggest_turn(position, roll, choice.row, self.options)
        assert advice
        return advice.turn.position


class _AtRandom(_Player):
    """Any row, any of the positions that the roll allows."""

    def turn(self, position: Position) -> Position:
        row = self.rng.choice([row for row in ROWS if not row_fault(position, row)])
        leap = self.options.variant == "bungie" and self.rng.random() < 0.5
        return self.rng.choice(moves(position, self.roll(position, row, leap), row, self.options)).position


class _GreedyPusher(_Player):
    """Wants few pieces left after the turn, then cheap leaps for those, the dice named as is best; chooses the row from
    which most pieces get off with a fair roll, the cheapest leaps first."""

    def turn(self, position: Position) -> Position:
        rows = [row for row in ROWS if not row_fault(position, row)]
        row = min(rows, key=lambda row: self.greed(position, self.best(position, row, Roll((4, 4)))))
        return self.best(position, row, self.roll(position, row, leap=False))

    def best(self, position: Position, row: int, roll: Roll) -> Position:
        named = (roll, Roll(roll.dice[::-1]))
        turns = [turn for each in named for turn in moves(position, each, row, self.options)]
        return min((turn.position for turn in turns), key=lambda after: self.greed(position, after))

    def greed(self, before: Position, after: Position) -> tuple[int, int]:
        own, opposing = after.rows(before.to_move), after.rows(other_side(before.to_move))
        return sum(own), _leaps(own, opposing)


class Line(_Player):
    """Wants few pieces left, cheap leaps for those, and dear ones for the opponent: `left` for a piece, `against` for
    the opponent's price. Chooses what is best on the mean over the rolls."""

    def __init__(self, options: Options, rng: Random) -> None:
        super().__init__(options, rng)
        self.left, self.against = _LINES[options.variant]

    def turn(self, position: Position) -> Position:
        rows = [row for row in ROWS if not row_fault(position, row)]
        ways = [
            (row, leap) for row in rows for leap in ((False, True) if self.options.variant == "bungie" else (False,))
        ]
        row, leap = min(ways, key=lambda way: self.mean(position, *way))
        return self.best(position, row, self.roll(position, row, leap))[1]

    def mean(self, position: Position, row: int, leap: bool) -> float:
        """The mean of the best ends over all rolls."""
        if not leap:
            count = 2 if self.options.variant == "super-push" else 1
            # Either die may be named first, so that rolls of the same dice are one.
            rolls = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
            return sum(n * self.best(position, row, Roll(dice))[0] for dice, n in rolls.items()) / rolls.total()
        own, opposing = counts(position, row)
        dice = [Roll((6,) * won + (1,) * (own - won), (1,) * (opposing + 1)) for won in range(own + 1)]
        chances = [chance_of_winning(won, own, opposing + 1) for won in range(own + 1)]
        return sum(chance * self.best(position, row, roll)[0] for chance, roll in zip(chances, dice, strict=True))

    def best(self, position: Position, row: int, roll: Roll) -> tuple[float, Position]:
        named = (roll, Roll(roll.dice[::-1])) if self.options.variant == "super-push" else (roll,)
        turns = [turn for each in named for turn in moves(position, each, row, self.options)]
        return min(((self.worry(position, turn.position), turn.position) for turn in turns), key=lambda each: each[0])

    def worry(self, before: Position, after: Position) -> float:
        own, opposing = after.rows(before.to_move), after.rows(other_side(before.to_move))
        if not any(own):
            return -1000.0
        return self.left * sum(own) + self.price(own, opposing) - self.against * self.price(opposing, own)

    def price(self, own: Rows, opposing: Rows) -> float:
        if self.options.variant != "bungie":
            pairs = zip(own, opposing, strict=True)
            return float(sum(leap_cost(n, m, 1) for own_n, m in pairs for n in range(1, own_n + 1)))
        return sum(n / chance_of_winning(1, 1, m + 1) for n, m in zip(own, opposing, strict=True) if n)


class _Simple(Line):
    """Wants few pieces left, then cheap leaps for those."""

    def __init__(self, options: Options, rng: Random) -> None:
        super().__init__(options, rng)
        self.left, self.against = 100.0, 0.0


def _leaps(own: Rows, opposing: Rows) -> int:
    return sum(n * leap_cost(n, m, 1) for n, m in zip(own, opposing, strict=True))


class _AlwaysLeaping(_Player):
    """Leaps every turn, from the row from which most pieces may be expected to get off."""

    def turn(self, position: Position) -> Position:
        def expected(row: int) -> float:
            own, opposing = counts(position, row)
            return sum(won * chance_of_winning(won, own, opposing + 1) for won in range(own + 1))

        row = max((row for row in ROWS if not row_fault(position, row)), key=expected)
        turns = moves(position, self.roll(position, row, leap=True), row, self.options)
        return min((turn.position for turn in turns), key=lambda after: sum(after.rows(position.to_move)))


class _ByRule(_Player):
    """Goes by a rule of thumb. Super Push: the row whose leap is cheapest, the tallest of these, and the dice named so
    that most get off, then that the leaps left are cheap. Bungie Battle: leaps from the row with the most pieces for
    each opposing one."""

    def turn(self, position: Position) -> Position:
        side = position.to_move
        rows = [row for row in ROWS if not row_fault(position, row)]
        if self.options.variant == "bungie":
            row = max(rows, key=lambda row: counts(position, row)[0] / (counts(position, row)[1] + 1.5))
            turns = moves(position, self.roll(position, row, leap=True), row, self.options)
            return min((turn.position for turn in turns), key=lambda after: sum(after.rows(side)))
        row = min(rows, key=lambda row: (leap_cost(*counts(position, row), 1), -counts(position, row)[0]))
        roll = self.roll(position, row, leap=False)
        named = (roll, Roll(roll.dice[::-1]))
        ends = [turn.position for each in named for turn in moves(position, each, row, self.options)]
        opposing = position.rows(other_side(side))
        return min(ends, key=lambda after: (sum(after.rows(side)), _leaps(after.rows(side), opposing)))


def _player(name: str, options: Options, rng: Random) -> _Player:
    greedy = _AlwaysLeaping if options.variant == "bungie" else _GreedyPusher
    kinds: dict[str, Any] = {
        "hint": _Follower,
        "random": _AtRandom,
        "greedy": greedy,
        "rule": _ByRule,
        "simple": _Simple,
        "line": Line,
    }
    player: _Player = kinds[name](options, rng)
    return player
