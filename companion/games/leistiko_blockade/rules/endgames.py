"""Who wins when few pieces are left: solved beforehand by lab/measure/leistiko_learn.c, to a 255th."""

from functools import cache
from importlib.resources import files
from itertools import product
from zlib import decompress

from companion.games.leistiko_blockade.rules.model import Rows, Variant

# The variants that were solved.
SOLVED: tuple[Variant, ...] = ("super-push",)
# Positions in which neither side has more pieces are known.
MOST_LEFT = 5
_SURE = 255


def known_chance(own: Rows, opposing: Rows, first: bool, variant: Variant) -> float | None:
    """The chance of winning, a draw counting half, of the player who has just ended a turn with `own` left, both sides
    playing as well as can be; None where it is not known. `first`: it was the first player's turn. Both sides have
    pieces left, six counts each."""
    if variant not in SOLVED or sum(own) > MOST_LEFT or sum(opposing) > MOST_LEFT:
        return None
    ways, lines = _ways(), len(_lines())
    # A position and its mirror image are worth the same.
    own, opposing = (own, opposing) if own <= own[::-1] else (own[::-1], opposing[::-1])
    line = _lines()[own] + (0 if first else lines)
    return _table(variant)[line * len(ways) + ways[opposing]] / _SURE


@cache
def _ways() -> dict[Rows, int]:
    """Numbers of all ways in which so few pieces can stand."""
    ways = [rows for rows in product(range(MOST_LEFT + 1), repeat=6) if sum(rows) <= MOST_LEFT]
    return {rows: number for number, rows in enumerate(ways)}


@cache
def _lines() -> dict[Rows, int]:
    """Numbers of those of which the table has a line: of a way and its mirror image the first."""
    return {rows: number for number, rows in enumerate(rows for rows in _ways() if rows <= rows[::-1])}


@cache
def _table(variant: Variant) -> bytes:
    return decompress(files(__package__).joinpath(f"endgames_{variant}.bin").read_bytes())
