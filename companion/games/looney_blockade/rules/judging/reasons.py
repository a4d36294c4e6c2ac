"""The reason a referee gives for an illegal turn: the one rule without which it would have been legal.

First comes what the tables alone show (`table_faults`), then blacks, then every other rule is relaxed in turn and the
turn searched again. When no single rule explains it, the rules are relaxed together and all that were broken are named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.errors import GameError
from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import BLACK, CELLS, INDEX
from companion.games.looney_blockade.rules.judging.missing_blacks import cappings, completed_turn
from companion.games.looney_blockade.rules.model import Options, Position, Turn, Violation
from companion.games.looney_blockade.rules.rules import UNREACHABLE, Fault
from companion.games.looney_blockade.rules.searching.find_turn import Found, Laxity, find_moves, find_turn
from companion.games.looney_blockade.rules.searching.landing_option_c import find_parking_moves
from companion.games.looney_blockade.rules.searching.nearest_legal import nearest_turn
from companion.games.looney_blockade.rules.searching.table_faults import least_points, table_faults
from companion.games.looney_blockade.rules.turns import Table, apply, over_fault, points_fault
from companion.games.reason import because, joint
from companion.games.step_budget import LimitError, at_most

Stacks = tuple[str, ...]

_SINGLE = (Laxity(through=True), Laxity(from_under=True), Laxity(after_win=True), Laxity(points=True))
_TOGETHER = (
    Laxity(through=True, points=True),
    Laxity(from_under=True, points=True),
    Laxity(through=True, from_under=True, after_win=True, points=True),
)
# Steps of the searches for the broken rule.
_STEPS = 250_000
# How many tables to look at for a turn that would be legal but for a landing on the way.
_PARKING_TABLES = 2_000


def explain(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> Violation:
    """Return why no legal turn leads from `before` to the stacks `after`."""
    if fault := Table.of(before, options).ended():
        return _violation([fault], before, after, nearest_turn(before, after, dice, options))
    faults = table_faults(before, after, dice, options)
    if faults:
        return _violation(faults, before, after, nearest_turn(before, after, dice, options))
    try:
        with at_most(_STEPS):
            faults, turn = _searched_faults(before, after, dice, options)
    except LimitError as limit:
        faults, turn = [Fault(because("looney.unclear", "BK-move", most=limit.most), ())], None
    return _violation(faults, before, after, turn or nearest_turn(before, after, dice, options))


def _searched_faults(
    before: Position, after: Stacks, dice: dict[str, int], options: Options
) -> tuple[list[Fault], Turn | None]:
    """Return what only searches find wrong, and the legal turn if it is but a black."""
    cap_fault, right = _cap_fault(before, after, dice, options)
    faults = [cap_fault] if cap_fault else []
    if cap_fault and right and (turn := find_turn(before, right, dice, options)):
        return faults, turn
    return faults + _play_faults(before, right or after, dice, options), None


def _violation(faults: Sequence[Fault], before: Position, after: Stacks, nearest: Turn) -> Violation:
    changed = tuple(cell for cell, was, now in zip(CELLS, before.stacks, after, strict=True) if was != now)
    if not faults:
        return Violation(because("looney.several", "BK-move"), changed, nearest)
    reason = joint([fault.reason for fault in faults])
    if len({fault.rule for fault in faults}) > 1:
        return Violation(reason, changed, nearest)
    cells = tuple(dict.fromkeys(cell for fault in faults for cell in fault.cells))
    return Violation(reason, cells or changed, nearest)


def _cap_fault(
    before: Position, after: Stacks, dice: dict[str, int], options: Options
) -> tuple[Fault | None, Stacks | None]:
    """Return what is wrong with the blacks put on in this turn, and the table with the right ones."""
    without = tuple(
        now.replace(now[now.find(BLACK) : now.find(BLACK) + 2], "") if BLACK in now and BLACK not in was else now
        for was, now in zip(before.stacks, after, strict=True)
    )
    choices = list(cappings(before, without, options))
    if not choices:
        return None, None
    turn = completed_turn(before, without, dice, options)
    most_alike = max(choices, key=lambda stacks: sum(a == b for a, b in zip(stacks, after, strict=True)))
    right = turn.position.stacks if turn else most_alike
    if right == after:
        return None, None
    wrong = [i for i in range(len(CELLS)) if right[i] != after[i]]
    return _wrong_blacks(after, right, wrong), right


def _wrong_blacks(after: Stacks, right: Stacks, wrong: Sequence[int]) -> Fault:
    reasons = []
    for i in wrong:
        needs, has = _black(right[i]), _black(after[i])
        if needs and has:
            reasons.append(because("looney.cap.wrong", "BK-cap", cell=CELLS[i], piece=has, next=needs))
        elif needs:
            reasons.append(because("looney.cap.lacks", "BK-cap", cell=CELLS[i], piece=needs))
        else:
            reasons.append(because("looney.cap.empty", "BK-cap", cell=CELLS[i], piece=has))
    return Fault(joint(reasons), tuple(CELLS[i] for i in wrong))


def _black(stack: str) -> str:
    at = stack.find(BLACK)
    return stack[at : at + 2] if at >= 0 else ""


def _play_faults(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> list[Fault]:
    """Return the rules broken on the way to a table that by itself could be the end of a turn."""
    if fault := _landing_reading(before, after, dice, options):
        return [fault]
    judged = replace(options, landing="a") if options.landing == "c" else options
    if faults := _relaxed(before, after, dice, judged, _SINGLE):
        return faults
    least = least_points(before, after)
    if least and (fault := points_fault(dice, least)):
        return [replace(fault, reason=because("looney.points.least", fault.rule, reason=fault.reason))]
    if options.landing == "a" and (fault := _parked(before, after, dice, options)):
        return [fault]
    return _relaxed(before, after, dice, judged, _TOGETHER)


def _relaxed(
    before: Position, after: Stacks, dice: dict[str, int], options: Options, laxities: Sequence[Laxity]
) -> list[Fault]:
    """Return the rules that the first successful of several relaxed searches broke."""
    for laxity in laxities:
        if found := find_moves(before, after, dice, options, laxity):
            return list(_broken(before, found, dice, options, laxity))
    return []


def _broken(before: Position, found: Found, dice: dict[str, int], options: Options, laxity: Laxity) -> Iterator[Fault]:
    """Yield the rules that a relaxed search broke."""
    table = Table.of(before, options)
    for (start, end), piece in zip(found.moves, found.pieces, strict=True):
        i, j = INDEX[start], INDEX[end]
        if laxity.after_win and (won := over_fault(table)):
            reason = because("looney.over.played", won.rule, reason=won.reason, start=start, end=end)
            yield Fault(reason, (start, end))
            break
        if laxity.through and (fault := _wall_fault(table, i, j, piece)):
            yield fault
        if table.stacks[i][-2:] != piece:
            top = table.stacks[i][-2:]
            yield Fault(because("looney.under", "BK-01", piece=piece, cell=start, top=top), (start,))
            break
        table = table.hop(i, j)[0]
    if laxity.points and (fault := points_fault(dice, found.points)):
        yield fault


def _wall_fault(table: Table, start: int, end: int, piece: str) -> Fault | None:
    """Return the blockade that a hop went through, if it went through one."""
    free = rules.distances(frozenset())
    cost = table.distances()[start][end]
    if cost == free[start][end]:
        return None
    walls = tuple(
        CELLS[wall]
        for wall in sorted(rules.blocked_cells(table.stacks, table.side))
        if free[start][wall] + free[wall][end] == free[start][end]
    )
    shut = cost >= UNREACHABLE
    around = because("looney.wall.shut") if shut else because("looney.wall.around", cost=cost)
    rule = "BK-08" if all(table.stacks[INDEX[wall]][-2] != BLACK for wall in walls) else "BK-pass"
    hop = {"piece": piece, "start": CELLS[start], "end": CELLS[end]}
    return Fault(because("looney.wall", rule, **hop, walls=walls, around=around), (CELLS[start], CELLS[end], *walls))


def _landing_reading(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> Fault | None:
    """Return where every step must land (BK-02 b): the hop that would be legal if only its end had to."""
    if options.landing != "b":
        return None
    turn = find_turn(before, after, dice, replace(options, landing="a"))
    return _first_fault(before, [(hop.start, hop.end) for hop in turn.hops], dice, options) if turn else None


def _parked(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> Fault | None:
    """Return the landing that only a piece passing through could have made (BK-02)."""
    try:
        moves = find_parking_moves(Table.of(before, replace(options, landing="c")), after, dice, _PARKING_TABLES)
    except GameError:
        return None
    return _first_fault(before, moves, dice, options) if moves else None


def _first_fault(
    before: Position, moves: Sequence[tuple[str, str]], dice: dict[str, int], options: Options
) -> Fault | None:
    played = apply(before, dice, moves, options)
    if isinstance(played, Turn):
        return None
    return Fault(because("looney.on_the_way", "BK-02", reason=played.reason), played.cells)
