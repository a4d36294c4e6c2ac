"""Programs as directions of the board, ready to be played."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.pyramid_ball.rules.board import COMMANDS, SIZES
from companion.games.pyramid_ball.rules.model import DASH_ROW, ROWS, Program


class Sheet(NamedTuple):
    """A program as four rows of three directions. `marker`: (row, receiver), if the program has a valid one."""

    rows: tuple[tuple[int, int, int], ...]
    marker: tuple[int, int] | None
    quick_pass: bool
    blitz: bool
    dash: bool


@lru_cache(maxsize=1 << 12)
def sheet_of(program: Program, team: int) -> Sheet:
    """A foul (PB-foul) or a second marker (PB-15) leaves no marker."""
    towards = COMMANDS[team]
    rows = tuple(
        (towards[program.letter(0, row)], towards[program.letter(1, row)], towards[program.letter(2, row)])
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
