"""Follows one Volcano board from picture to picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board_view import BoardView
from vision.camera import Camera
from vision.crops import Frame, frame
from vision.errors import VisionError
from vision.locate import locate
from vision.look import CELLS, Image, Look
from vision.overlay import draw_table
from vision.reader import CellSight, Known, StackReader

COVERED = 0.5
TRUST = 0.8


@dataclass(frozen=True)
class VolcanoLook:
    """A picture of the board, read cell by cell (implements `vision.look.Look`)."""

    image: Image
    view: BoardView
    sights: Mapping[str, CellSight]
    crops: Mapping[str, Image]

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(cell for cell, sight in self.sights.items() if sight.covered > COVERED)

    @property
    def hand(self) -> bool:
        return bool(self.hidden)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        if cell in self.hidden:
            return np.zeros(len(stacks))
        return TRUST * self.sights[cell].log_likelihoods(stacks)

    def overlay(self, grid: Mapping[str, str]) -> Image:
        """The picture with the outlines of the pyramids of `grid` drawn where they should be."""
        return draw_table(self.image, self.view, grid, self.hidden)


class VolcanoWatcher:
    """A board found in a first picture and followed from there (implements `vision.look.Watcher`).

    `a1`: roughly where the outer corner of a1 is in that picture, in pixels; without it a1 is the near left corner.
    `corners`: all four (a1, e1, e5, a5), if somebody tapped them. `camera`: the camera's profile, if it was measured.
    Raises VisionError where no board is found.
    """

    def __init__(
        self,
        image: Image,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        self._reader = StackReader()
        self.view = locate(image, a1=a1, corners=corners, camera=camera)
        self._frames = _frames(self.view)
        self._known: dict[str, Known] = {}

    def look(self, image: Image) -> VolcanoLook:
        """Read a picture. Raises VisionError where the board cannot be found in it any more."""
        view = locate(image, previous=self.view)
        if view is not self.view:
            self.view, self._frames = view, _frames(view)
        known = [self._known.get(cell) for cell in CELLS]
        sights, crops = self._reader.sight(image, self._frames, known)
        return VolcanoLook(image, view, dict(zip(CELLS, sights, strict=True)), dict(zip(CELLS, crops, strict=True)))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note that `look` showed `grid`; cells that were hidden keep what was known of them."""
        if not isinstance(look, VolcanoLook):
            raise VisionError("a board can only learn from its own looks")
        for cell in CELLS:
            if cell not in look.hidden:
                self._known[cell] = Known(look.crops[cell], grid[cell])


def _frames(view: BoardView) -> list[Frame]:
    return [frame(view, cell) for cell in CELLS]
