"""Chances of winning Blokus 3D."""

from collections.abc import Callable, Mapping, Sequence

from companion.games.blokus3d.rules.model import Options, Position
from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.rules.search import Search
from companion.games.blokus3d.rules.table import Table
from companion.games.blokus3d.rules.turns import outcome, pieces_left, settled
from companion.games.chances import NOTHING, BySide, Chances, Json, Thinking, always

# A look plays on at least so many times, and on to the next multiple of it.
PLAYOUTS = 96


class BlokusChances(Chances):
    """Chance of winning for each colour, in playing order. A player with two colours (B3-09) has the same chance for
    both; the chance of a player alone (B3-13) is the share of all pieces that may be placed."""

    def at_a_glance(self, position: Json, options: Json = NOTHING) -> BySide:
        return _played_on(Position.from_json(position), Options.from_json(options), 0, always)

    def think(self, position: Json, options: Json, by: Thinking) -> BySide:
        left = iter(range(PLAYOUTS))
        return _played_on(
            Position.from_json(position),
            Options.from_json(options),
            by.seed,
            lambda: next(left, None) is None and by.out_of_time(),
        )


def _played_on(position: Position, options: Options, seed: int, out_of_time: Callable[[], bool]) -> BySide:
    sides, now = options.sides(position.players), settled(position)
    if now.to_move is None and options.alone:
        return dict.fromkeys(position.players, 1 - pieces_left(now) / (len(PIECES) * len(position.players)))
    if now.to_move is None:
        winners = outcome(now, options).winners or ()
        won = [side[0] in winners for side in sides]
        return _by_colour(position, sides, [each / sum(won) for each in won])
    seats = [[now.players.index(player) for player in side] for side in sides]
    search = Search(Table.of(now), seats, seed)
    search.run(out_of_time)
    return _by_colour(now, sides, search.shares())


def _by_colour(position: Position, sides: Sequence[Sequence[str]], shares: Sequence[float]) -> Mapping[str, float]:
    found = {colour: share for side, share in zip(sides, shares, strict=True) for colour in side}
    return {colour: found[colour] for colour in position.players}


CHANCES = BlokusChances()
