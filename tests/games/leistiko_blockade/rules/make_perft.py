"""Writes tests/data/leistiko_perft.txt: how many positions a turn can end in, for the set-up and random positions.

Run it only when the rules change: `python tests/games/leistiko_blockade/rules/make_perft.py`. Every entry is counted
by the engine and, one row after the other, by the literal reference.
"""

from pathlib import Path
from random import Random
from typing import Any

from companion.games.leistiko_blockade.rules.model import Options, Position, Roll
from companion.games.leistiko_blockade.rules.notation import position_to_text, roll_to_text
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import perft, row_fault
from tests.games.leistiko_blockade.rules.positions import LEISTIKO_OPTIONS, may_rest, random_position, random_roll
from tests.games.leistiko_blockade.rules.reference import ends

OUT = Path(__file__).parents[3] / "data" / "leistiko_perft.txt"
RANDOM = 12


def entry(position: Position, row: int | None, roll: Roll, options: dict[str, Any]) -> str:
    read = Options.from_json(options)
    rows = [row] if row else [each for each in range(1, 7) if not row_fault(position, each)]
    counted = len({end for each in rows for end in ends(position.to_json(), each, roll.to_json(), options)})
    count = perft(position, roll, row, read)
    assert count == counted, (position_to_text(position), row, roll, options, count, counted)
    said = " ".join(f"{name}={str(value).lower()}" for name, value in options.items()) or "-"
    return f"{position_to_text(position)} | {said} | {row or 'all'} | {roll_to_text(roll)} | {count}"


def main() -> None:
    entries = [entry(initial(), row, Roll((die,)), {}) for row in (*range(1, 7), None) for die in range(1, 7)]
    rng = Random(2002)
    for options in LEISTIKO_OPTIONS:
        read = Options.from_json(options)
        for _ in range(RANDOM):
            position = random_position(rng, 9, may_rest(read))
            row = rng.choice([each for each in range(1, 7) if not row_fault(position, each)])
            roll = random_roll(rng, position, row, read)
            entries.append(entry(position, row if roll.opposed or rng.random() < 0.7 else None, roll, options))
    OUT.write_text("# position | options | row | dice | positions\n" + "\n".join(entries) + "\n")


if __name__ == "__main__":
    main()
