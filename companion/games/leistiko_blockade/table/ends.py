"""Tables that the rules of Leistiko's Blockade allow next."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Side, Turn, other_side
from companion.games.leistiko_blockade.rules.turns import moves, outcome
from companion.games.leistiko_blockade.table.rows import COUNTS, counts_of, grid_of, sighting, thing_of
from companion.referee.grid import Commitment, Grid
from companion.referee.table import Proposal, Scores

# Number of unseen turns followed up, the likeliest ones.
MOST_UNSEEN = 8

Said = tuple[int | None, Roll]
"""The announced row, if any, and the roll."""


def announcement(under: Commitment | None, options: Options) -> Said | None:
    """Return what the mover has announced; None before the roll."""
    if under is None or "roll" not in under.value:
        return None
    return under.value.get("row"), Roll.from_json(under.value["roll"], options)


@lru_cache(maxsize=256)
def ends(before: Position, row: int | None, roll: Roll, options: Options) -> Mapping[tuple[int, ...], Turn]:
    """Return the legal turns by the counts they lead to; none for dice that fit no row."""
    try:
        made = moves(before, roll, row, options)
    except GameError:
        return {}
    return {counts_of(turn.position): turn for turn in made}


def turn_to(before: Position, after: Grid, what: Said, options: Options) -> Turn | None:
    """Return the legal turn that leads to the table `after`."""
    return ends(before, *what, options).get(counts_of(sighting(after)))


def deviation(before: Position, after: Grid, what: Said, options: Options) -> int:
    """Return by how many checkers the table `after` differs from the nearest legal one."""
    seen, tables = counts_of(sighting(after)), ends(before, *what, options)
    return min(sum(abs(a - b) for a, b in zip(table, seen, strict=True)) for table in (counts_of(before), *tables))


def two_turns(
    before: Position, side: Side, missed: Said, after: Grid, what: Said, options: Options
) -> tuple[Turn, Turn] | None:
    """Return the unseen turn of `side` and the turn after it, if both are legal. Sides move only their own checkers."""
    start = replace(before, to_move=side)
    was = grid_of(before, resting=not options.whole)
    between = {place: after[place] if f"{side}." in place else thing for place, thing in was.items()}
    first = turn_to(start, between, missed, options)
    if first is None or outcome(first.position).winner:
        return None
    second = turn_to(first.position, after, what, options)
    return (first, second) if second else None


def tables(
    before: Position, missed: tuple[Side, Said] | None, what: Said, options: Options, scores: Scores
) -> list[Proposal]:
    """Return the tables that the rules allow, best first. `missed`: a side whose turn may have gone unseen before."""
    places = grid_of(before, resting=not options.whole)
    scored = {place: scores.of(place, COUNTS) for place in places}
    found = list(_scored(before, what, options, scored))
    if missed is not None:
        side, unseen = missed
        first = sorted(
            ends(replace(before, to_move=side), *unseen, options).values(), key=lambda turn: _own_score(turn, scored)
        )
        for turn in first[-MOST_UNSEEN:]:
            found += _scored(turn.position, what, options, scored)
    return sorted(found, key=lambda table: -table.score)


def _scored(
    before: Position, what: Said, options: Options, scored: Mapping[str, Mapping[str, float]]
) -> Iterator[Proposal]:
    for turn in ends(before, *what, options).values():
        grid = grid_of(turn.position, resting=not options.whole)
        yield Proposal(grid, sum(scored[place][thing] for place, thing in grid.items()))


def _own_score(turn: Turn, scored: Mapping[str, Mapping[str, float]]) -> float:
    """Return how well the rows of the mover fit the picture after a turn."""
    side = other_side(turn.position.to_move)
    return sum(scored[f"{side}.{row}"][thing_of(n)] for row, n in enumerate(turn.position.rows(side), 1))
