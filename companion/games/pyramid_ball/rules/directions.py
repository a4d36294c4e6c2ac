"""A program as it is played: its letters as directions of the board."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.pyramid_ball.rules.board import COMMANDS, SIZES
from companion.games.pyramid_ball.rules.model import DASH_ROW, ROWS, Program


class Sheet(NamedTuple):
    """A program as directions of the board: four rows of three commands, and what else counts in the turn.

    `marker` is (row, receiver) of the one marker, if there is one.
    """

    rows: tuple[tuple[int, int, int], ...]
    marker: tuple[int, int] | None
    quick_pass: bool
    blitz: bool
    dash: bool


@lru_cache(maxsize=1 << 12)
def sheet_of(program: Program, team: int) -> Sheet:
    """Return a foul or a second marker leaves no marker (PB-foul, PB-15)."""
    turn = COMMANDS[team]
    rows = tuple(
        (turn[program.letter(0, row)], turn[program.letter(1, row)], turn[program.letter(2, row)])
        for row in (*ROWS, DASH_ROW)
    )
    only = program.markers[0] if len(program.markers) == 1 and not program.void else None
    return Sheet(
        rows,
        (only.row, 3 * team + SIZES.index(only.to)) if only else None,
        program.quick_pass,
        program.blitz,
        program.dash,
    )
