"""Finds where a touched piece can go, what that costs, and why it may not go elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import ROWS, RULINGS, Options, Position, Roll, Step, Violation
from companion.games.leistiko_blockade.rules.rules import Fault, Table, cell
from companion.games.leistiko_blockade.rules.turns import Play, apply, fitting_purse, row_fault


@dataclass(frozen=True)
class Going:
    """One piece going to the row `to`, or off the board (None), by itself, and what that costs in all."""

    to: int | None
    steps: tuple[Step, ...]

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)


@dataclass(frozen=True)
class Reach:
    """Places to which a piece of a row can go, by the cheapest steps, and tempting places with the reason why not."""

    row: int
    goings: tuple[Going, ...]
    refused: tuple[tuple[str, Fault], ...]


def reach(
    position: Position, touched: int, row: int, roll: Roll, played: Sequence[Step] = (), options: Options = RULINGS
) -> Reach:
    """Return what a piece of row `touched` can do in a turn with `row`, after the steps `played` so far.

    Tempting are the rows on both sides ("edge" beyond the outer rows) and the way off ("off"). When nothing may leave
    `touched`, that row itself is refused. Raises GameError for a roll that cannot be or for steps that are not legal.
    """
    turn = apply(position, row, roll, played, options)
    here = cell(position.to_move, touched)
    if isinstance(turn, Violation):
        if fault := row_fault(position, row):
            return Reach(touched, (), ((here, fault),))
        raise GameError("leistiko.steps", turn.rule, reason=turn.reason)
    play = Play(position, row, roll, Table.of(position, row, fitting_purse(position, row, roll, options), options))
    for step in turn.steps:
        play = play.then(step)
    if fault := play.piece_fault(Step("move", touched, 1, touched)):
        return Reach(touched, (), ((here, fault),))
    found = _goings(play, touched)
    goings = tuple(sorted(found.values(), key=lambda going: (going.to is None, going.to or 0)))
    return Reach(touched, goings, tuple(_refused(play, touched, found)))


def _goings(play: Play, touched: int) -> dict[int | None, Going]:
    """Return the cheapest way to every place that one piece reaches alone."""
    found: dict[int | None, Going] = {}
    edge: list[tuple[int, Play, tuple[Step, ...]]] = [(touched, play, ())]
    seen = {touched}
    while edge:
        row, now, steps = edge.pop(0)
        leap = Step("leap", row, 0)
        if not now.fault(leap):
            then = (*steps, now.then(leap).steps[-1])
            if None not in found or sum(step.cost for step in then) < found[None].cost:
                found[None] = Going(None, then)
        for near in (row - 1, row + 1):
            step = Step("move", row, 1, near)
            if near in ROWS and near not in seen and not now.fault(step):
                seen.add(near)
                found[near] = Going(near, (*steps, step))
                edge.append((near, now.then(step), (*steps, step)))
    return found


def _refused(play: Play, touched: int, found: dict[int | None, Going]) -> list[tuple[str, Fault]]:
    """Return why not to the next rows or off the board, as far as it cannot go there."""
    refused = []
    for near in (touched - 1, touched + 1):
        if near not in found and (fault := play.fault(Step("move", touched, 1, near))):
            refused.append((cell(play.position.to_move, near) if near in ROWS else "edge", fault))
    if None not in found and (fault := play.fault(Step("leap", touched, 0))):
        refused.append(("off", fault))
    return refused
