"""Compares whole tables of columns with a picture by drawing them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.columns.cubes import SIDE_NORMALS, cube, cubes_of
from vision.columns.print_turning import BoardPrint
from vision.columns.sweep import CUBE
from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.backdrop import Backdrop
from vision.synthesis.drawn_tables import Change, DrawnTables
from vision.synthesis.plastics import USUAL, Plastics
from vision.synthesis.posing import posed
from vision.synthesis.scene import SolidScene


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    cell: float = 16.0  # pixels a square at which tables are drawn
    above: int = 3  # number of cubes above the greatest allowed height up to which columns are drawn
    worth: float = 0.02  # scale on the evidence of pixels, since errors of neighbours are correlated
    doubt: float = 0.4  # further scale if the board's pose is not certain


P: Final = parameters(Parameters)
COLOURS: Final = "".join(USUAL)


class KnownTable:
    """Knowledge of a turntable since its board was seen bare: its print, its surroundings, and the look of its
    cubes."""

    def __init__(self, image: Image, view: BoardView) -> None:
        self.print = BoardPrint(image, view)
        self._backdrop, self._first = Backdrop(image, view), view
        outside = np.ones(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(outside, np.round(view.project(view.ring)).astype(np.int32), 0)
        self.plastics = Plastics(image, outside > 0)

    def drawn(self, image: Image, view: BoardView, believed: Mapping[str, str], highest: int) -> "ColumnTables":
        """Return the drawings of tables in a picture. `believed`: columns thought to stand there; `highest`: greatest
        allowed height."""
        scene = SolidScene(view, cube, COLOURS, cell=P.cell, height=(highest + P.above) * CUBE)
        since = self._first.matrix.T @ view.matrix
        turned = float(np.arctan2(since[1, 0], since[0, 0]))
        towards = {kind: turned + float(np.arctan2(up, along)) for kind, (along, up) in enumerate(SIDE_NORMALS, 1)}
        expected = self._backdrop.expected(scene)
        drawn = DrawnTables(scene, image, expected, self.plastics, cubes_of(believed), towards)
        return ColumnTables(drawn, P.worth * (P.doubt + (1 - P.doubt) * view.confidence))


@dataclass(frozen=True)
class ColumnTables:
    """Drawings of tables; `worth`: scale on their log-likelihoods."""

    drawn: DrawnTables
    worth: float

    def log_likelihoods(self, base: Mapping[str, str], changes: Sequence[Mapping[str, str]]) -> Floats:
        """Return the natural log of p(pixels | table), up to one constant, for tables that have some other columns
        (letters bottom to top) than `base`."""
        cubes = cubes_of(base)
        changed = []
        for change in changes:
            was, now = cubes_of({cell: base.get(cell, "") for cell in change}), cubes_of(change)
            changed.append(Change(was - now, now - was))
        return np.asarray(self.worth * self.drawn.worths(cubes, changed))

    def posed(self, view: BoardView, columns: Mapping[str, str]) -> BoardView:
        """Return the pose near `view`, by which the tables are drawn, from which columns explain most."""
        cubes = cubes_of(columns)
        return posed(view, lambda other: self.worth * self.drawn.worth_from(other, cubes)) if cubes else view

    def unexplained(self, columns: Mapping[str, str]) -> float:
        """Return the share of the board, in one patch, that the columns do not explain."""
        return self.drawn.unexplained(cubes_of(columns))

    def learn(self, plastics: Plastics, columns: Mapping[str, str]) -> None:
        """Learn the colours of cubes from columns that are known to stand there."""
        plastics.learn(self.drawn.faces(cubes_of(columns)))
