"""Writes tests/data/pyramid_ball_perft.txt: how many positions all programs of one player can lead to.

Run it only when the rules change: `python tests/games/pyramid_ball/rules/make_perft.py`. Each line has a position,
the player whose programs are counted, the other's program, the number of rows, and the count. Counts of one row are
made by the literal reference too ("both"), the others by the engine alone ("engine"). It takes some minutes.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.counting import perft
from companion.games.pyramid_ball.rules.model import STILL, Position, Program
from companion.games.pyramid_ball.rules.notation import position_to_text, program_to_text
from companion.games.pyramid_ball.rules.setup import initial
from tests.games.pyramid_ball.rules.positions import random_position, random_program
from tests.games.pyramid_ball.rules.reference import ends_of_one_row

OUT = Path(__file__).parents[3] / "data" / "pyramid_ball_perft.txt"
ONE_ROW, TWO_ROWS = 120, 60


def entry(position: Position, player: int, other: Program, rows: int) -> str:
    count = perft(position, player, other, rows)
    by = "engine"
    if rows == 1:
        reference = ends_of_one_row(position.to_json(), PLAYERS[player], other.to_json())
        assert reference == count, (position_to_text(position), player, program_to_text(other), reference, count)
        by = "both"
    fields = (position_to_text(position), PLAYERS[player], program_to_text(other), str(rows), str(count), by)
    return " | ".join(fields)


def main() -> None:
    rng = Random(2016)
    entries = [entry(initial(), player, STILL, rows) for rows in (1, 2) for player in (0, 1)]
    entries.append(entry(initial(), 1, STILL, 3))
    for i in range(ONE_ROW + TWO_ROWS):
        position, player = random_position(rng), rng.randrange(2)
        other = replace(random_program(rng, position, 1 - player), blitz=False)
        entries.append(entry(position, player, other, 1 if i < ONE_ROW else 2))
    OUT.write_text(
        "# position | player | other's program | rows | positions | counted by\n" + "\n".join(entries) + "\n"
    )


if __name__ == "__main__":
    main()
