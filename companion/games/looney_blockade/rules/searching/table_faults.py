"""Finds the faults that the tables before and after a turn show, however it was played."""

from collections.abc import Iterator

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import (
    BLACK,
    CELLS,
    COLOURS,
    INDEX,
    count_pieces,
    pieces_of,
)
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, other_side
from companion.games.looney_blockade.rules.rules import Fault
from companion.games.looney_blockade.rules.searching.colour_paths import assign
from companion.games.looney_blockade.rules.turns import points_fault
from companion.games.reason import because

Stacks = tuple[str, ...]

_PIECES = (*(f"{colour}{size}" for colour in COLOURS for size in "321"), "C3", "C2", "C1")


def table_faults(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> list[Fault]:
    """Return all faults of `after` that no way of playing could explain, the plainest first."""
    faults = [
        *_piece_faults(before.stacks, after),
        *_large_faults(before.stacks, after),
        *_foreign_faults(before, after),
        *_black_faults(before, after, options),
        *_tower_faults(before.stacks, after),
        *_landing_faults(before, after),
    ]
    if faults and (least := least_points(before, after)) and (fault := points_fault(dice, least)):
        faults.append(fault)
    return faults


def _piece_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    """Yield coloured and clear pieces that vanished or appeared."""
    swapped = list(_swapped(before, after))
    for cell, was, now in swapped:
        yield Fault(because("looney.pieces.swapped", "BK-pieces", piece=was, cell=cell, other=now), (cell,))
    had, has = count_pieces(before), count_pieces(after)
    had.subtract(was for _, was, _ in swapped)
    has.subtract(now for _, _, now in swapped)
    for piece in _PIECES:
        fewer, more = _cells_with(before, after, piece)
        n = has[piece] - had[piece]
        if n < 0:
            yield Fault(because("looney.pieces.missing", "BK-pieces", n=-n, piece=piece, cells=fewer), fewer)
        elif n > 0:
            yield Fault(because("looney.pieces.more", "BK-pieces", n=n, piece=piece, cells=more), more)


def _swapped(before: Stacks, after: Stacks) -> Iterator[tuple[str, str, str]]:
    """Yield cells on which a piece became one of the same size of another colour that there are now too many of."""
    change = count_pieces(after)
    change.subtract(count_pieces(before))
    for cell, was, now in zip(CELLS, before, after, strict=True):
        for old, new in zip(pieces_of(was), pieces_of(now), strict=False):
            looks_alike = old[0] != new[0] and old[1] == new[1] and BLACK not in (old[0], new[0])
            if looks_alike and change[old] < 0 < change[new]:
                change[old] += 1
                change[new] -= 1
                yield cell, old, new


def _large_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    had, has = count_pieces(before), count_pieces(after)
    for piece in [piece for piece in _PIECES if piece[1] == "3"]:
        fewer, more = _cells_with(before, after, piece)
        if fewer and had[piece] == has[piece]:
            reason = because("looney.large.moved", "BK-large", piece=piece, start=fewer, end=more)
            yield Fault(reason, (*fewer, *more))


def _foreign_faults(before: Position, after: Stacks) -> Iterator[Fault]:
    """Yield pieces of the opponent, all still there, that are not where they were."""
    had, has = count_pieces(before.stacks), count_pieces(after)
    side = before.to_move
    for piece in [f"{colour}{size}" for colour in SIDES[other_side(side)] for size in "21"]:
        fewer, more = _cells_with(before.stacks, after, piece)
        if fewer and had[piece] == has[piece]:
            whose = {"side": side, "colours": SIDES[side]}
            reason = because("looney.own.moved", "BK-own", piece=piece, start=fewer, end=more, **whose)
            yield Fault(reason, (*fewer, *more))


def _black_faults(before: Position, after: Stacks, options: Options) -> Iterator[Fault]:
    """Yield blacks taken away or moved, put where no tower was made, or put on from nowhere."""
    had, has = count_pieces(before.stacks), count_pieces(after)
    moved: set[str] = set()
    for piece in ("K3", "K2", "K1"):
        fewer, more = _cells_with(before.stacks, after, piece)
        if swapped := [cell for cell in fewer if _other_black(cell, before.stacks, after)]:
            for cell in swapped:
                other = _other_black(cell, before.stacks, after)
                yield Fault(because("looney.black.swapped", "BK-06", piece=piece, cell=cell, other=other), (cell,))
                moved.add(cell)
        elif fewer:
            moved_to = because("looney.black.moved", "BK-06", piece=piece, start=fewer, end=more)
            taken = because("looney.black.taken", "BK-06", piece=piece, start=fewer)
            yield Fault(moved_to if more else taken, (*fewer, *more))
            moved.update(more)
        elif has[piece] - had[piece] > before.supply[int(piece[1]) - 1]:
            yield Fault(because("looney.cap.none_left", "BK-cap", piece=piece), more)
    for cell, was, now in zip(CELLS, before.stacks, after, strict=True):
        first = now.find(BLACK)
        if now.count(BLACK) > max(was.count(BLACK), 1):
            yield Fault(because("looney.cap.second", "BK-cap", cell=cell), (cell,))
        elif first < 0 or BLACK in was or cell in moved:
            continue
        elif first == 0 or not rules.is_bare_tree(now[:first], options):
            yield _uncalled_black(cell, now, first)


def _other_black(cell: str, before: Stacks, after: Stacks) -> str | None:
    """Return the black that stands where another one stood, if one does."""
    was, now = (stacks[INDEX[cell]] for stacks in (before, after))
    new = [piece for piece in ("K3", "K2", "K1") if now.count(piece) > was.count(piece)]
    return new[0] if new else None


def _uncalled_black(cell: str, now: str, first: int) -> Fault:
    black = now[first : first + 2]
    if {"1", "2", "3"} <= set(now[1:first:2]):
        return Fault(because("looney.cap.exactly", "BK-04", piece=black, cell=cell), (cell,))
    return Fault(because("looney.cap.no_tower", "BK-cap", piece=black, cell=cell), (cell,))


def _tower_faults(before: Stacks, after: Stacks) -> Iterator[Fault]:
    """Yield towers changed beneath their black."""
    for cell, was, now in zip(CELLS, before, after, strict=True):
        height = was.find(BLACK)
        if height >= 0 and was[height : height + 2] in pieces_of(now) and not now.startswith(was[: height + 2]):
            yield Fault(because("looney.tower.changed", "BK-05", cell=cell), (cell,))


def _landing_faults(before: Position, after: Stacks) -> Iterator[Fault]:
    """Yield pieces of the mover that stand where they could not have landed."""
    had, has = count_pieces(before.stacks), count_pieces(after)
    mine = [f"{colour}{size}" for colour in SIDES[before.to_move] for size in "21"]
    known = [piece for piece in mine if has[piece] <= had[piece]]
    for cell, was, now in zip(CELLS, before.stacks, after, strict=True):
        if now == was or now[:2] != was[:2]:
            continue
        for height in range(2, len(now), 2):
            piece = now[height : height + 2]
            if piece not in known or was.startswith(now[: height + 2]):
                continue
            if fault := rules.landing_fault(cell, now[:height], piece, before.to_move):
                yield fault
                break


def least_points(before: Position, after: Stacks) -> dict[str, int] | None:
    """Return the least points by colour that any way of playing needs; None when pieces are missing or cut off."""
    apart = rules.distances(rules.closed_cells(before.stacks, before.to_move))
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


def _cells_with(before: Stacks, after: Stacks, piece: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cells that have fewer of `piece` than before, and those that have more."""
    change = [now.count(piece) - was.count(piece) for was, now in zip(before, after, strict=True)]
    fewer = tuple(cell for cell, more in zip(CELLS, change, strict=True) if more < 0)
    return fewer, tuple(cell for cell, more in zip(CELLS, change, strict=True) if more > 0)
