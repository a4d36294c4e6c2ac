"""Playing: the start, the legal placements, one turn after the other, and the winner."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.blokus3d.rules.model import (
    COLOURS,
    LETTERS,
    RULINGS,
    Options,
    Outcome,
    Placement,
    Position,
    Turn,
    Violation,
    read_players,
    read_structure,
    square_name,
)
from companion.games.blokus3d.rules.pieces import MOST_CUBES, PIECES, Cell
from companion.games.blokus3d.rules.rules import Fault, placement_faults, scores
from companion.games.blokus3d.rules.structures import BOARD
from companion.games.blokus3d.rules.table import Table
from companion.games.errors import GameError, printable
from companion.games.reason import because

OVER = because("blokus.over", "B3-end")


def initial(
    structure: Any = "tower", players: Any = 2, to_move: str | None = None, options: Options = RULINGS
) -> Position:
    """Return the empty structure. `players` is how many they are, or their colours clockwise; the first one starts.

    With two colours each (B3-09) the two players take all four. Raises GameError.
    """
    colours = _colours(players, options)
    left = dict.fromkeys(colours, PIECES)
    return Position(read_structure(structure), colours, {}, left, (), colours[0] if to_move is None else to_move)


def _colours(players: Any, options: Options) -> tuple[str, ...]:
    if not isinstance(players, list | tuple):
        if type(players) is not int or not 2 <= players <= len(COLOURS):
            raise GameError("blokus.players.count", got=printable(players))
        if options.two_colours and players == 2:
            return COLOURS
        players = COLOURS[:players]
    colours = read_players(players)
    options.sides(colours)
    return colours


def moves(position: Position) -> tuple[Placement, ...]:
    """Return all placements of the player whose turn it is (`settled`), distinct by piece and cells."""
    now = settled(position)
    if now.to_move is None:
        return ()
    table = Table.of(now)
    return tuple(table.space.placements[number] for number in table.space.numbers(table.legal(table.seat)).tolist())


def apply(position: Position, piece: Any, cells: Any) -> Turn | Violation:
    """Put `piece` on `cells` for the player to move. Returns the turn, or the first rule that it breaks.

    Players who cannot place in their turn are out; the turn passes to the next player who can. Raises GameError for an
    unknown piece or malformed cells.
    """
    placement = read_placement(piece, cells)
    now = settled(position)
    faults = turn_faults(now, placement)
    return Violation(faults[0].reason, faults[0].cells) if faults else played(now, placement)


def turn_faults(position: Position, placement: Placement) -> list[Fault]:
    """Return the rules that a placement of the player to move breaks; `position` is settled."""
    if position.to_move is None:
        return [Fault(OVER, placement.cells)]
    return placement_faults(position, position.to_move, placement.piece, placement.cells)


def played(position: Position, placement: Placement) -> Turn:
    """Return the turn of a legal placement; `position` is settled."""
    player = position.to_move
    assert player
    columns = dict(position.columns)
    for cell in placement.cells:
        columns[square_name(cell[:2])] += LETTERS[player]
    pieces = tuple(piece for piece in position.left[player] if piece != placement.piece)
    left = {**position.left, player: pieces}
    placed = Position(position.structure, position.players, columns, left, position.out, player)
    after = _next(placed, placed.after(player))
    passed = [each for each in placed.after(player) if each in after.out and each not in position.out]
    return Turn(player, placement, after, tuple(passed))


def settled(position: Position) -> Position:
    """Pass the turn to the next player who can place; all players passed over are out (B3-05)."""
    if position.to_move is None:
        return position
    order = position.after(position.to_move)
    return _next(position, (order[-1], *order[:-1]))


def _next(position: Position, order: Iterable[str]) -> Position:
    """Give the turn to the first player in `order` who can place; the players before are out."""
    table = Table.of(position)
    out, to_move = list(position.out), None
    for player in order:
        if player in out:
            continue
        if table.legal(position.players.index(player)):
            to_move = player
            break
        out.append(player)
    if (to_move, len(out)) == (position.to_move, len(position.out)):
        return position
    return replace(position, out=tuple(out), to_move=to_move)


def outcome(position: Position, options: Options = RULINGS) -> Outcome:
    """Return the points as they are, and the winners once nobody can place; several share the win, unless it is agreed
    that fewer pieces left break the tie (B3-07)."""
    points = scores(position)
    if options.alone:
        return _built_alone(position, points)
    sides = tuple((side, max(points[player] for player in side)) for side in options.sides(position.players))
    if settled(position).to_move is not None:
        return Outcome(points, sides, None)
    best = max(score for _, score in sides)
    first = [side for side, score in sides if score == best]
    if options.fewer_left:
        left = {side: min(len(position.left[each]) for each in side if points[each] == best) for side in first}
        first = [side for side in first if left[side] == min(left.values())]
    return Outcome(points, sides, tuple(player for side in first for player in side))


def pieces_left(position: Position) -> int:
    """Return the number of pieces left, over all colours."""
    return sum(map(len, position.left.values()))


def _built_alone(position: Position, points: Mapping[str, int]) -> Outcome:
    left, over = pieces_left(position), settled(position).to_move is None
    winners = () if left else position.players
    return Outcome(points, ((position.players, -left),), winners if over else None)


def perft(position: Position) -> int:
    """Return the number of distinct positions after one placement."""
    return len(moves(position))


def read_placement(piece: Any, cells: Any) -> Placement:
    """Return a placement with its cells sorted. Raises GameError for what is no piece or are no cells."""
    if not isinstance(piece, str) or piece not in PIECES:
        raise GameError("blokus.no_piece", got=printable(piece), pieces=PIECES)
    if not isinstance(cells, Sequence) or isinstance(cells, str) or not 0 < len(cells) <= MOST_CUBES:
        raise GameError("blokus.cells.list", most=MOST_CUBES, got=printable(cells))
    found = [_read_cell(i, cell) for i, cell in enumerate(cells, 1)]
    if len(set(found)) < len(found):
        raise GameError("blokus.cells.twice")
    return Placement(piece, tuple(sorted(found)))


def _read_cell(number: int, cell: Any) -> Cell:
    good = isinstance(cell, list | tuple) and len(cell) == 3
    if not good or not all(type(value) is int and 0 <= value < BOARD for value in cell):
        short = isinstance(cell, list | tuple) and len(cell) <= 4
        got = because("engine.list", items=tuple(printable(value, 10) for value in cell)) if short else printable(cell)
        raise GameError("blokus.cells.cell", number=number, got=got, most=BOARD - 1)
    x, y, z = cell
    return x, y, z
