"""Write what leistiko_learn.c has solved and learnt to companion/games/leistiko_blockade/rules.

python -m lab.measure.leistiko_pack super-push --solved super-push.bin --learnt super_push.txt
"""

import argparse
import re
from array import array
from itertools import islice, product
from pathlib import Path
from zlib import compress

from companion.games.leistiko_blockade import rules
from companion.games.leistiko_blockade.rules.endgames import MOST_LEFT
from companion.games.leistiko_blockade.rules.weights import LENGTHS, Weights, packed

FOLDER = Path(str(rules.__file__)).parent


def packed_endgames(solved: bytes, most: int) -> bytes:
    """A byte a position: by who has moved, their pieces (of two mirror images the first), those against them."""
    worths = array("f")
    worths.frombytes(solved)
    ways = [rows for rows in product(range(most + 1), repeat=6) if sum(rows) <= most]
    lines = [number for number, rows in enumerate(ways) if rows <= rows[::-1]]
    table = bytes(
        min(255, max(0, round(255 * worths[(seat * len(ways) + own) * len(ways) + opposing])))
        for seat in range(2)
        for own in lines
        for opposing in range(len(ways))
    )
    return compress(table, 9)


def packed_weights(learnt: str) -> bytes:
    """Of the tables as leistiko_learn.c prints them."""
    plain = re.sub(r'""".*?"""|#[^\n]*', "", learnt, flags=re.DOTALL)
    numbers = iter([int(number) for number in re.findall(r"-?\d+", plain)])
    tables = (tuple(tuple(islice(numbers, length)) for length in lengths) for lengths in LENGTHS)
    return packed(Weights(*tables))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--solved", type=Path)
    parser.add_argument("--learnt", type=Path)
    args = parser.parse_args()
    if args.solved:
        (FOLDER / f"endgames_{args.variant}.bin").write_bytes(
            packed_endgames(args.solved.read_bytes(), MOST_LEFT[args.variant])
        )
    if args.learnt:
        (FOLDER / f"weights_{args.variant}.bin").write_bytes(packed_weights(args.learnt.read_text()))


if __name__ == "__main__":
    main()
