"""Suggestions: which row to choose before the roll, and how to play a roll.

Every choice is judged by where it can lead, roll by roll, first by the tables of `evaluation` alone. In the base game
rounds of looking farther ahead follow while time lasts: for the most promising ends what an opponent makes of them who
plays partly as well as can be and partly greedily, and with few pieces left everything that can follow, until the
chances are known exactly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from companion.games.leistiko_blockade.rules.evaluation import AS_LEARNT, DIE, Calibration, chance_of_winning
from companion.games.leistiko_blockade.rules.lookahead import Worth, worth_after, worth_after_reply, worth_at_a_glance
from companion.games.leistiko_blockade.rules.model import (
    ROWS,
    RULINGS,
    Options,
    Position,
    Roll,
    Rows,
    Side,
    Turn,
    other_side,
)
from companion.games.leistiko_blockade.rules.rules import Purse, Table, leap_cost
from companion.games.leistiko_blockade.rules.space import reach as reach_fast
from companion.games.leistiko_blockade.rules.turns import counts, ends, moves, row_fault
from companion.games.reason import Reason, because

# With so few pieces left in all everything that can follow is looked at, so many turns deep at most.
_FEW, _DEEPEST = 4, 40
# How many ends of every roll are looked at more closely, round after round, before the roll; after it, in the first.
_WIDTHS, _AT_LEAST = (1, 2, 4, 8), 4
# So many ends of a choice are judged in the variants, those for few points first; without pieces resting on the far
# side (LB-09) there are not as many.
_ENOUGH = 1_000
# So much of the chance of winning it may cost, where values are estimates, to take a piece off and not to stand still.
_GETTING_ON = 0.03

OutOfTime = Callable[[], bool]
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class RowChoice:
    """A choice before the roll: a row and, in Bungie Battle, whether to leap; with the chances after it."""

    row: int
    leap: bool
    worth: Worth


@dataclass(frozen=True)
class RowAdvice:
    """The choices before a roll, the best first, and what speaks for that one."""

    choices: tuple[RowChoice, ...]
    reason: Reason


@dataclass(frozen=True)
class TurnAdvice:
    """A turn, the roll as named for it (Super Push), the chances with it and what speaks for it."""

    turn: Turn
    roll: Roll
    worth: Worth
    reason: Reason


def suggest_row(
    position: Position, options: Options = RULINGS, out_of_time: OutOfTime = lambda: True
) -> RowAdvice | None:
    """Return the rows to choose from, the best first; None once the game is over."""
    choices = _last(_row_rounds(_outlooks(position, options), _Judge(position, options)), out_of_time)
    return RowAdvice(tuple(choices), _why_row(position, choices[0], options)) if choices else None


def rows_at_a_glance(position: Position, options: Options = RULINGS) -> list[RowChoice]:
    """Return all rows to choose from and what they are worth without looking ahead: the mean over the rolls of the best
    that `turns_at_a_glance` finds for them, as games are played on."""
    judge = _Judge(position, options, calibration_of(position, options))
    return [outlook.choice(judge) for outlook in _outlooks(position, options)]


def calibration_of(position: Position, options: Options) -> Calibration:
    """Return how sure estimates are in a turn that begins with `position`."""
    return Calibration.of(position.all_of("first"), position.all_of("second"), options.variant)


def suggest_turn(
    position: Position,
    roll: Roll,
    row: int | None = None,
    options: Options = RULINGS,
    out_of_time: OutOfTime = lambda: True,
) -> TurnAdvice | None:
    """Return a good turn for `roll` with `row` or, without it, with any row; the dice of Super Push are named as is
    best.

    None once the game is over or for an empty row. Raises GameError for a roll that cannot be.
    """
    named = [roll, Roll(roll.dice[::-1])] if options.variant == "super-push" else [roll]
    judge = _Judge(position, options)
    found = [(turn, each) for each in named for turn in moves(position, each, row, options, _ENOUGH)]
    best = _last(_turn_rounds(found, judge), out_of_time)
    if not best:
        return None
    if not judge.looks_ahead and not best[0].steps:
        best = _getting_on(found, judge, best)
    return TurnAdvice(
        *best,
        judge.worth(judge.pieces_after(best[0])),
        _why_turn(position, best[0], options, alone=len(found) == len(named)),
    )


def turns_at_a_glance(
    position: Position,
    roll: Roll,
    row: int | None = None,
    options: Options = RULINGS,
    calibration: Calibration = AS_LEARNT,
) -> list[tuple[Turn, Roll, float]]:
    """Return all turns for `roll`, the roll as named for each, and what they are worth without looking ahead. Raises
    GameError for a roll that cannot be."""
    named = [roll, Roll(roll.dice[::-1])] if options.variant == "super-push" else [roll]
    judge = _Judge(position, options, calibration)
    found = [(turn, each) for each in named for turn in moves(position, each, row, options, _ENOUGH)]
    return [(turn, each, judge.worth(judge.pieces_after(turn)).value) for turn, each in found]


def _getting_on(found: Sequence[tuple[Turn, Roll]], judge: "_Judge", best: tuple[Turn, Roll]) -> tuple[Turn, Roll]:
    """Return the best of the turns that take pieces off, where it is worth hardly less than standing still: if both
    players waited for the other to begin, the game would never end."""
    leaping = [each for each in found if each[0].leapt]
    on = max(leaping, key=lambda each: judge.worth(judge.pieces_after(each[0])).value, default=best)
    dearer = judge.worth(judge.pieces_after(best[0])).value - judge.worth(judge.pieces_after(on[0])).value
    return on if dearer <= _GETTING_ON else best


def _last(rounds: Iterator[_Found], out_of_time: OutOfTime) -> _Found | None:
    """Return what the last round found that was done in time; the first always is."""
    found = next(rounds, None)
    while found is not None and not out_of_time() and (better := next(rounds, None)) is not None:
        found = better
    return found


class _Judge:
    """Judge of the ends of a turn, by their worth to its player. Looks deeper from round to round."""

    def __init__(self, position: Position, options: Options, calibration: Calibration = AS_LEARNT) -> None:
        self._calibration = calibration
        self._side = position.to_move
        self._options = options
        self._opposing = self._counts(position, other_side(self._side))
        self.looks_ahead = options.variant == "base" and options.whole
        self.few = self.looks_ahead and sum(position.first) + sum(position.second) <= _FEW
        self._depths: dict[Rows, int] = {}

    def pieces_after(self, turn: Turn) -> Rows:
        """Return the mover's pieces after a turn."""
        return self._counts(turn.position, self._side)

    def worth(self, pieces: Rows) -> Worth:
        depth = self._depths.get(pieces, 0)
        if not depth:
            return self.at_a_glance(pieces)
        if depth == 1 and not self.few:
            return worth_after_reply(pieces, self._opposing, self._side == "first", self._options.minimum)
        return worth_after(pieces, self._opposing, self._side == "first", depth, self._options.minimum)

    def at_a_glance(self, pieces: Rows) -> Worth:
        """Return the worth without looking ahead."""
        return worth_at_a_glance(pieces, self._opposing, self._side == "first", self._options, self._calibration)

    def _counts(self, position: Position, side: Side) -> Rows:
        """Return six counts, or twelve if pieces may rest on the far side."""
        return position.rows(side) if self._options.whole else position.all_of(side)

    def look(self, pieces: Rows, depth: int = 1) -> None:
        """Judge this end by looking `depth` turns ahead from now on."""
        self._depths[pieces] = depth

    def has_searched(self, pieces: Rows) -> bool:
        return pieces in self._depths


@dataclass(frozen=True)
class _Outlook:
    """The ends that a choice can lead to: the points (moving, leaping) of every way to every end, and the chances of
    the purses that the roll may give, of which one is used."""

    row: int
    leap: bool
    ends: Mapping[Rows, Sequence[tuple[int, int]]]
    rolls: Sequence[tuple[float, Sequence[Purse]]]

    @classmethod
    def of(cls, position: Position, row: int, leap: bool, options: Options) -> "_Outlook":
        rolls = list(_rolls(position, row, leap, options))
        if options.variant == "base" and options.whole:
            own, opposing = position.rows(position.to_move), position.rows(other_side(position.to_move))
            costs = reach_fast(own, opposing, row - 1, options.minimum)
            return cls(row, leap, {pieces: ((cost, 0),) for pieces, cost in costs.items()}, rolls)
        _, (widest, *_) = rolls[-1]
        found = ends(Table.of(position, row, widest, options), enough=_ENOUGH)
        return cls(row, leap, {pieces: [way[:2] for way in ways] for pieces, ways in found.items()}, rolls)

    def choice(self, judge: _Judge, closely: bool = False) -> RowChoice:
        """Return the chances with it; `closely`: only of ends that were looked at more closely."""
        best: dict[tuple[int, int], Worth] = {}
        for pieces, ways in self.ends.items():
            if not closely or judge.has_searched(pieces):
                worth = judge.worth(pieces)
                for points in ways:
                    best[points] = Worth(*map(max, best[points], worth)) if points in best else worth
        bounds = [0.0, 0.0, 0.0]
        for chance, purses in self.rolls:
            good = [worth for points, worth in best.items() if any(purse.pays(*points) for purse in purses)]
            for i in range(3):
                bounds[i] += chance * max(worth[i] for worth in good)
        return RowChoice(self.row, self.leap, Worth(*bounds))

    def promising(self, judge: _Judge, width: int) -> set[Rows]:
        """Return the ends best at a glance, `width` of every roll."""
        ordered = sorted(self.ends, key=lambda pieces: -judge.at_a_glance(pieces).value)
        found = set[Rows]()
        for _, purses in self.rolls:
            paid = (p for p in ordered if any(purse.pays(*points) for purse in purses for points in self.ends[p]))
            found.update(islice(paid, width))
        return found


def _outlooks(position: Position, options: Options) -> list[_Outlook]:
    """Return an outlook for everything that may be chosen before the roll."""
    return [
        _Outlook.of(position, row, leap, options)
        for row in ROWS
        if not row_fault(position, row)
        for leap in ((False, True) if options.variant == "bungie" else (False,))
    ]


def _rolls(position: Position, row: int, leap: bool, options: Options) -> Iterator[tuple[float, Sequence[Purse]]]:
    """Yield the chance of every roll and the purses that it gives, the widest last."""
    dice = range(1, DIE + 1)
    if leap:
        own, opposing = counts(position, row)
        for won in range(own + 1):
            yield chance_of_winning(won, own, opposing + 1), [Purse(0, won, flat=True)]
    elif options.variant == "super-push":
        for low in dice:
            for high in range(low, DIE + 1):
                chance = (1 if low == high else 2) / DIE**2
                yield chance, [Purse(low, high), Purse(high, low)]
    else:
        for die in dice:
            yield 1 / DIE, [Purse.of(Roll((die,)), options)]


def _row_rounds(outlooks: Sequence[_Outlook], judge: _Judge) -> Iterator[list[RowChoice]]:
    """Yield the choices from the best to the worst, better judged from round to round."""
    if not judge.looks_ahead:
        yield _by_worth([outlook.choice(judge) for outlook in outlooks])
        return
    ranked = sorted(outlooks, key=lambda outlook: -outlook.choice(judge).worth.value)
    choices: dict[int, RowChoice] = {}
    for width in _WIDTHS:
        for outlook in ranked:
            for pieces in outlook.promising(judge, width):
                judge.look(pieces)
            choices[outlook.row] = outlook.choice(judge, closely=True)
            if len(choices) == len(ranked):
                yield _by_worth(list(choices.values()))
    for depth in range(2, _DEEPEST) if judge.few else ():
        for outlook in ranked:
            for pieces in outlook.ends:
                judge.look(pieces, depth)
        deeper = _by_worth([outlook.choice(judge) for outlook in ranked])
        yield deeper
        if all(choice.worth.exact for choice in deeper):
            break


def _by_worth(choices: Sequence[RowChoice]) -> list[RowChoice]:
    return sorted(choices, key=lambda choice: -choice.worth.value)


def _turn_rounds(found: Sequence[tuple[Turn, Roll]], judge: _Judge) -> Iterator[tuple[Turn, Roll]]:
    """Yield the best turn, better judged from round to round."""

    def value(each: tuple[Turn, Roll]) -> tuple[float, int]:
        return judge.worth(judge.pieces_after(each[0])).value, -len(each[0].steps)

    ranked = sorted(found, key=value, reverse=True)
    if not judge.looks_ahead:
        yield from ranked[:1]
        return
    for i, (turn, _) in enumerate(ranked, 1):
        judge.look(judge.pieces_after(turn))
        if i >= min(_AT_LEAST, len(ranked)):
            yield max(ranked[:i], key=value)
    for depth in range(2, _DEEPEST) if judge.few else ():
        for turn, _ in ranked:
            judge.look(judge.pieces_after(turn), depth)
        yield max(ranked, key=value)
        if all(judge.worth(judge.pieces_after(turn)).exact for turn, _ in ranked):
            break


def _why_row(position: Position, choice: RowChoice, options: Options) -> Reason:
    own, opposing = counts(position, choice.row)
    if options.variant == "bungie":
        return because("leistiko.hint.leap" if choice.leap else "leistiko.hint.move", own=own, opposing=opposing)
    cost = leap_cost(own, opposing, options.minimum)
    return because("leistiko.hint.row", own=own, opposing=opposing, cost=cost)


def _why_turn(position: Position, turn: Turn, options: Options, *, alone: bool) -> Reason:
    """Return the reason for a turn. `alone`: it is the only legal one."""
    side = position.to_move
    left = sum(turn.position.all_of(side))
    off = sum(position.all_of(side)) - left
    if not turn.steps:
        return because("leistiko.hint.nothing" if alone else "leistiko.hint.stay")
    if not left:
        return because("leistiko.hint.last", n=off)
    if off:
        return because("leistiko.hint.off", n=off, left=left)
    was, now = (_cheapest(each, position, options) for each in (position.rows(side), turn.position.rows(side)))
    return because("leistiko.hint.price", cost=now, was=was) if now < was else because("leistiko.hint.better_rows")


def _cheapest(own: Rows, position: Position, options: Options) -> int:
    opposing = position.rows(other_side(position.to_move))
    return min((leap_cost(n, m, options.minimum) for n, m in zip(own, opposing, strict=True) if n), default=0)
