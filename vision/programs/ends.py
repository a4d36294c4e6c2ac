"""Views of the table beyond the ends of the board, rectified with the board at the upper edge; and of the board itself.

Both ends look alike: the view of the far one is rotated by half a turn. The board lies in the middle of a view of the
same size, its near end below. Lengths and places are in cells of the board: `x` along the files, `y` along the ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles

ENDS: Final = ("near", "far")
"""Before rank 1, and beyond the last rank."""
BOARD: Final = "board"
"""View of the board itself."""
BESIDE: Final = 4.0
"""Cells shown to either side of the board."""
BEYOND: Final = 10.0
"""Cells shown beyond its end."""
WITHIN: Final = 0.5
"""Share of its outermost rank that is shown."""
SCALE: Final = 16
"""Pixels a cell."""
LATTICE: Final = 8
"""Pixels between the points that are projected; others are interpolated."""
GREY: Final = (127, 127, 127)


@dataclass(frozen=True)
class EndMap:
    """Rectification of one end, or of the board itself."""

    view: BoardView
    end: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels; multiples of 8."""
        return round((self.view.grid.files + 2 * BESIDE) * SCALE), round((BEYOND + WITHIN) * SCALE)

    def on_table(self, spots: Floats) -> Floats:
        """Convert pixels of this view (N x 2) to board places (N x 2, cells)."""
        x, y = spots[:, 0] / SCALE - BESIDE, self._top - spots[:, 1] / SCALE
        return self._turned(np.column_stack([x, y]))

    def in_view(self, places: Floats) -> Floats:
        """Convert board places (N x 2, cells) to pixels of this view (N x 2)."""
        there = self._turned(places)
        return np.column_stack([(there[:, 0] + BESIDE) * SCALE, (self._top - there[:, 1]) * SCALE])

    @property
    def _top(self) -> float:
        """Upper edge of the view, cells from the end."""
        ranks = self.view.grid.ranks
        return ranks + (WITHIN + BEYOND - ranks) / 2 if self.end == BOARD else WITHIN

    def pixels(self) -> tuple[Singles, Singles]:
        """Return the picture pixel of every pixel of this view: two maps of its height x width."""
        width, height = self.size
        columns, rows = (np.arange(0, side + 1, LATTICE) for side in (width, height))
        u, v = np.meshgrid(columns, rows)
        places = self.on_table(np.column_stack([u.ravel(), v.ravel()]).astype(float))
        seen = self.view.project(np.column_stack([places * self.view.pitch, np.zeros(len(places))]))
        coarse = seen.reshape(len(rows), len(columns), 2).astype(np.float32)
        # Pixel (0, 0) of the enlarged lattice lies half a pixel from its corner.
        across = np.linspace(0.5, width - 0.5, width, dtype=np.float32) / LATTICE
        down = np.linspace(0.5, height - 0.5, height, dtype=np.float32) / LATTICE
        where = np.meshgrid(across, down)
        maps = [np.asarray(cv2.remap(coarse[..., k], *where, cv2.INTER_LINEAR), np.float32) for k in (0, 1)]
        return maps[0], maps[1]

    def cut(self, image: Image) -> Image:
        """Cut out the view, height x width x 3; grey outside the picture."""
        return np.asarray(cv2.remap(image, *self.pixels(), cv2.INTER_LINEAR, borderValue=GREY), np.uint8)

    def _turned(self, places: Floats) -> Floats:
        if self.end != "far":
            return places
        return np.array([self.view.grid.files, self.view.grid.ranks], float) - places


def cuts(image: Image, maps: Sequence[EndMap]) -> Image:
    """Cut out the views of some ends of one picture, N x height x width x 3."""
    return np.stack([one.cut(image) for one in maps])
