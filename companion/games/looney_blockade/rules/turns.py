"""Plays a turn hop by hop: which piece may move where, what it costs, and which rule a hop breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.games.errors import GameError, printable
from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import BLACK, CELLS, INDEX
from companion.games.looney_blockade.rules.model import (
    RULINGS,
    SIDES,
    Hop,
    Options,
    Outcome,
    Position,
    Side,
    Turn,
    Violation,
    check_roll,
    other_side,
)
from companion.games.looney_blockade.rules.rules import UNREACHABLE, Fault
from companion.games.reason import because


@dataclass(frozen=True)
class Table:
    """The table in the middle of a turn of `side`: the 25 stacks and the black supply."""

    stacks: tuple[str, ...]
    supply: tuple[int, int, int]
    side: Side
    options: Options

    @classmethod
    def of(cls, position: Position, options: Options) -> "Table":
        return cls(position.stacks, position.supply, position.to_move, options)

    def winner(self) -> Side | None:
        return rules.winner(self.stacks, self.supply, self.options)

    def ended(self) -> Fault | None:
        """Return why no turn can begin with this table. A draw ends the game only between turns (BK-12)."""
        if fault := over_fault(self):
            return fault
        if rules.is_drawn(self.supply, self.options):
            return Fault(because("looney.over.draw", "BK-12"), ())
        return None

    def distances(self) -> tuple[tuple[int, ...], ...]:
        return rules.distances(rules.blocked_cells(self.stacks, self.side))

    def hop(self, start: int, end: int) -> tuple["Table", str | None]:
        """Put the top piece of `start` on `end`, without judging that. Returns the table, with a black on a tower that
        this completes, and that black or None."""
        stacks = list(self.stacks)
        piece = stacks[start][-2:]
        stacks[start] = stacks[start][:-2]
        completed = rules.completes_tower(stacks[end], piece, self.options)
        cap = rules.next_black(self.supply) if completed else None
        stacks[end] += piece + (cap or "")
        supply = rules.without(self.supply, cap) if cap else self.supply
        return Table(tuple(stacks), supply, self.side, self.options), cap

    def cost(self, start: int, end: int) -> int:
        """Return the points for moving the top piece of `start` to `end`, whatever `end` holds; UNREACHABLE if no way
        leads there."""
        if self.options.landing == "b":
            return self._cost_by_landings(start, end)
        return self.distances()[start][end]

    def _cost_by_landings(self, start: int, end: int) -> int:
        """Return `cost` where every step is a landing (BK-02 b): a piece that completes a tower stops there."""
        piece = self.stacks[start][-2:]
        cost, seen, edge = 1, {start}, [start]
        while edge:
            near = {near for cell in edge for near in rules.NEIGHBOURS[cell]} - seen
            if end in near:
                return cost
            edge = [cell for cell in sorted(near) if self._steps_on(cell, piece)]
            seen |= near
            cost += 1
        return UNREACHABLE

    def _steps_on(self, cell: int, piece: str) -> bool:
        stack = self.stacks[cell]
        if rules.completes_tower(stack, piece, self.options):
            return False
        return rules.landing_fault(CELLS[cell], stack, piece, self.side) is None

    def start_fault(self, start: int) -> Fault | None:
        """Return why nothing may be moved from `start`."""
        cell, top = CELLS[start], self.stacks[start][-2:]
        if not top:
            return Fault(because("looney.start.empty", "BK-move", cell=cell), (cell,))
        if top[0] == BLACK:
            return Fault(because("looney.start.black", "BK-06", piece=top, cell=cell), (cell,))
        if top[1] == "3":
            return Fault(because("looney.start.large", "BK-large", piece=top, cell=cell), (cell,))
        if top[0] not in SIDES[self.side]:
            whose = {"side": self.side, "colours": SIDES[self.side]}
            return Fault(because("looney.start.own", "BK-own", piece=top, cell=cell, **whose), (cell,))
        return None

    def end_fault(self, start: int, end: int) -> Fault | None:
        """Return why the top piece of `start`, which may move, may not be put down on `end`, cost aside."""
        piece = self.stacks[start][-2:]
        if start == end:
            return Fault(because("looney.end.same", "BK-move", piece=piece, cell=CELLS[start]), (CELLS[start],))
        if self.options.landing == "c" and not rules.is_blockade_for(self.stacks[end], self.side):
            return None
        return rules.landing_fault(CELLS[end], self.stacks[end], piece, self.side)

    def way_fault(self, start: int, end: int) -> Fault | None:
        """Return why no way leads from `start` to `end` at all."""
        if self.cost(start, end) < UNREACHABLE:
            return None
        hop = {"piece": self.stacks[start][-2:], "start": CELLS[start], "end": CELLS[end]}
        there = (CELLS[start], CELLS[end])
        if self.options.landing == "b":
            return Fault(because("looney.way.steps", "BK-02", **hop), there)
        walls = tuple(CELLS[i] for i in sorted(rules.blocked_cells(self.stacks, self.side)))
        return Fault(because("looney.way.walls", "BK-pass", **hop, walls=walls), (*there, *walls))

    def hop_fault(self, start: int, end: int) -> Fault | None:
        """Return why the top piece of `start` may not go to `end`, points aside."""
        return self.start_fault(start) or self.end_fault(start, end) or self.way_fault(start, end)

    def parking_fault(self, before: Sequence[str]) -> Fault | None:
        """Return the fault of a piece that stands where it could not have landed, with landing judged at the end of the
        turn (BK-02 c). Pieces that stand as in the stacks `before` the turn are not judged."""
        for cell, was, stack in zip(CELLS, before, self.stacks, strict=True):
            for i in range(0, len(stack), 2) if stack != was else ():
                below, piece = stack[:i], stack[i : i + 2]
                if piece[0] == BLACK or was.startswith(stack[: i + 2]):
                    continue
                if fault := rules.landing_fault(cell, below, piece, self.side):
                    return fault
        return None


def points_fault(roll: dict[str, int], points: Mapping[str, int]) -> Fault | None:
    """Return the fault if `points` spent by colour are more than `roll` gives, however it is shared (BK-10, BK-11)."""
    if any(rules.covers(way, points) for way in rules.allowances(roll)):
        return None
    over = tuple(
        because("looney.points.over", colour=colour, needs=points[colour], had=roll[colour])
        for colour in roll
        if points[colour] > roll[colour]
    )
    if max(roll.values()) > 3:
        return Fault(because("looney.points", "BK-points", over=over), ())
    total = sum(roll.values())
    if all(points.values()) and max(points.values()) <= total:
        return Fault(because("looney.points.shared", "BK-10", over=over, total=total), ())
    return Fault(because("looney.points.sum", "BK-points", over=over, total=total), ())


def apply(
    position: Position, roll: Mapping[str, int], moves: Sequence[tuple[str, str]], options: Options = RULINGS
) -> Turn | Violation:
    """Play one whole turn. `moves` are the hops (from, to) in order, none is a legal turn (BK-17).

    Each hop goes the cheapest way. A violation's `nearest` is the turn up to the hop that breaks the rule. Raises
    GameError for a roll or a cell that does not exist.
    """
    roll = check_roll(roll, position.to_move)
    table = Table.of(position, options)
    points = dict.fromkeys(SIDES[position.to_move], 0)
    hops: list[Hop] = []
    for start, end in read_moves(moves):
        before = table, points
        fault = over_fault(table) if hops else table.ended()
        fault = fault or table.hop_fault(start, end)
        if not fault:
            piece, cost = table.stacks[start][-2:], table.cost(start, end)
            points = {**points, piece[0]: points[piece[0]] + cost}
            fault = points_fault(roll, points)
        if fault:
            cells = fault.cells or (CELLS[start], CELLS[end])
            table, points = before
            nearest = None if table.parking_fault(position.stacks) else turn_of(hops, table, points)
            return Violation(fault.reason, cells, nearest)
        table, cap = table.hop(start, end)
        hops.append(Hop(CELLS[start], CELLS[end], piece, cost, cap))
    if fault := table.parking_fault(position.stacks):
        return Violation(fault.reason, fault.cells)
    return turn_of(hops, table, points)


def over_fault(table: Table) -> Fault | None:
    if side := table.winner():
        return Fault(because("looney.over", "BK-13", side=side), ())
    return None


def turn_of(hops: Sequence[Hop], table: Table, points: Mapping[str, int]) -> Turn:
    """Return the turn that ends with `table`."""
    grid = dict(zip(CELLS, table.stacks, strict=True))
    return Turn(tuple(hops), dict(points), Position(grid, table.supply, other_side(table.side)))


def read_moves(moves: Any) -> list[tuple[int, int]]:
    """Read hops (from, to) as cell indexes. Raises GameError naming the hop."""
    if isinstance(moves, str | Mapping) or not isinstance(moves, Sequence):
        raise GameError("looney.moves.no_list")
    read = []
    for i, move in enumerate(moves, 1):
        if not isinstance(move, Sequence) or isinstance(move, str) or len(move) != 2:
            raise GameError("looney.moves.no_hop", number=i)
        read.append((read_cell(move[0], i), read_cell(move[1], i)))
    return read


def read_cell(cell: Any, hop: int | None = None) -> int:
    """Return the index of a cell. Raises GameError, with the number of the `hop` it is part of, if any."""
    if not isinstance(cell, str) or cell not in INDEX:
        no_cell = because("looney.no_cell", got=printable(cell))
        raise GameError("looney.moves.at", number=hop, reason=no_cell) if hop else GameError.of(no_cell)
    return INDEX[cell]


def moves(position: Position, budget: Mapping[str, int], options: Options = RULINGS) -> list[Hop]:
    """Return every legal hop of one piece that `budget` can pay, ordered by start and end cell; none once the game is
    over. `budget`: points left, by colour of the mover. Raises GameError for a budget of another shape.
    """
    table = Table.of(position, options)
    left = read_budget(budget, position.to_move)
    if table.ended():
        return []
    found = []
    for start in range(len(CELLS)):
        if table.start_fault(start):
            continue
        piece = table.stacks[start][-2:]
        for end in range(len(CELLS)):
            if not table.end_fault(start, end) and (cost := table.cost(start, end)) <= left.get(piece[0], 0):
                found.append(Hop(CELLS[start], CELLS[end], piece, cost, table.hop(start, end)[1]))
    return found


def read_budget(budget: Any, side: Side) -> dict[str, int]:
    """Read the points left, by colour of `side`; a colour left out has none. Raises GameError."""
    if not isinstance(budget, Mapping):
        raise GameError("looney.budget")
    for colour, points in budget.items():
        if colour not in SIDES[side]:
            raise GameError("looney.budget.colour", side=side, got=printable(colour), colours=SIDES[side])
        if type(points) is not int or not 0 <= points <= 24:
            raise GameError("looney.budget.points", got=printable(points), colour=colour)
    return dict(budget)


def outcome(position: Position, options: Options = RULINGS) -> Outcome:
    """Return the winner, if a colour has five towers, and every colour's towers."""
    table = Table.of(position, options)
    winner: Side | Literal["draw"] | None = table.winner()
    if winner is None and rules.is_drawn(table.supply, options):
        winner = "draw"
    return Outcome(winner, rules.towers(table.stacks, table.supply, options))
