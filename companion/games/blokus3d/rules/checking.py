"""Judging a turn from the table before it and the columns, or only the tops, after it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.blokus3d.rules.falling import put_down
from companion.games.blokus3d.rules.model import (
    COLOUR_OF,
    LETTERS,
    Placement,
    Position,
    Turn,
    Violation,
    check_letters,
    read_square,
    square_name,
)
from companion.games.blokus3d.rules.pieces import MOST_CUBES, ORIENTATIONS, Cell, at_origin, piece_of
from companion.games.blokus3d.rules.rules import Fault
from companion.games.blokus3d.rules.structures import Square
from companion.games.blokus3d.rules.turns import OVER, moves, played, settled, turn_faults
from companion.games.errors import GameError, printable
from companion.games.reason import because

# Stands in a column for a cell that is empty though there is a cube above it.
EMPTY = "."


@dataclass(frozen=True)
class Readings:
    """All legal placements that explain the seen tops. `unchanged`: the tops show no change."""

    position: Position
    placements: tuple[Placement, ...]
    unchanged: bool

    @property
    def turn(self) -> Turn | None:
        """The turn, None if the tops leave it in doubt."""
        return None if self.unchanged or len(self.placements) > 1 else played(self.position, self.placements[0])


def check(before: Position, after: Mapping[str, str]) -> Turn | Violation:
    """Return the legal turn that leads from `before` to the columns `after`, or why there is none.

    `after` has the cubes of any square of the board from below, "." for a cell left empty below a cube. Complete: two
    placements never lead to the same columns. Raises GameError for malformed columns.
    """
    now, seen = settled(before), _read_columns(after, before)
    built = {square: before.column(square) for square in before.limits}
    changed, added = _differences(built, seen)
    fault = _table_fault(now, changed, added)
    if fault is None:
        cells = tuple(sorted(added))
        placement = Placement(piece_of(at_origin(cells)) or "", cells)
        faults = turn_faults(now, placement)
        if not faults:
            return played(now, placement)
        fault = faults[0]
    return Violation(fault.reason, fault.cells, _nearest(now, added))


def _read_columns(columns: Mapping[str, str], before: Position) -> dict[Square, str]:
    found = {}
    for name, column in columns.items():
        square = read_square(name)
        check_letters(name, column, before.players, EMPTY)
        found[square] = column.rstrip(EMPTY)
    return found


def _differences(was: Mapping[Square, str], now: Mapping[Square, str]) -> tuple[list[Cell], dict[Cell, str]]:
    """Return the cells whose cube is gone or another one, and the letters of the cubes added."""
    changed, added = [], {}
    for square in sorted({*was, *now}):
        old, new = was.get(square, ""), now.get(square, "")
        changed += [(*square, z) for z, letter in enumerate(old) if new[z : z + 1] != letter]
        added.update({(*square, z): letter for z, letter in enumerate(new) if z >= len(old) and letter != EMPTY})
    return changed, added


def _table_fault(now: Position, changed: Sequence[Cell], added: Mapping[Cell, str]) -> Fault | None:
    """Return what the two tables alone show: cubes that moved, nothing added, another colour, more than one piece."""
    if now.to_move is None:
        return Fault(OVER, tuple(added))
    if changed:
        return Fault(because("blokus.changed", "B3-stay", squares=_names(changed)), tuple(changed))
    if not added:
        return Fault(because("blokus.must", "B3-must", player=now.to_move), ())
    mine = LETTERS[now.to_move]
    if foreign := [cell for cell, letter in added.items() if letter != mine]:
        return _foreign_fault(now, foreign, COLOUR_OF[added[foreign[0]]])
    if piece_of(at_origin(added)):
        return None
    key = "blokus.added.too_many" if len(added) > MOST_CUBES else "blokus.added.no_piece"
    return Fault(because(key, "B3-turn", n=len(added), squares=_names(added)), tuple(added))


def _foreign_fault(now: Position, cells: Sequence[Cell], colour: str) -> Fault:
    if colour in now.out:
        return Fault(because("blokus.added.out", "B3-05", colour=colour, squares=_names(cells)), tuple(cells))
    reason = because("blokus.added.other", "B3-turn", colour=colour, squares=_names(cells), player=now.to_move)
    return Fault(reason, tuple(cells))


def _names(cells: Iterable[Cell]) -> list[str]:
    return list(dict.fromkeys(square_name(cell[:2]) for cell in cells))


def _nearest(now: Position, added: Iterable[Cell]) -> Turn | None:
    """Return the legal turn whose cells differ least from those added; of several one with the piece that was added."""
    wanted = set(added)
    piece = piece_of(at_origin(wanted)) if wanted else None
    choices = moves(now)
    if not choices:
        return None
    best = min(choices, key=lambda choice: (len(wanted.symmetric_difference(choice.cells)), choice.piece != piece))
    return played(now, best)


def check_tops(before: Position, tops: Mapping[str, str | None]) -> Readings | Violation:
    """Return every legal turn after which the structure looks from above as `tops`, or why there is none.

    `tops` has the letter on top of any square of the board, "" where nothing stands, None where nothing can be seen;
    squares left out are empty. Raises GameError for malformed tops.
    """
    now, seen = settled(before), _read_tops(tops, before)
    was = {square: before.column(square)[-1:] for square in before.limits}
    changed = {square: letter for square, letter in seen.items() if letter not in (None, was.get(square, ""))}
    if now.to_move is None:
        return Violation(OVER)
    view = _View(set(changed), {square for square, letter in seen.items() if letter in (None, LETTERS[now.to_move])})
    fitting = tuple(placement for placement in moves(now) if view.fits(placement.cells))
    if fitting:
        return Readings(now, fitting, not changed)
    fault = _tops_fault(now, changed, view)
    nearest = min(moves(now), key=lambda placement: view.misfit(placement.cells))
    return Violation(fault.reason, fault.cells, played(now, nearest))


def _read_tops(tops: Mapping[str, str | None], before: Position) -> dict[Square, str | None]:
    found: dict[Square, str | None] = dict.fromkeys(before.limits, "")
    for name, letter in tops.items():
        square = read_square(name)
        if letter is not None:
            check_letters(name, letter, before.players)
            if len(letter) > 1:
                raise GameError("blokus.tops.letter", square=name, got=printable(letter))
        if letter or square in found:
            found[square] = letter
    return found


@dataclass(frozen=True)
class _View:
    """Squares that a placement must cover (`changed`) and those that it may cover (`open`), by the tops."""

    changed: set[Square]
    open: set[Square]

    def fits(self, cells: Iterable[Cell]) -> bool:
        covered = {(x, y) for x, y, _ in cells}
        return self.changed <= covered <= self.open

    def misfit(self, cells: Iterable[Cell]) -> int:
        """Return how many squares would look otherwise."""
        covered = {(x, y) for x, y, _ in cells}
        return len(self.changed - covered) + len(covered - self.open)


def _tops_fault(now: Position, changed: Mapping[Square, str | None], view: _View) -> Fault:
    cells = {square: (*square, len(now.column(square)) if square in now.limits else 0) for square in changed}
    if gone := [cells[square] for square, letter in changed.items() if not letter]:
        return Fault(because("blokus.gone", "B3-stay", squares=_names(gone)), tuple(gone))
    if foreign := [cells[square] for square in changed if square not in view.open]:
        return _foreign_fault(now, foreign, COLOUR_OF[changed[foreign[0][:2]] or ""])
    if not changed:
        return Fault(because("blokus.tops.must", "B3-must", player=now.to_move), ())
    standing = [
        Placement(piece, cells)
        for piece, shapes in ORIENTATIONS.items()
        for shape in shapes
        for cells in put_down(now, shape, next(iter(changed)))
        if view.fits(cells)
    ]
    if not standing:
        reason = because("blokus.tops.no_piece", "B3-turn", squares=_names(cells.values()))
        return Fault(reason, tuple(cells.values()))
    return min((turn_faults(now, placement) for placement in standing), key=len)[0]
