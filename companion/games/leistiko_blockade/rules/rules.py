"""The rules of moving and leaping, for one step at a time, in the order of the rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.broken import Broken
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import ROWS, Options, Position, Roll, Rows, Side, Step, other_side


@dataclass(frozen=True)
class Fault(Broken[str]):
    """A broken rule, and the rows concerned."""


def leap_cost(own: int, opposing: int, minimum: int) -> int:
    """Return the points for a leap from a row of `own` pieces, the leaper included, across from `opposing` ones.

    Two, one more for each opposing piece, half a point less for each supporting one, rounded up (LB-leap, LB-03,
    LB-04, LB-05), and at least `minimum` (LB-06).
    """
    return max(minimum, 2 + opposing - (own - 1) // 2)


@dataclass(frozen=True)
class Purse:
    """Points that a roll gives to spend in a turn, on moving sideways and on leaping (None: no leaps at all).

    `shared`: both come out of the same points, as many as `moves`. `flat`: each leap takes one of `leaps`, whatever it
    would cost (Bungie Battle). `whole`: the points have to be spent (LB-20).
    """

    moves: int
    leaps: int | None
    shared: bool = False
    flat: bool = False
    whole: bool = False

    @classmethod
    def of(cls, roll: Roll, options: Options) -> "Purse":
        if roll.opposed is not None:
            return cls(0, roll.beaten(), flat=True)
        if options.variant == "bungie":
            return cls(roll.dice[0], None, whole=options.spend)
        if options.variant == "super-push":
            return cls(roll.dice[0], roll.dice[1])
        return cls(roll.dice[0], roll.dice[0], shared=True)

    def pays(self, moved: int, leapt: int) -> bool:
        if self.shared:
            return moved + leapt <= self.moves
        return moved <= self.moves and leapt <= (self.leaps or 0)


@dataclass(frozen=True)
class Table:
    """The table in the middle of a turn.

    `own` counts the mover's pieces by row and, with LB-09 false, those resting across from each row; `still` the ones
    of them that did not start the turn in the chosen row. All others have, and may move (LB-08).
    """

    own: Rows
    still: Rows
    opposing: Rows
    purse: Purse
    options: Options

    @classmethod
    def of(cls, position: Position, row: int, purse: Purse, options: Options) -> "Table":
        """Return the table at the start of a turn in which `row` was chosen. Raises GameError for pieces resting on the
        far side where none may."""
        side = position.to_move
        if any(map(any, position.across)) and (options.whole or options.variant == "bungie"):
            raise GameError("leistiko.across", "LB-09")
        own = position.rows(side) if options.whole else position.all_of(side)
        still = tuple(0 if i % 6 == row - 1 else count for i, count in enumerate(own))
        return cls(own, still, position.rows(other_side(side)), purse, options)

    def steps(self, own: Rows) -> Iterator[tuple[Step, Rows]]:
        """Yield every step that the rules allow when the mover's pieces stand as in `own`, points aside, and where they
        stand then."""
        leaps = self.purse.leaps is not None
        for i in range(6):
            if own[i] > self.still[i]:
                if self.purse.moves:
                    if i > 0:
                        yield _MOVES[i][0], moved(own, i, i - 1)
                    if i < 5:
                        yield _MOVES[i][1], moved(own, i, i + 1)
                if leaps:
                    cost = self.leap_cost(own, i)
                    yield _LEAPS[i, cost], moved(own, i)
                    if self.resting():
                        yield Step("cross", i + 1, max(0, cost - 1)), moved(own, i, i + 6)
            if leaps and self.resting() and own[i + 6] > self.still[i + 6]:
                yield Step("off", i + 1, 1), moved(own, i + 6)

    def leap_cost(self, own: Rows, i: int) -> int:
        return 1 if self.purse.flat else leap_cost(own[i], self.opposing[i], self.options.minimum)

    def resting(self) -> bool:
        """Return True if pieces may rest on the far side: not in Bungie Battle, where a leap is won with dice."""
        return not self.options.whole and self.options.variant != "bungie"


def moved(own: Rows, start: int, end: int | None = None) -> Rows:
    """Return the pieces after one has gone from place `start` to `end` (None: off the board)."""
    counts = list(own)
    counts[start] -= 1
    if end is not None:
        counts[end] += 1
    return tuple(counts)


_MOVES = [(Step("move", row, 1, row - 1), Step("move", row, 1, row + 1)) for row in ROWS]
_LEAPS = {(row - 1, cost): Step("leap", row, cost) for row in ROWS for cost in range(102)}


def cell(side: Side, row: int) -> str:
    """Return a row of a side as verdicts name it."""
    return f"{side} {row}"
