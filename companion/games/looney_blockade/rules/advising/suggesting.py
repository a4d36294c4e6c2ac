"""A good whole turn for a roll: the one after which its side is likeliest to win the race to five towers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.advising.promising_turns import Candidate, Runner
from companion.games.looney_blockade.rules.advising.race_odds import expected_turns, win_chance
from companion.games.looney_blockade.rules.board import CLEAR, is_lawful
from companion.games.looney_blockade.rules.model import (
    RULINGS,
    SIDES,
    Options,
    Position,
    Side,
    Turn,
    check_roll,
    other_side,
)
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_state import merge
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.looney_blockade.rules.turns import Table
from companion.games.reason import Reason, because, joint

# Rounds of thinking: how many states are looked at to find how far one end is from winning. A round may go over its
# time by one such look, so that it must not be long.
_PATIENCE = (1_000, 3_000)
# How many pairs of ends, one for each colour, are looked at together with what they do to the opponent.
_PAIRS = 40


@dataclass(frozen=True)
class Suggestion:
    """A turn and its reason. After it the side's colours need `points_to_win`, each alone, which takes the side about
    `turns` more of its turns, and it wins with a chance of `chance`."""

    turn: Turn
    points_to_win: Mapping[str, int]
    turns: float
    chance: float
    reason: Reason


@dataclass(frozen=True)
class _Rated:
    """A candidate, the table it leads to, what the opponent's colours then need, and the mover's chance to win."""

    candidate: Candidate
    stacks: tuple[str, ...]
    theirs: tuple[int, int]
    chance: float


def always() -> bool:
    return True


def suggest(
    position: Position,
    roll: Mapping[str, int],
    options: Options = RULINGS,
    out_of_time: Callable[[], bool] = always,
) -> Suggestion:
    """Return the best turn found for `roll` until `out_of_time`; one round of thinking is always done, the rest of it
    at a glance, and what a later round has not finished by then does not count.

    A turn is as good as the race that it leads to: both colours of both sides with the points that they need by the
    blockades then standing, and the dice. Raises GameError for a roll that cannot be.
    """
    dice = check_roll(roll, position.to_move)
    agreed = hint_options(options)
    table = Table.of(position, agreed)
    before = points_of(table, table.stacks, other_side(table.side))
    if ended := table.ended():
        return _over(position, dice, agreed, ended.reason)
    # Where there is no time from the beginning there is no clock: the same question is to get the same answer.
    thinking = _Thinking(table, dice, (lambda: False) if out_of_time() else out_of_time)
    rated = thinking.round(_PATIENCE[0])
    for patience in _PATIENCE[1:]:
        if thinking.settled() or out_of_time():
            break
        better = thinking.round(patience, out_of_time)
        if not out_of_time():
            rated = better
    best, turn = next((each, turn) for each in rated if (turn := find_turn(position, each.stacks, dice, agreed)))
    needs = dict(zip(dice, best.candidate.points, strict=True))
    reason = _why(turn, position, agreed, needs, before, best.theirs)
    return Suggestion(turn, needs, expected_turns(best.candidate.points), best.chance, reason)


def hint_options(options: Options) -> Options:
    """Return the options for suggestions, which park no pieces: what is legal without parking (BK-02 c) is legal with
    it."""
    return replace(options, landing="a") if options.landing == "c" else options


def _over(position: Position, dice: dict[str, int], options: Options, reason: Reason) -> Suggestion:
    turn = find_turn(position, position.stacks, dice, options)
    assert turn
    points = points_of(Table.of(position, options), position.stacks, position.to_move)
    winner = rules.winner(position.stacks, position.supply, options)
    chance = float(winner == position.to_move) if winner else 0.5
    reason = because("looney.hint.over", side=winner) if winner else reason
    return Suggestion(turn, dict(zip(dice, points, strict=True)), expected_turns(points), chance, reason)


class _Thinking:
    """The rounds of thinking about one roll; what one round has found out helps the next."""

    def __init__(self, table: Table, dice: Mapping[str, int], late: Callable[[], bool]) -> None:
        """From `late` on ends are judged at a glance."""
        self._table = table
        self._dice = dice
        self._runners = tuple(Runner(table, colour, late) for colour in SIDES[table.side])
        self._theirs: dict[object, tuple[int, int]] = {}

    def settled(self) -> bool:
        """Return True if more patience would find nothing new."""
        return not any(runner.cut_short for runner in self._runners)

    def round(self, patience: int, out_of_time: Callable[[], bool] = lambda: False) -> list[_Rated]:
        """Return the candidates, best first. The last one, to do nothing, can always be played."""
        for runner in self._runners:
            runner.begin()
            runner.out_of_time = out_of_time
        theirs = points_of(self._table, self._table.stacks, other_side(self._table.side))
        found = {each.states: each for each in self._candidates(patience)}
        likely = sorted(found.values(), key=lambda each: _order(each, win_chance(each.points, theirs)))
        nothing = Candidate((self._runners[0].standing(patience), self._runners[1].standing(patience)))
        rated = [self._rate(each) for each in likely[:_PAIRS]]
        rated.sort(key=lambda each: _order(each.candidate, each.chance))
        return [*rated, self._rate(nothing)]

    def _candidates(self, patience: int) -> Iterator[Candidate]:
        """Yield the good ends of both colours, and of one colour with the sum of low dice."""
        one, two = self._runners
        ends = (runner.best_ends(self._dice[runner.colour], patience) for runner in (one, two))
        yield from (Candidate((first, second)) for first, second in product(*ends))
        if max(self._dice.values()) <= 3:
            total = sum(self._dice.values())
            yield from (Candidate((end, two.standing(patience))) for end in one.best_ends(total, patience))
            yield from (Candidate((one.standing(patience), end)) for end in two.best_ends(total, patience))

    def _rate(self, candidate: Candidate) -> _Rated:
        ends = zip(self._runners, candidate.ends, strict=True)
        stacks = merge(self._table.stacks, [(runner.space, end.state) for runner, end in ends])
        walls = tuple(_as_others_see(stack) for stack in stacks)
        if walls not in self._theirs:
            self._theirs[walls] = points_of(self._table, stacks, other_side(self._table.side))
        theirs = self._theirs[walls]
        return _Rated(candidate, stacks, theirs, win_chance(candidate.points, theirs))


def _as_others_see(stack: str) -> str:
    """Return what of a stack bears on how many points the opponent needs: blockades, free clear larges, and, where
    players have agreed to a stack that no play can build, who stands on whom."""
    if not is_lawful(stack):
        return stack
    return stack[0] if rules.is_capped(stack) else "free" if stack[-2] == CLEAR else ""


def _order(candidate: Candidate, chance: float) -> tuple[float, float, int, int]:
    """Sorts the best first. Where the race is as good as decided, the quicker way is still the better one."""
    return -round(chance, 6), expected_turns(candidate.points), -candidate.built, candidate.cost


def points_of(table: Table, stacks: tuple[str, ...], side: Side) -> tuple[int, int]:
    """Return the points that the colours of `side` need on `stacks`, at least."""
    there = replace(table, stacks=stacks, side=side)
    one, two = (Runner(there, colour).at_least() for colour in SIDES[side])
    return one, two


def _why(
    turn: Turn,
    before: Position,
    options: Options,
    needs: Mapping[str, int],
    were: Sequence[int],
    theirs: Sequence[int],
) -> Reason:
    built = tuple(hop.end for hop in turn.hops if hop.cap)
    best = min(needs, key=lambda colour: needs[colour])
    if rules.winner(turn.position.stacks, turn.position.supply, options) == before.to_move:
        return because("looney.hint.wins", colour=best)
    if not turn.hops:
        return because("looney.hint.stay")
    said = [because("looney.hint.builds", cells=built)] if built else []
    said += [_held_up(colour, now - was) for colour, was, now in _longer(before.to_move, were, theirs)]
    if needs[best] < UNREACHABLE:
        said.append(because("looney.hint.needs", colour=best, n=needs[best]))
    return joint(said or [because("looney.hint.no_better")])


def _longer(side: Side, were: Sequence[int], theirs: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    for colour, was, now in zip(SIDES[other_side(side)], were, theirs, strict=True):
        if was < now:
            yield colour, was, now


def _held_up(colour: str, points: int) -> Reason:
    if points < UNREACHABLE // 2:
        return because("looney.hint.longer", colour=colour, points=points)
    return because("looney.hint.shut_in", colour=colour)
