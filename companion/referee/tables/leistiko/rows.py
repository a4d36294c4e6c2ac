"""How a position of Leistiko's Blockade lies on half a backgammon board: ``first.1`` to ``second.6``, on each so many
checkers, as digits. The first player's points are the near ones."""

from companion.games.leistiko_blockade import SIDES, Position, Sighting, Step
from companion.games.leistiko_blockade.model import PIECES, ROWS, Rows
from companion.referee.grid import Grid, Place, Thing

PLACES: tuple[Place, ...] = tuple(f"{side}.{row}" for side in SIDES for row in ROWS)
COUNTS: tuple[Thing, ...] = ("", *(str(count) for count in range(1, PIECES + 1)))


def thing_of(count: int) -> Thing:
    return str(count) if count else ""


def count_of(thing: Thing) -> int:
    """How many checkers; none for what is no number."""
    return int(thing) if thing.isdecimal() and thing.isascii() else 0


def place_of(cell: str) -> Place:
    """The place that the engine calls "first 3"."""
    return cell.replace(" ", ".")


def rows_of(grid: Grid, side: str) -> Rows:
    return tuple(count_of(grid.get(f"{side}.{row}", "")) for row in ROWS)


def grid_of(table: Position | Sighting) -> dict[Place, Thing]:
    counts = (*table.first, *table.second)
    return {place: thing_of(count) for place, count in zip(PLACES, counts, strict=True)}


def sighting(grid: Grid) -> Sighting:
    return Sighting(rows_of(grid, "first"), rows_of(grid, "second"))


def apart(one: Thing, other: Thing) -> int:
    """By how many checkers two points differ."""
    return abs(count_of(one) - count_of(other))


def step_of(step: Step, side: str) -> dict[str, object]:
    """A step with whose it is, as verdicts tell it."""
    return {"side": side, **step.to_json()}
