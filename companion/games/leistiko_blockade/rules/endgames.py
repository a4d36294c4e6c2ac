"""Chances when few pieces are left: solved beforehand by lab/measure/leistiko_learn.c, to a 255th."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from zlib import decompress

from companion.games.leistiko_blockade.rules.model import Rows, Variant

# Pieces a side up to which positions are known, by the variants that were solved.
MOST_LEFT: Mapping[Variant, int] = {"super-push": 5, "bungie": 6}
_SURE = 255


def known_chance(own: Rows, opposing: Rows, first: bool, variant: Variant) -> float | None:
    """Return the chance of winning, a draw counting half, of the player who has just ended a turn with `own` left, both
    sides playing as well as can be; None where it is not known. `first`: it was the first player's turn. Both sides
    have pieces left, six counts each."""
    most = MOST_LEFT.get(variant, 0)
    if sum(own) > most or sum(opposing) > most:
        return None
    ways, lines = _ways(most), _lines(most)
    # A position and its mirror image are worth the same.
    own, opposing = (own, opposing) if own <= own[::-1] else (own[::-1], opposing[::-1])
    line = lines[own] + (0 if first else len(lines))
    return _table(variant)[line * len(ways) + ways[opposing]] / _SURE


@cache
def _ways(most: int) -> dict[Rows, int]:
    """Number all ways in which `most` pieces or fewer can stand."""
    ways = [rows for rows in product(range(most + 1), repeat=6) if sum(rows) <= most]
    return {rows: number for number, rows in enumerate(ways)}


@cache
def _lines(most: int) -> dict[Rows, int]:
    """Number those of which the table has a line: of a way and its mirror image the first."""
    return {rows: number for number, rows in enumerate(rows for rows in _ways(most) if rows <= rows[::-1])}


@cache
def _table(variant: Variant) -> bytes:
    return decompress(files(__package__).joinpath(f"endgames_{variant}.bin").read_bytes())
