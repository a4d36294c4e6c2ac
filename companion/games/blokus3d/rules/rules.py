"""The rules of placing and scoring, one piece at a time, in the order of the rulebook.

Rules here ask columns of text about one placement; `space` has the same rules as tables, for many placements.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.blokus3d.rules.model import COLOUR_OF, LETTERS, Position, square_name
from companion.games.blokus3d.rules.pieces import CUBES, MIRRORED, Cell, at_origin, neighbours, piece_of
from companion.games.broken import Broken
from companion.games.reason import because


@dataclass(frozen=True)
class Fault(Broken[Cell]):
    """A rule broken by one placement."""


def placement_faults(position: Position, player: str, piece: str, cells: Sequence[Cell]) -> list[Fault]:
    """Return the rules that `player` breaks by putting `piece` on `cells`, which are distinct: at most one each for the
    piece, its place and its contact. The turn order is not checked."""
    faults = [_piece_fault(position, player, piece, cells) or _shape_fault(piece, cells), place_fault(position, cells)]
    if faults[1] is None:
        faults.append(_contact_fault(position, player, cells))
    return [fault for fault in faults if fault]


def _piece_fault(position: Position, player: str, piece: str, cells: Sequence[Cell]) -> Fault | None:
    if piece in position.left[player]:
        return None
    twin = MIRRORED.get(piece)
    key = "blokus.placed.mirror" if twin in position.left[player] else "blokus.placed"
    return Fault(because(key, "B3-pieces", player=player, piece=piece, twin=twin), tuple(cells))


def _shape_fault(piece: str, cells: Sequence[Cell]) -> Fault | None:
    formed = piece_of(at_origin(cells)) if cells else None
    if formed == piece:
        return None
    if formed and MIRRORED.get(formed) == piece:
        return Fault(because("blokus.forms.mirror", "B3-pieces", formed=formed, piece=piece), tuple(cells))
    key = "blokus.forms.other" if formed else "blokus.forms.none"
    return Fault(because(key, "B3-pieces", formed=formed, piece=piece, n=CUBES[piece]), tuple(cells))


def place_fault(position: Position, cells: Sequence[Cell]) -> Fault | None:
    """Return what is wrong with filling `cells` with any colour: outside, taken, too high, or over a gap."""
    limits = position.limits
    if outside := [cell for cell in cells if cell[:2] not in limits or cell[2] < 0]:
        squares = _squares(outside)
        key = "blokus.outside" if len(squares) == 1 else "blokus.outside.many"
        return Fault(because(key, "B3-inside", squares=squares, structure=position.structure), tuple(outside))
    if taken := [cell for cell in cells if cell[2] < len(position.column(cell[:2]))]:
        return Fault(because("blokus.taken", "B3-inside", squares=_squares(taken)), tuple(taken))
    if high := [cell for cell in cells if cell[2] >= limits[cell[:2]]]:
        tallest = max(high, key=lambda cell: cell[2] - limits[cell[:2]])
        square, highest = square_name(tallest[:2]), limits[tallest[:2]]
        reason = because("blokus.too_high", "B3-height", square=square, n=tallest[2] + 1, highest=highest)
        return Fault(reason, tuple(high))
    if gaps := [cell for cell in cells if not _rests(position, cell, cells)]:
        return Fault(because("blokus.gap", "B3-02", squares=_squares(gaps)), tuple(gaps))
    return None


def _rests(position: Position, cell: Cell, cells: Sequence[Cell]) -> bool:
    x, y, z = cell
    return z <= len(position.column((x, y))) or (x, y, z - 1) in cells


def _contact_fault(position: Position, player: str, cells: Sequence[Cell]) -> Fault | None:
    """Return what a piece on free `cells` fails to touch."""
    if position.has_placed(player):
        return _own_contact_fault(position, player, cells)
    if not any(position.columns.values()):
        return None
    if not any(_colour_at(position, near) for cell in cells for near in neighbours(cell)):
        key = "blokus.first.touch"
    elif all(z > 0 for _, _, z in cells):
        key = "blokus.first.ground"
    else:
        return None
    return Fault(because(key, "B3-03", player=player), tuple(cells))


def _own_contact_fault(position: Position, player: str, cells: Sequence[Cell]) -> Fault | None:
    if any(_colour_at(position, near) == player for cell in cells for near in neighbours(cell)):
        return None
    if any(_colour_at(position, near) == player for cell in cells for near in _around(cell)):
        return Fault(because("blokus.edges_only", "B3-04", player=player), tuple(cells))
    return Fault(because("blokus.apart", "B3-touch", player=player), tuple(cells))


def _around(cell: Cell) -> list[Cell]:
    x, y, z = cell
    steps = (-1, 0, 1)
    return [(x + dx, y + dy, z + dz) for dx in steps for dy in steps for dz in steps]


def _colour_at(position: Position, cell: Cell) -> str | None:
    x, y, z = cell
    if (x, y) not in position.limits or not 0 <= z < len(position.column((x, y))):
        return None
    return COLOUR_OF[position.column((x, y))[z]]


def _squares(cells: Sequence[Cell]) -> list[str]:
    return list(dict.fromkeys(square_name(cell[:2]) for cell in cells))


def scores(position: Position) -> Mapping[str, int]:
    """Count the squares of each colour seen from above, less one for every piece left (B3-score, B3-06)."""
    tops = [column[-1] for column in position.columns.values() if column]
    return {player: tops.count(LETTERS[player]) - len(position.left[player]) for player in position.players}
