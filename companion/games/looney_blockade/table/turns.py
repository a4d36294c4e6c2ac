"""Tables that the rules of Looney Blockade allow next, to be considered beside those that fit best."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.judging.checking import turn_to
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Side, Turn
from companion.games.looney_blockade.rules.searching.turn_results import ColourEnds, colour_ends
from companion.games.looney_blockade.rules.turns import outcome
from companion.games.looney_blockade.table.stacks import difference
from companion.referee.grid import Grid, Place, Thing
from companion.referee.table import Proposal, Scores

Roll = Mapping[str, int]

MAX_TURNS, TURNS_WIDTH = 300, 5000
MAX_ENDS, MAX_PAIRS = 100, 150
CLEAR = "C3"


def tables_moving(colours: Collection[str], before: Position, scores: Scores) -> Iterable[Proposal]:
    """Yield tables that fit the picture, best first, on which only pieces of these colours and blacks have moved and
    none was lost."""
    own = (*colours, "K")

    def allowed(place: Place, thing: Thing) -> bool:
        return all(piece[0] in own for piece, _ in difference(before.grid[place], thing))

    return scores.search(allowed, MAX_TURNS, TURNS_WIDTH)


def tables_of_ends(before: Position, roll: Roll, options: Options, scores: Scores) -> list[Proposal]:
    """Yield the tables in which one turn may end, best first: both colours are scored apart, and their best ends
    combined."""
    try:
        ends = _colour_ends(before, tuple(roll.items()), options)
    except GameError:
        return []
    was = before.grid
    stacks: dict[str, set[str]] = {cell: {was[cell]} for cell in CELLS}
    for each in ends:
        for cell, column in zip(each.cells, zip(*each.tables, strict=True), strict=True):
            stacks[cell] |= {stack or CLEAR for stack in column}
    scored = {cell: scores.of(cell, stacks[cell]) for cell in CELLS}
    one, two = (_best_ends(each, was, scored) for each in ends)
    pairs = sorted(((a + b, i, j) for i, (a, _) in enumerate(one) for j, (b, _) in enumerate(two)), reverse=True)
    tables = []
    for _, i, j in pairs[:MAX_PAIRS]:
        changes = one[i][1], two[j][1]
        if any(stack and changes[1].get(cell) for cell, stack in changes[0].items()):
            continue
        put = {cell: stack for each in changes for cell, stack in each.items() if stack}
        grid = {**was, **dict.fromkeys((*changes[0], *changes[1]), CLEAR), **put}
        tables.append(Proposal(grid, sum(scored[cell][grid[cell]] for cell in CELLS)))
    return sorted(tables, key=lambda table: -table.score)


def two_turns(
    before: Position, side: Side, missed: Roll, after: Grid, roll: Roll, options: Options
) -> tuple[Turn, Turn] | None:
    """Return the unseen turn of the side that rolled `missed` and the turn of the other side, which rolled last, if
    both are legal."""
    first = turn_to(Position(before.grid, before.supply, side), _between(before.grid, after, side), missed, options)
    if not first or outcome(first.position, options).winner:
        return None
    second = turn_to(first.position, after, roll, options)
    return (first, second) if second else None


@lru_cache(maxsize=64)
def _colour_ends(before: Position, roll: tuple[tuple[str, int], ...], options: Options) -> tuple[ColourEnds, ...]:
    return colour_ends(before, dict(roll), options)


def _best_ends(
    ends: ColourEnds, before: Grid, scores: Mapping[str, Mapping[str, float]]
) -> list[tuple[float, dict[str, str]]]:
    """Return the likeliest ends of a colour: how much better they fit than the table before, and the cells that they
    change, "" for a clear large that the colour has left."""
    first = ends.tables[0]
    gains = np.zeros(len(ends.tables))
    for cell, start, column in zip(ends.cells, first, zip(*ends.tables, strict=True), strict=True):
        held = scores[cell]
        gain = {stack: held[stack or CLEAR] - held[before[cell]] if stack != start else 0.0 for stack in set(column)}
        gains += [gain[stack] for stack in column]
    best: Sequence[int] = np.argsort(-gains, kind="stable")[:MAX_ENDS].tolist()
    return [
        (
            float(gains[row]),
            {cell: now for cell, was, now in zip(ends.cells, first, ends.tables[row], strict=True) if now != was},
        )
        for row in best
    ]


def _between(before: Grid, after: Grid, first: Side) -> dict[str, str]:
    """Return the table between two turns. Each side moves only its own colours, so it follows from the other two.

    On a coloured large only pieces of that colour and blacks ever stand. On a clear one all pieces have one colour, and
    another colour can only come after it has left.
    """
    own = SIDES[first]
    middle: dict[str, str] = {}
    for cell in CELLS:
        was, now = before[cell], after[cell]
        if not was.startswith(CLEAR) or not now.startswith(CLEAR):
            middle[cell] = now if was[:1] in own else was
        elif was[2:3] in ("", *own):
            middle[cell] = now if now[2:3] in ("", *own) else CLEAR if was[2:3] else was
        else:
            middle[cell] = was
    return middle
