"""A turn that is entered checker by checker: from a row to another one, or off the board."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Step, StepKind, Turn
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.rules.turns import apply

OFF: Final = "off"
# Steps off the rows, each entered as it is.
WAYS: Final[Mapping[str, StepKind]] = {"leap": "leap", "cross": "cross", "off": "off"}


def row_of(said: Mapping[str, object], steps: Sequence[Mapping[str, str]]) -> int | None:
    """Return the row announced, or the one that the first entered checker leaves."""
    if "row" in said:
        return int(str(said["row"]))
    return int(steps[0]["from"][-1]) if steps else None


def entered(
    position: Position, row: int, roll: Roll, steps: Sequence[Mapping[str, str]], options: Options
) -> Turn | None:
    """Return the turn that these steps make, None if one is against the rules."""
    taken: list[Step] = []
    for step in steps:
        if position.to_move not in step["from"]:
            return None
        way = _way(position, row, roll, taken, step, options)
        if not way:
            return None
        taken += way
    played = apply(position, row, roll, taken, options) if taken else Turn(row, (), position)
    return played if isinstance(played, Turn) else None


def _way(
    position: Position, row: int, roll: Roll, taken: Sequence[Step], step: Mapping[str, str], options: Options
) -> Sequence[Step]:
    """Return the steps by which a checker can go where it was entered to go, none if it cannot."""
    start = int(step["from"][-1])
    if how := step.get("how"):
        return [Step(WAYS[how], start, 0)]
    goings = reach(position, start, row, roll, taken, options).goings
    ends = {OFF if going.to is None else f"{position.to_move}.{going.to}": going.steps for going in goings}
    return ends.get(step["to"], ())
