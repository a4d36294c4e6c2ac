"""The worth of pieces on the rows, in thousandths of a logit, as lab/measure/leistiko_learn.c learnt it."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from struct import iter_unpack, pack
from typing import NamedTuple
from zlib import compress, decompress

from companion.games.leistiko_blockade.rules.model import VARIANTS, Variant

Table = tuple[tuple[int, ...], ...]
# A side has at most 16 pieces, so that a row holds 0 to 16.
COUNTS = 17
# Own and opposing pieces of a row, up to seven of each, as one number.
CODES = 64


_SQUARE = (COUNTS,) * COUNTS
# How long the rows of each table are.
LENGTHS: Sequence[Iterable[int]] = (*[_SQUARE] * 5, range(CODES, 0, -1), *[_SQUARE] * 2)


class Weights(NamedTuple):
    """The worth of one variant's positions, by numbers of pieces.

    `outer`, `middle` and `inner`, each `[own][opposing]`, are of the two halves of a row, counted from the edges;
    `near[fewer][more]` and `far[fewer][more]` of neighbouring rows, one's own and the opponent's;
    `pairs[lower][higher - lower]` of neighbouring rows by their codes; `left_first[own][opposing]` and
    `left_second[own][opposing]` of all that is left, after the first player's turn and after the second's.
    """

    outer: Table
    middle: Table
    inner: Table
    near: Table
    far: Table
    pairs: Table
    left_first: Table
    left_second: Table


def unpacked(data: bytes) -> Weights:
    """Return the tables, as `packed` wrote them."""
    numbers = (number for (number,) in iter_unpack("<h", decompress(data)))
    return Weights(*(tuple(tuple(islice(numbers, length)) for length in lengths) for lengths in LENGTHS))


def packed(weights: Weights) -> bytes:
    """Pack tables: numbers of two bytes each, low byte first, table by table and row by row, compressed."""
    numbers = [number for table in weights for row in table for number in row]
    return compress(pack(f"<{len(numbers)}h", *numbers), 9)


WEIGHTS: Mapping[Variant, Weights] = {
    variant: unpacked(files(__package__).joinpath(f"weights_{variant}.bin").read_bytes()) for variant in VARIANTS
}
