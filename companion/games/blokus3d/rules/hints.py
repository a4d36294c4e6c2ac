"""Help for a player: where a touched piece can go, what can go on a touched square, and a good placement."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.blokus3d.rules.falling import put_down
from companion.games.blokus3d.rules.model import (
    LETTERS,
    RULINGS,
    Options,
    Placement,
    Position,
    Turn,
    read_square,
    square_name,
)
from companion.games.blokus3d.rules.pieces import ORIENTATIONS, PIECES
from companion.games.blokus3d.rules.rules import Fault
from companion.games.blokus3d.rules.search import Search
from companion.games.blokus3d.rules.structures import Square
from companion.games.blokus3d.rules.table import Table
from companion.games.blokus3d.rules.turns import moves, played, settled, turn_faults
from companion.games.errors import GameError, printable
from companion.games.reason import Reason, because

# Of several reasons, the first here is told: a piece that only lacks contact is nearly there, one sticking out is not.
_PLAUSIBLE = ("B3-04", "B3-touch", "B3-03", "B3-height", "B3-02", "B3-inside")
_CONTACT = _PLAUSIBLE.index("B3-03")


@dataclass(frozen=True)
class Refusal:
    """The reason why a piece cannot cover a square in any way that brings it to rest there."""

    piece: str
    square: str
    fault: Fault


@dataclass(frozen=True)
class Reach:
    """Legal placements of a piece or on a square, and the tempting ones that are refused, with reasons."""

    placements: tuple[Placement, ...]
    refused: tuple[Refusal, ...]


def reach_of_piece(position: Position, piece: str) -> Reach:
    """Return where the player to move may place `piece`, and why not on the other squares. Raises GameError for no
    piece."""
    if not isinstance(piece, str) or piece not in PIECES:
        raise GameError("blokus.no_piece", got=printable(piece), pieces=PIECES)
    now = settled(position)
    found = tuple(placement for placement in moves(now) if placement.piece == piece)
    covered = {cell[:2] for placement in found for cell in placement.cells}
    return Reach(found, _refusals(now, [(piece, square) for square in now.limits if square not in covered]))


def reach_of_square(position: Position, name: str) -> Reach:
    """Return the placements over a square for the player to move, and reasons for the other pieces left.

    Raises GameError for an unknown square.
    """
    now, square = settled(position), read_square(name)
    found = tuple(each for each in moves(now) if any(cell[:2] == square for cell in each.cells))
    fitting = {placement.piece for placement in found}
    pieces = now.left[now.to_move] if now.to_move else ()
    return Reach(found, _refusals(now, [(piece, square) for piece in pieces if piece not in fitting]))


def _refusals(now: Position, tried: Iterable[tuple[str, Square]]) -> tuple[Refusal, ...]:
    return tuple(Refusal(piece, square_name(square), _least_fault(now, piece, square)) for piece, square in tried)


def _least_fault(now: Position, piece: str, square: Square) -> Fault:
    """Return what is wrong where least is wrong, of all ways to let the piece down on the square; none of them is
    legal."""
    least: tuple[int, int, Fault] | None = None
    for shape in ORIENTATIONS[piece]:
        for cells in put_down(now, shape, square):
            faults = turn_faults(now, Placement(piece, cells))
            rank = len(faults), _PLAUSIBLE.index(faults[0].rule) if faults[0].rule in _PLAUSIBLE else len(_PLAUSIBLE)
            if rank <= (1, _CONTACT):
                return faults[0]
            if least is None or rank < least[:2]:
                least = *rank, faults[0]
    assert least
    return least[2]


@dataclass(frozen=True)
class Suggestion:
    """A placement with a reason and its expected final lead in points; for a player alone (B3-13) minus the
    expected number of pieces left."""

    turn: Turn
    lead: float
    reason: Reason


def suggest(
    position: Position, seed: int, out_of_time: Callable[[], bool], options: Options = RULINGS
) -> Suggestion | None:
    """Return a good placement for the player to move, the better the later it is `out_of_time`; None when the game is
    over.

    The same seed and as many rounds give the same answer. Raises GameError for options that do not go with the players.
    """
    now = settled(position)
    sides = _seats(now, options)
    if now.to_move is None:
        return None
    search = Search(Table.of(now), sides, seed)
    search.run(out_of_time)
    number, lead = search.best()
    placement = Table.of(now).space.placements[number]
    turn = played(now, placement)
    return Suggestion(turn, lead, _why_alone(turn, lead) if options.alone else _why(now, turn, lead))


def _why_alone(turn: Turn, lead: float) -> Reason:
    parts = [because("blokus.leaves", player=player) for player in turn.passed]
    end = because("blokus.alone.ends", n=round(-lead))
    return because("blokus.good", parts=parts, end=end) if parts else end


def tried_placements(
    position: Position, seed: int, out_of_time: Callable[[], bool], options: Options = RULINGS
) -> list[tuple[Placement, float]]:
    """Return the most promising placements of the player to move with how well they did, played on a few times each: 0
    for points far behind in the end, 1 for far ahead. Nothing when the game is over."""
    now = settled(position)
    if now.to_move is None:
        return []
    search = Search(Table.of(now), _seats(now, options), seed)
    search.run(out_of_time)
    placements = Table.of(now).space.placements
    return [(placements[number], mean) for number, mean in search.promise()]


def _seats(position: Position, options: Options) -> list[list[int]]:
    """Return the seats of each person."""
    return [[position.players.index(player) for player in side] for side in options.sides(position.players)]


def _why(before: Position, turn: Turn, lead: float) -> Reason:
    squares = dict.fromkeys(cell[:2] for cell in turn.placement.cells)
    tops = [before.column(square)[-1:] for square in squares]
    taken = {player: tops.count(LETTERS[player]) for player in before.players if player != turn.player}
    seen = len(tops) - tops.count(LETTERS[turn.player])
    parts = [because("blokus.shows" if seen else "blokus.keeps", player=turn.player, n=seen)]
    parts += [because("blokus.covers", player=player, n=count) for player, count in taken.items() if count]
    parts += [because("blokus.leaves", player=player) for player in turn.passed if player != turn.player]
    key = "blokus.ends.level" if abs(lead) < 0.5 else "blokus.ends.ahead" if lead > 0 else "blokus.ends.behind"
    return because("blokus.good", parts=parts, end=because(key, player=turn.player, n=round(abs(lead))))
