"""What a look at the tables before and after a turn already shows to be wrong, without asking how it was played."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.looney_blockade import rules
from companion.games.looney_blockade.board import (
    BLACK,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    SIZE_NAMES,
    piece_name,
    pieces_of,
)
from companion.games.looney_blockade.model import SIDES, Options, Position, other_side
from companion.games.looney_blockade.rules import Fault
from companion.games.looney_blockade.turns import points_fault
from companion.games.looney_blockade.ways import assign

Stacks = tuple[str, ...]


def table_faults(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> list[Fault]:
    """Everything wrong with `after` that no way of playing could explain, the plainest first; [] if nothing is."""
    faults = [
        *_piece_faults(before.stacks, after),
        *_large_faults(before.stacks, after),
        *_foreign_faults(before, after),
        *_black_faults(before, after, options),
        *_tower_faults(before.stacks, after),
        *_landing_faults(before, after),
    ]
    if faults and (least := _least_points(before, after)) and (fault := points_fault(dice, least)):
        faults.append(fault)
    return faults


def _piece_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    """Coloured and clear pieces that vanished or appeared."""
    had, has = _count(before), _count(after)
    for piece in [*(f"{colour}{size}" for colour in COLOURS for size in "321"), "C3", "C2", "C1"]:
        fewer, more = _cells_with(before, after, piece)
        if has[piece] < had[piece]:
            reason = f"{_number(had[piece] - has[piece], piece)} missing, last seen on {_list(fewer)}"
            yield Fault("BK-pieces", reason, fewer)
        elif has[piece] > had[piece]:
            yield Fault("BK-pieces", f"{_number(has[piece] - had[piece], piece)} too many, on {_list(more)}", more)


def _large_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    had, has = _count(before), _count(after)
    for piece in ("R3", "Y3", "G3", "B3", "C3"):
        fewer, more = _cells_with(before, after, piece)
        if fewer and had[piece] == has[piece]:
            reason = f"the {piece_name(piece)} of {_list(fewer)} went to {_list(more)}, but larges never move"
            yield Fault("BK-large", reason, (*fewer, *more))


def _foreign_faults(before: Position, after: Stacks) -> Iterator[Fault]:
    """Pieces of the opponent, all still there, that are not where they were."""
    had, has = _count(before.stacks), _count(after)
    side = before.to_move
    for piece in [f"{colour}{size}" for colour in SIDES[other_side(side)] for size in "21"]:
        fewer, more = _cells_with(before.stacks, after, piece)
        if fewer and had[piece] == has[piece]:
            mine = " and ".join(COLOUR_NAMES[colour] for colour in SIDES[side])
            reason = f"the {piece_name(piece)} of {_list(fewer)} went to {_list(more)}, but {side} moves only {mine}"
            yield Fault("BK-own", reason, (*fewer, *more))


def _black_faults(before: Position, after: Stacks, options: Options) -> Iterator[Fault]:
    """Blacks taken away or moved, put where no tower was made, or put on from nowhere."""
    new: Counter[str] = Counter()
    for cell, was, now in zip(CELLS, before.stacks, after, strict=True):
        height = was.find(BLACK)
        if height >= 0 and now[height : height + 2] != was[height : height + 2]:
            yield Fault("BK-06", f"the {piece_name(was[height : height + 2])} of {cell} never moves again", (cell,))
            continue
        first = now.find(BLACK)
        new.update(piece for piece in pieces_of(now) if piece[0] == BLACK)
        new.subtract(piece for piece in pieces_of(was) if piece[0] == BLACK)
        if now.count(BLACK) > 1:
            yield Fault("BK-cap", f"a second black was put on {cell}", (cell,))
        elif height < 0 <= first and (not first or not rules.is_bare_tree(now[:first], options)):
            yield _uncalled_black(cell, now, first)
    for size in (3, 2, 1):
        if new[f"K{size}"] > before.supply[size - 1]:
            yield Fault("BK-cap", f"there is no black {SIZE_NAMES[size]} left in the supply to put on", ())


def _uncalled_black(cell: str, now: str, first: int) -> Fault:
    what = f"a {piece_name(now[first : first + 2])} was put on {cell}"
    if {"1", "2", "3"} <= set(now[1:first:2]):
        return Fault("BK-04", f"{what}, but only exactly large, medium, small is a tower", (cell,))
    return Fault("BK-cap", f"{what}, where no tower was completed", (cell,))


def _tower_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    """Towers changed beneath their black."""
    for cell, was, now in zip(CELLS, before, after, strict=True):
        height = was.find(BLACK)
        same_black = height >= 0 and now[height : height + 2] == was[height : height + 2]
        if same_black and now[:height] != was[:height]:
            yield Fault("BK-05", f"the tower on {cell} was changed beneath its black", (cell,))


def _landing_faults(before: Position, after: Stacks) -> Iterator[Fault]:
    """Pieces of the mover that stand where they could not have landed."""
    for cell, was, now in zip(CELLS, before.stacks, after, strict=True):
        if now == was or now[:2] != was[:2]:
            continue
        for height in range(2, len(now), 2):
            piece = now[height : height + 2]
            if piece[0] not in SIDES[before.to_move] or was.startswith(now[: height + 2]):
                continue
            if fault := rules.landing_fault(cell, now[:height], piece, before.to_move):
                yield fault
                break


def _least_points(before: Position, after: Stacks) -> dict[str, int] | None:
    """The least points by colour that any way of playing needs; None when pieces are missing or cut off."""
    apart = rules.distances(rules.blocked_cells(before.stacks, before.to_move))
    points = dict.fromkeys(SIDES[before.to_move], 0)
    for colour in points:
        for piece in (f"{colour}1", f"{colour}2"):
            change = [now.count(piece) - was.count(piece) for was, now in zip(before.stacks, after, strict=True)]
            surplus = tuple(i for i, more in enumerate(change) for _ in range(-more))
            deficit = tuple(i for i, more in enumerate(change) for _ in range(more))
            least = assign(surplus, deficit, apart)
            if least is None or least >= rules.UNREACHABLE:
                return None
            points[colour] += least
    return points


def _count(stacks: Sequence[str]) -> Counter[str]:
    return Counter(piece for stack in stacks for piece in pieces_of(stack))


def _cells_with(before: Stacks, after: Stacks, piece: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cells that have fewer of `piece` than before, and those that have more."""
    change = [now.count(piece) - was.count(piece) for was, now in zip(before, after, strict=True)]
    fewer = tuple(cell for cell, more in zip(CELLS, change, strict=True) if more < 0)
    return fewer, tuple(cell for cell, more in zip(CELLS, change, strict=True) if more > 0)


def _number(count: int, piece: str) -> str:
    name = piece_name(piece)
    return f"a {name} is" if count == 1 else f"{count} {name}s are"


def _list(cells: Sequence[str]) -> str:
    return ", ".join(cells)
