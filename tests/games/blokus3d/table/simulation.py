"""A session in front of a turntable that is seen by truthful looks."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from companion.games.blokus3d.rules.model import Position
from companion.games.blokus3d.rules.pieces import Cell
from companion.games.blokus3d.table.columns import SQUARES
from companion.games.blokus3d.table.practice import TopsLook
from companion.games.blokus3d.table.table import Blokus3DTable
from companion.referee.drawn_look import Drawn
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from companion.texts.language import english

PICTURE = np.zeros((1, 1, 3), np.uint8)


class Turntable:
    """What stands there, and the referee who looks at it."""

    def __init__(self, structure: str = "tower", players: Any = 2) -> None:
        self.table = Blokus3DTable({"structure": structure, "players": players})
        self.session = Session(self.table)
        self.grid: dict[str, str] = dict.fromkeys(SQUARES, "")
        self.looks = 0

    @property
    def position(self) -> Position:
        position: Position = self.session.position
        return position

    def see(self, ambiguous: bool = False, **scene: Any) -> Verdict:
        self.looks += 1
        look = TopsLook(PICTURE, Drawn(dict(self.grid), salt=self.looks, **scene), ambiguous)
        evidence = Evidence.of(look, self.table.places, beside=self.table.beside(look))
        return self.session.see(float(self.looks), None, evidence)

    def put(self, letter: str, *cells: Cell) -> Verdict:
        """Cubes are put down; what is below a cube and empty is a hole, which no look tells from a cube."""
        self.grid = stacked(self.grid, letter, cells)
        return self.see()

    def back(self, grid: Mapping[str, str]) -> Verdict:
        self.grid = dict(grid)
        return self.see()


def stacked(grid: Mapping[str, str], letter: str, cells: Iterable[Cell]) -> dict[str, str]:
    after = dict(grid)
    for x, y, z in sorted(cells):
        place = f"{x},{y}"
        after[place] = after[place].ljust(z, ".") + letter
    return after


def said(verdict: Verdict) -> str:
    assert verdict.reason
    return english(verdict.reason)
