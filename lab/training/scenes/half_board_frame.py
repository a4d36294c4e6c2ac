"""The frames of backgammon boards: rims, the bar between two halves, bear-off trays; as strips from left to right.

Frame and units as in `half_board_tables`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.drawing.floor import Flat, FloorMap, lay
from lab.training.scenes.half_board_ground import ROWS, HalfBoardMake
from lab.training.scenes.tables import Rng
from vision.drawing.painting import Canvas, Light, Points, Projection
from vision.drawing.things import Facet, Facets
from vision.image import Floats


@dataclass(frozen=True)
class Strip:
    """What lies between x0 and x1 (mm): "field", the "other" half's, a "tray", or a raised "rim"."""

    x0: float
    x1: float
    kind: str

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def wide(self) -> float:
        return self.x1 - self.x0

    def away(self, x: float) -> float:
        """How far it is from a place, 0 within it."""
        return max(self.x0 - x, x - self.x1, 0.0)


@dataclass(frozen=True)
class BoardFrame:
    """A board of one half or of two; `neighbour` is the side on which the other one lies ("left", "right", "")."""

    make: HalfBoardMake
    neighbour: str
    strips: tuple[Strip, ...]

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the whole board, rims included."""
        rim = self.make.rim
        return self.strips[0].x0, -rim, self.strips[-1].x1, self.make.depth + rim

    @property
    def shift(self) -> float:
        """How far the other half's field lies to the right of this one."""
        return next((one.x0 for one in self.strips if one.kind == "other"), 0.0)

    def corners(self, kind: str) -> Floats | None:
        """Corners (4 x 3) of the "field" or the "other" one, in the order of `vision.geometry.half_board.CORNERS`."""
        depth = self.make.depth
        for one in self.strips:
            if one.kind == kind:
                return np.array([[one.x0, 0, 0], [one.x1, 0, 0], [one.x1, depth, 0], [one.x0, depth, 0.0]])
        return None

    def lay_floors(self, canvas: Canvas, floor: FloorMap, lit: np.float32) -> None:
        """The fields and what trays are lined with."""
        make, flats = self.make, []
        for one in self.strips:
            if one.kind == "rim":
                continue
            picture = {"field": make.field, "other": make.other, "tray": make.lining}[one.kind]
            size = one.wide, make.depth
            flats.append(Flat(np.asarray(picture * lit, np.float32), one.middle, make.depth / 2, size))
        lay(canvas, floor, flats)

    def from_far(self, eye: Points) -> Iterator[Strip]:
        """The strips, those farther from the camera first."""
        yield from sorted(self.strips, key=lambda one: -one.away(float(eye[0])))

    def draw_rim(self, one: Strip, canvas: Canvas, floor: FloorMap, seen: tuple[Projection, Points, Light]) -> None:
        """A raised strip between near and far rim; also the block that halves each tray beside it."""
        make = self.make
        left = -make.thick if one is self.strips[0] else 0.0
        right = -make.thick if one is self.strips[-1] else 0.0
        walls = (
            _wall((one.x0, make.depth), (one.x0, 0), left, make),
            _wall((one.x1, 0), (one.x1, make.depth), right, make),
        )
        self._draw(one, 0.0, make.depth, walls, canvas, floor, seen)

    def draw_block(self, one: Strip, canvas: Canvas, floor: FloorMap, seen: tuple[Projection, Points, Light]) -> None:
        """What parts a tray into one for each side."""
        make = self.make
        y0, y1 = make.depth / 2 - make.block / 2, make.depth / 2 + make.block / 2
        if make.block > 0:
            walls = _wall((one.x0, y0), (one.x1, y0), 0.0, make), _wall((one.x1, y1), (one.x0, y1), 0.0, make)
            self._draw(one, y0, y1, walls, canvas, floor, seen)

    def draw_ends(
        self, canvas: Canvas, floor: FloorMap, seen: tuple[Projection, Points, Light], *, before: bool
    ) -> None:
        """The near and the far rim, those that lie behind what is on the board (`before` it is drawn) or the others."""
        make, eye = self.make, seen[1]
        x0, y0, x1, y1 = self.extent
        whole = Strip(x0, x1, "rim")
        if (eye[1] > 0) == before:
            walls = _wall((x1, 0), (x0, 0), 0.0, make), _wall((x0, y0), (x1, y0), -make.thick, make)
            self._draw(whole, y0, 0.0, walls, canvas, floor, seen)
        if (eye[1] < make.depth) == before:
            walls = _wall((x0, make.depth), (x1, make.depth), 0.0, make), _wall((x1, y1), (x0, y1), -make.thick, make)
            self._draw(whole, make.depth, y1, walls, canvas, floor, seen)

    def _draw(
        self,
        one: Strip,
        y0: float,
        y1: float,
        walls: tuple[Facet, ...],
        canvas: Canvas,
        floor: FloorMap,
        seen: tuple[Projection, Points, Light],
    ) -> None:
        project, eye, light = seen
        Facets(walls).draw(canvas, project, eye, light)
        wood = self.make.wood * np.float32(light.sky + light.key * light.direction[2])
        if one.wide > y1 - y0:
            wood = np.ascontiguousarray(np.swapaxes(wood, 0, 1))
        size = one.wide, y1 - y0
        lay(canvas, floor, [Flat(np.asarray(wood, np.float32), one.middle, (y0 + y1) / 2, size, 0, self.make.high)])


def _wall(a: tuple[float, float], b: tuple[float, float], low: float, make: HalfBoardMake) -> Facet:
    """A wall from `a` to `b` that faces right of that way; walls within the board are darker."""
    share = 1.0 if low < 0 else 0.8
    colour = make.side[0] * share, make.side[1] * share, make.side[2] * share
    return Facet(np.array([[*a, low], [*b, low], [*b, make.high], [*a, make.high]]), colour)


def random_frame(rng: Rng, make: HalfBoardMake, *, tournament: bool) -> BoardFrame:
    """One half alone, or both with a bar between; trays at the outer sides or not. In tournaments there are both."""
    neighbour = str(rng.choice(["", "left", "right"], p=[0.0, 0.5, 0.5] if tournament else [0.55, 0.225, 0.225]))
    trays = rng.random() < (0.7 if tournament else 0.2)
    # Of a half alone the tray is at either side; of both at the outer sides, at times at one only.
    at_left = trays and (rng.random() < 0.9 if neighbour else rng.random() < 0.5)
    at_right = trays and (rng.random() < 0.9 if neighbour else not at_left)
    kinds = ["field"]
    if neighbour:
        kinds = ["field", "bar", "other"] if neighbour == "right" else ["other", "bar", "field"]
    kinds = [*(["tray", "divider"] if at_left else []), *kinds, *(["divider", "tray"] if at_right else [])]
    wide = {
        "field": ROWS * make.pitch,
        "other": ROWS * make.pitch,
        "bar": make.bar,
        "divider": make.divider,
        "tray": make.tray,
        "rim": make.rim,
    }
    x, strips = 0.0, []
    for kind in ("rim", *kinds, "rim"):
        strips.append(Strip(x, x + wide[kind], "rim" if kind in ("bar", "divider") else kind))
        x += wide[kind]
    origin = next(one.x0 for one in strips if one.kind == "field")
    return BoardFrame(make, neighbour, tuple(Strip(one.x0 - origin, one.x1 - origin, one.kind) for one in strips))
