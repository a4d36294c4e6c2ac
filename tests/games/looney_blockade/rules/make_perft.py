"""Writes tests/data/looney_perft.txt: how many tables a turn can end in, for positions of seeded self-play.

Run it only when the rules change: `python tests/games/looney_blockade/rules/make_perft.py`. Entries that the literal
reference counted too say "both", the others "engine". It takes some minutes.
"""

from itertools import product
from pathlib import Path
from random import Random

from companion.games.looney_blockade.rules.model import SIDES, Position
from companion.games.looney_blockade.rules.notation import position_to_text
from companion.games.looney_blockade.rules.searching.turn_results import perft
from companion.games.looney_blockade.rules.setup import initial
from lab.measure.looney_positions import mid_game_positions
from tests.games.looney_blockade.rules.reference import Table, turns

OUT = Path(__file__).parents[3] / "data" / "looney_perft.txt"
ROLLS = list(product(range(1, 7), range(1, 7)))
MID_GAME = 216
MOST_FOR_REFERENCE = 10_000


def entry(position: Position, dice: tuple[int, int]) -> str:
    roll = dict(zip(SIDES[position.to_move], dice, strict=True))
    count = perft(position, roll)
    by = "engine"
    if count <= MOST_FOR_REFERENCE:
        reference = len(turns(Table.from_json(position.to_json()), roll))
        assert reference == count, (position_to_text(position), roll, reference, count)
        by = "both"
    return f"{position_to_text(position)} | {dice[0]} {dice[1]} | {count} | {by}"


def main() -> None:
    entries = [entry(initial(), dice) for dice in ROLLS]
    positions = mid_game_positions(Random(2001), MID_GAME)
    entries += [entry(position, ROLLS[i % len(ROLLS)]) for i, position in enumerate(positions)]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("# position | dice | tables | counted by\n" + "\n".join(entries) + "\n")


if __name__ == "__main__":
    main()
