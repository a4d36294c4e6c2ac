"""The set-up, and the reveal of sizes that settles who starts."""

from collections.abc import Mapping
from typing import Any

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import INDEX, read_size
from companion.games.pyramid_ball.rules.model import Mode, Position

_START = ("f3", "d4", "b3", "f6", "d5", "b6")
# Each size and the one it beats.
_BEATS = {"M": "S", "L": "M", "S": "L"}


def initial(mode: Mode = "basic") -> Position:
    """Return the set-up: S, M and L on f3, d4, b3 and f6, d5, b6; the first player's medium has the ball."""
    return Position(tuple(INDEX[name] for name in _START), carrier=1, mode=mode)


def reveal(sizes: Any) -> str | None:
    """Return the winner of the reveal {"Ann": "M", "Bob": "S"}: that player chooses the ball or the defence.
    None if the reveal is repeated.

    Raises GameError unless two players show one size each.
    """
    if not isinstance(sizes, Mapping) or len(sizes) != 2:
        raise GameError("ball.reveal", got=printable(sizes))
    (one, mine), (other, theirs) = (
        (name, read_size(size, f"reveal: {printable(name)}")) for name, size in sizes.items()
    )
    if mine == theirs:
        return None
    return str(one if _BEATS[mine] == theirs else other)
