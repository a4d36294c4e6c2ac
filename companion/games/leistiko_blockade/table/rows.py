"""Positions of Leistiko's Blockade on half a backgammon board: ``first.1`` to ``second.6``, each with a number of
checkers, as digits. The first player's points are the near ones.

If checkers may rest on the far side on their way off (LB-09 false), there are as many places more: on
``resting.first.3`` lie those that the first player's row 3 has lost. No camera can tell them apart.
"""

import re

from companion.games.leistiko_blockade.rules.model import PIECES, ROWS, SIDES, Position, Rows, Sighting, Step
from companion.games.reason import Reason, because
from companion.referee.grid import Grid, Place, Thing

PLACES: tuple[Place, ...] = tuple(f"{side}.{row}" for side in SIDES for row in ROWS)
RESTING: tuple[Place, ...] = tuple(f"resting.{place}" for place in PLACES)
_ROW = re.compile(r"(first|second)\.?([1-6])")
COUNTS: tuple[Thing, ...] = ("", *(str(count) for count in range(1, PIECES + 1)))


def thing_of(count: int) -> Thing:
    return str(count) if count else ""


def count_of(thing: Thing) -> int:
    """Return the number of checkers; 0 for anything that is no number."""
    return int(thing) if thing.isdecimal() and thing.isascii() else 0


def place_of(cell: str) -> Place:
    """Return the place that the engine calls "first 3"."""
    return cell.replace(" ", ".")


def spoken_place(place: Place) -> str | Reason:
    """``first.3`` -> ``row 3 of the first player``; anything else as it is."""
    row = _ROW.fullmatch(place)
    return because("leistiko.place", row=int(row[2]), side=row[1]) if row else place


def rows_of(grid: Grid, side: str) -> Rows:
    return tuple(count_of(grid.get(f"{side}.{row}", "")) for row in ROWS)


def counts_of(table: Position | Sighting) -> tuple[int, ...]:
    """Return the checkers on PLACES, then those on RESTING."""
    return (*table.first, *table.second, *table.across[0], *table.across[1])


def grid_of(table: Position | Sighting, *, resting: bool = False) -> dict[Place, Thing]:
    """Return what lies where. `resting`: checkers may rest on the far side."""
    places = (*PLACES, *RESTING) if resting else PLACES
    return {place: thing_of(count) for place, count in zip(places, counts_of(table), strict=False)}


def sighting(grid: Grid) -> Sighting:
    first, second = rows_of(grid, "first"), rows_of(grid, "second")
    return Sighting(first, second, (rows_of(grid, "resting.first"), rows_of(grid, "resting.second")))


def apart(one: Thing, other: Thing) -> int:
    """Return by how many checkers two points differ."""
    return abs(count_of(one) - count_of(other))


def step_of(step: Step, side: str) -> dict[str, object]:
    """Return a step with its side, as verdicts have it."""
    return {"side": side, **step.to_json()}
