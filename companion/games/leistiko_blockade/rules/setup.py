"""Setting up Leistiko's Blockade."""

from typing import Any

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import RULINGS, Options, Position, Rows, read_rows

_SIXTEEN: tuple[Rows, ...] = ((2, 3, 3, 3, 3, 2),)
# With a backgammon set's 15 checkers one outer row, either one, has one piece less (LB-01).
_FIFTEEN: tuple[Rows, ...] = ((1, 3, 3, 3, 3, 2), (2, 3, 3, 3, 3, 1))


def initial(first: Any = None, second: Any = None, options: Options = RULINGS) -> Position:
    """Return the position before the first turn: the set-up of the options, or `first` and `second` when those are one
    too.

    Raises GameError saying what a set-up looks like.
    """
    return Position(_side(first, "first", options), _side(second, "second", options), "first")


def layouts(options: Options) -> tuple[Rows, ...]:
    """Return the ways in which the pieces of a side may stand before the first turn."""
    return _SIXTEEN if options.pieces == 16 else _FIFTEEN


def _side(rows: Any, name: str, options: Options) -> Rows:
    allowed = layouts(options)
    if rows is None:
        return allowed[0]
    if (read := read_rows(rows, name)) in allowed:
        return read
    wanted = tuple("-".join(map(str, layout)) for layout in allowed)
    raise GameError("leistiko.setup", "LB-setup", place=name, n=options.pieces, layouts=wanted)
