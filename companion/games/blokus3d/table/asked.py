"""Tells what fits on a square that a question names, where a piece may go, or the first rule against it."""

from collections.abc import Sequence

from companion.games.blokus3d.rules.hints import reach_of_piece, reach_of_square
from companion.games.blokus3d.rules.model import Position, square_name
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.table.columns import SQUARES
from companion.games.reason import Reason, because
from companion.referee.table_parts import told_here


def allowed(position: Position, named: Sequence[str]) -> Sequence[Reason]:
    """Return the pieces that fit on the first square named; of a piece named the squares that it can cover. With both
    only whether that piece fits there."""
    squares = [word for word in named if word in SQUARES]
    pieces = [word for word in named if word in PIECES]
    if squares:
        found = reach_of_square(position, squares[0])
        fitting = dict.fromkeys(each.piece for each in found.placements if not pieces or each.piece in pieces)
        ways = [because("blokus.asked.fits", piece=piece, square=squares[0]) for piece in fitting]
    elif pieces:
        found = reach_of_piece(position, pieces[0])
        covered = {square_name(cell[:2]) for each in found.placements for cell in each.cells}
        ways = [because("blokus.asked.covers", piece=pieces[0], squares=tuple(sorted(covered)))] if covered else []
    else:
        return ()
    refused = [each for each in found.refused if not pieces or each.piece in pieces]
    return told_here(ways, refused[0].fault.reason if refused and not ways else None)
