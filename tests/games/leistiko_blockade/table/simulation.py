"""A session in front of a simulated half board, and the truth about that."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.games.leistiko_blockade.rules.model import Rows
from companion.games.leistiko_blockade.table.practice import PracticeRowsLook
from companion.games.leistiko_blockade.table.rows import PLACES, thing_of
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.referee.drawn_look import Drawn
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment
from companion.referee.session import Session
from companion.referee.verdict import Verdict

START: Rows = (2, 3, 3, 3, 3, 2)
COLOURS = {"first": "white", "second": "black"}


class Board:
    """Looks at what lies there tell the truth, with some noise."""

    def __init__(self, **options: Any) -> None:
        self.table = HalfBoardTable({key.replace("_", "-"): value for key, value in options.items()})
        self.session = Session(self.table)
        self.t, self.salt = 0.0, 0

    def grid(self, first: str = "233332", second: str = "233332") -> dict[str, str]:
        """Counts of rows as digits, `a` for ten and so on."""
        return {place: thing_of(int(n, 17)) for place, n in zip(PLACES, first + second, strict=True)}

    def look(self, grid: Mapping[str, str], hand: str = "", **more: Any) -> PracticeRowsLook:
        self.salt += 1
        drawn = Drawn(grid, frozenset({hand} - {""}), bool(hand), salt=self.salt, **more)
        return PracticeRowsLook(np.zeros((1, 1, 3), np.uint8), drawn, COLOURS)

    def see(self, first: str = "233332", second: str = "233332", **more: Any) -> Verdict:
        self.t += 4.0
        look = self.look(self.grid(first, second), **more)
        evidence = Evidence.of(look, PLACES, beside=self.table.beside(look))
        if not self.session.started:
            self.table.check_setup(evidence)
        return self.session.see(self.t, None, evidence)

    def say(self, row: int | None = None, roll: Any = None) -> Commitment:
        for said in ({"row": row}, {"roll": roll}):
            if any(value is not None for value in said.values()):
                self.t += 1.0
                self.session.commit(said, self.t)
        assert self.session.commitment
        return self.session.commitment

    def correct(self, **correction: Any) -> Verdict:
        self.t += 1.0
        return self.session.correct(self.t, correction)


def begun(**options: Any) -> Board:
    board = Board(**options)
    assert board.see().verdict == "setup"
    return board
