"""The legal turns whose ends look most like a given table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.board import is_lawful, pieces_of
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Turn
from companion.games.looney_blockade.rules.searching.colour_paths import Estimate, Terms, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import State, encode, merge
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.looney_blockade.rules.searching.turn_results import solo_ends, solo_space
from companion.games.looney_blockade.rules.turns import Table, turn_of
from companion.games.step_budget import at_most, spend

_CANDIDATES = 6
# So many ends of a colour are compared, more than positions that come up in play have; and steps of all searches.
_ENDS, _STEPS = 20_000, 200_000
# To score an end takes as long as so many steps.
_SCORE_STEPS = 10


def nearest_turn(before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options) -> Turn:
    """Return a legal turn that ends with as few cells as possible unlike `after`; at worst the turn of no hops.

    Each colour's best ends while the other stands still are tried together, so a turn in which one colour makes room
    for the other may be missed.
    """
    found = nearest_turns(before, after, dice, options, 1)
    return found[0] if found else turn_of((), Table.of(before, options), dict.fromkeys(dice, 0))


def nearest_turns(
    before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options, most: int
) -> Sequence[Turn]:
    """Return up to `most` legal turns that end like `after`, the likest first; none where the search takes too long."""
    if Table.of(before, options).ended():
        return ()
    try:
        with at_most(_STEPS):
            return tuple(islice(_nearest(before, after, dice, options), most))
    except GameError:
        return ()


def _nearest(before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options) -> Iterator[Turn]:
    table = Table.of(before, options)
    one, two = (_Colour(table, colour, after) for colour in SIDES[before.to_move])
    pairs = [(x, y) for x in one.best(dice[one.colour]) for y in two.best(dice[two.colour])]
    if max(dice.values()) <= 3:
        total = sum(dice.values())
        pairs += [(x, two.still) for x in one.best(total)] + [(one.still, y) for y in two.best(total)]
    pairs.sort(key=lambda pair: (pair[0][0] + pair[1][0], pair[0][1] + pair[1][1], pair[0][2] + pair[1][2]))
    searched = replace(options, landing="a") if options.landing == "c" else options
    for x, y in pairs[: 2 * _CANDIDATES]:
        stacks = merge(before.stacks, ((one.space, x[3]), (two.space, y[3])))
        if turn := find_turn(before, stacks, dice, searched):
            yield turn


# Cells unlike the wanted table, points that would still be needed, points spent, and the state.
_Scored = tuple[int, int, int, State]


class _Colour:
    """The ends of one colour, scored by how much they look like the wanted table."""

    def __init__(self, table: Table, colour: str, after: Sequence[str]) -> None:
        self.colour = colour
        self.space = solo_space(table, colour)
        self._terms = Terms(
            supply_letters(table.supply), table.options.tower, tell_taken=False, bare=table.options.bare
        )
        self._wanted = tuple(
            self.space.code(i, after[cell])
            if cell in self.space.odd
            else _tolerant_code(after[cell], colour, table.stacks[cell])
            for i, cell in enumerate(self.space.cells)
        )
        self._estimate = Estimate(self.space, tuple(code or "" for code in self._wanted))
        self.still = self._score(self.space.start, 0)

    def best(self, limit: int) -> list[_Scored]:
        ends = solo_ends(self.space, limit, self._terms, _ENDS)
        unlike = {state: self._unlike(state) for state in ends}
        least = min(unlike.values())
        return sorted(self._score(state, ends[state]) for state in ends if unlike[state] <= least + 1)[:_CANDIDATES]

    def _score(self, state: State, cost: int) -> _Scored:
        spend(_SCORE_STEPS)
        return self._unlike(state), self._estimate(state) or 0, cost, state

    def _unlike(self, state: State) -> int:
        return sum(code != wanted for code, wanted in zip(state, self._wanted, strict=True))


def _tolerant_code(stack: str, colour: str, stack_before: str) -> str | None:
    """Return the code that a stack would have in the colour's space, None if it cannot have any."""
    if stack_before[0] == "C":
        return "C" + "".join(piece[1] for piece in pieces_of(stack) if piece[0] == colour)
    return encode(stack, colour) if is_lawful(stack) and stack[0] == colour else None
