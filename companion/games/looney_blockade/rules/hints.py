"""Help for a player with a piece in hand: where it can go, and why not elsewhere. Whole turns: `suggesting`."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import CELLS, CLEAR
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Hop, Options, Position
from companion.games.looney_blockade.rules.rules import UNREACHABLE, Fault
from companion.games.looney_blockade.rules.turns import Table, moves, read_budget, read_cell
from companion.games.reason import Value, because


@dataclass(frozen=True)
class Reach:
    """The cells that the top piece of a cell can go to, and those that look as if it could, with the reason why not."""

    start: str
    hops: tuple[Hop, ...]
    refused: tuple[tuple[str, Fault], ...]


def reach(position: Position, start: str, budget: Mapping[str, int], options: Options = RULINGS) -> Reach:
    """Return the legal hops from `start` with `budget` (points left by colour), and why tempting cells are refused.

    Tempting are clear cells, towers of the mover's other colour, and the piece's own colour. When nothing may move
    from `start`, that cell itself is refused. Raises GameError for a cell that does not exist.
    """
    table, left, i = Table.of(position, options), read_budget(budget, position.to_move), read_cell(start)
    if fault := table.ended() or table.start_fault(i):
        return Reach(start, (), ((start, fault),))
    hops = tuple(hop for hop in moves(position, left, options) if hop.start == start)
    legal = {hop.end for hop in hops}
    piece = table.stacks[i][-2:]
    refused = [
        (CELLS[j], _refusal(table, i, j, left.get(piece[0], 0)))
        for j in range(len(CELLS))
        if j != i and CELLS[j] not in legal and _tempts(table, j, piece)
    ]
    return Reach(start, hops, tuple(refused))


def refusal(position: Position, start: str, end: str, budget: Mapping[str, int], options: Options = RULINGS) -> Fault:
    """Return why the top piece of `start` may not go to `end`, where it may not. Raises GameError for a cell that does
    not exist."""
    table, left, i = Table.of(position, options), read_budget(budget, position.to_move), read_cell(start)
    fault = table.ended() or table.start_fault(i)
    return fault or _refusal(table, i, read_cell(end), left.get(table.stacks[i][-2:][0], 0))


def _tempts(table: Table, j: int, piece: str) -> bool:
    stack = table.stacks[j]
    friendly_tower = rules.is_capped(stack) and stack[0] in SIDES[table.side]
    return stack[:1] in (CLEAR, piece[0]) or friendly_tower


def _refusal(table: Table, i: int, j: int, left: int) -> Fault:
    fault = table.end_fault(i, j) or table.way_fault(i, j)
    if fault:
        return fault
    cost, free = table.cost(i, j), rules.distances(frozenset())[i][j]
    price: dict[str, Value] = {"cell": CELLS[j], "cost": cost, "colour": table.stacks[i][-2], "left": left}
    if free < cost < UNREACHABLE:
        return Fault(because("looney.reach.detour", "BK-points", **price, more=cost - free), (CELLS[j],))
    return Fault(because("looney.reach.cost", "BK-points", **price), (CELLS[j],))
