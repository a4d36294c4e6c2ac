"""Writes tests/data/blokus_perft.txt: how many positions one placement leads to, for positions of random games.

Run it only when the rules change: `python tests/games/blokus3d/rules/make_perft.py`. The literal reference counts all
of them too. It takes about half a minute.
"""

from pathlib import Path
from random import Random

from companion.games.blokus3d.rules.model import Position
from companion.games.blokus3d.rules.notation import position_to_text
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.rules.turns import initial, perft
from tests.games.blokus3d.rules.positions import random_position
from tests.games.blokus3d.rules.reference import Table

OUT = Path(__file__).parents[3] / "data" / "blokus_perft.txt"
MID_GAME = 240


def entry(position: Position) -> str:
    count = perft(position)
    assert position.to_move
    reference = len(Table(position.to_json()).placements(position.to_move))
    assert reference == count, (position_to_text(position), reference, count)
    return f"{position_to_text(position)} | {count}"


def main() -> None:
    starts = [initial(structure, players) for structure in STRUCTURES for players in (2, 3, 4)]
    rng = Random(2003)
    positions = [*starts, *(random_position(rng) for _ in range(MID_GAME))]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("# position | positions after one placement\n" + "\n".join(map(entry, positions)) + "\n")


if __name__ == "__main__":
    main()
