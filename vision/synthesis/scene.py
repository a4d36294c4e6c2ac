"""A reduced picture of a board in which every face of every solid that may stand there is a list of pixels.

Solids are drawn far to near (painter's algorithm). For each pixel the label of the first face along its ray is kept
with the nearness of its solid, so that another solid can be added without drawing all of it again.
"""

from collections.abc import Collection, Hashable
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.synthesis.shapes import PlacedSolid, Shapes

BARE: Final = 0
"""Label of a pixel without a solid."""
KINDS: Final = 5
"""Most kinds of faces of a solid."""
SUBPIXEL_BITS: Final = 4
ROUNDED: Final = 16
"""Pixels by which widths of reduced pictures differ."""

Indices = NDArray[np.intp]


class FacePixels(NamedTuple):
    """The pixels of a face, and its kind."""

    kind: int
    pixels: Indices


class LabelImage(NamedTuple):
    """Label and nearness of each pixel; the nearness of bare ground is minus infinity."""

    labels: NDArray[np.int16]
    nearness: NDArray[np.float32]


class SolidScene:
    """The part of a picture into which solids up to `height` pitches above a board may reach, reduced to at most `cell`
    pixels a pitch. `colours`: letters of the solids' colours."""

    def __init__(
        self, view: BoardView, shapes: Shapes, colours: str, *, cell: float, height: float, margin: float = 0.5
    ) -> None:
        self._shapes, self.colours = shapes, colours
        ring = view.project(view.ring).astype(np.float32)
        pitch = float(np.sqrt(abs(cv2.contourArea(ring)) / (view.grid.files * view.grid.ranks)))
        width, height_px = view.camera.size
        # Boards at nearly one distance are reduced alike.
        wide = min(width, max(round(width * cell / pitch / ROUNDED), 1) * ROUNDED)
        self._size = (wide, max(1, round(height_px * wide / width)))
        self.view = view.resized(self._size)
        low = view.ring.min(axis=0)[:2] / view.pitch - margin
        high = view.ring.max(axis=0)[:2] / view.pitch + margin
        ends = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (0.0, height)]
        spots = self.view.project(np.array(ends) * view.pitch)
        first = np.clip(np.floor(spots.min(axis=0)), 0, np.array(self._size) - 1).astype(int)
        last = np.clip(np.ceil(spots.max(axis=0)) + 1, first + 1, self._size).astype(int)
        self.part = (slice(first[1], last[1]), slice(first[0], last[0]))
        self._corner = first
        self.shape = (int(last[1] - first[1]), int(last[0] - first[0]))
        self._eye = view.camera_centre / view.pitch
        self._seats: dict[Hashable, tuple[FacePixels, ...]] = {}
        self._nearness: dict[Hashable, float] = {}

    def reduced(self, image: Image) -> Image:
        """Return the whole of a picture (of the view's size), reduced."""
        return np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_AREA), np.uint8)

    def window(self, image: Image) -> Image:
        """Return this part of a picture (of the view's size), reduced."""
        return self.reduced(image)[self.part]

    def spots(self) -> Floats:
        """Return the pixels (N x 2) of the reduced picture that this part consists of, row by row."""
        v, u = np.mgrid[self.part]
        return np.stack([u, v], axis=-1).reshape(-1, 2).astype(float)

    def inside(self, ring: Floats) -> NDArray[np.bool_]:
        """Return which pixels (in a row) lie in a convex polygon, N x 2 pixels of the reduced picture."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(ring - self._corner).astype(np.int32), 1)
        return mask.ravel() > 0

    def label(self, colour: str, kind: int) -> int:
        """Return the label of a face."""
        return 1 + self.colours.index(colour) * KINDS + kind

    def face_of(self, label: int) -> tuple[str, int]:
        """Return colour and kind of a face's label."""
        colour, kind = divmod(label - 1, KINDS)
        return self.colours[colour], kind

    def nearness(self, seat: Hashable) -> float:
        """Return how near a solid on a seat is to the camera: greater is nearer."""
        if seat not in self._nearness:
            self._nearness[seat] = self._shapes(seat).nearness(self._eye)
        return self._nearness[seat]

    def faces(self, seat: Hashable) -> tuple[FacePixels, ...]:
        """Return the faces that a solid on a seat turns to the camera."""
        if seat not in self._seats:
            self._seats[seat] = tuple(self._drawn(seat))
        return self._seats[seat]

    def draw(self, solids: Collection[PlacedSolid]) -> LabelImage:
        """Return what is seen of solids."""
        count = self.shape[0] * self.shape[1]
        labels, nearness = np.full(count, BARE, np.int16), np.full(count, -np.inf, np.float32)
        for solid in sorted(solids, key=lambda one: self.nearness(one.seat)):
            for face in self.faces(solid.seat):
                labels[face.pixels] = self.label(solid.colour, face.kind)
                nearness[face.pixels] = self.nearness(solid.seat)
        return LabelImage(labels, nearness)

    def labels(self, view: BoardView, solids: Collection[PlacedSolid]) -> NDArray[np.int16]:
        """Return the pixels' labels if the board with the solids lies at `view`."""
        small = view.resized(self._size)
        eye = view.camera_centre / view.pitch
        faces = [
            (self.label(solid.colour, face.kind), face.corners)
            for solid in sorted(solids, key=lambda one: self._shapes(one.seat).nearness(eye))
            for face in self._shapes(solid.seat).faces
            if float((eye - face.corners[0]) @ face.normal) > 0
        ]
        drawn = np.zeros(self.shape, np.int16)
        if faces:
            spots = small.project(np.concatenate([corners for _, corners in faces]) * view.pitch) - self._corner
            points = np.round(spots * (1 << SUBPIXEL_BITS)).astype(np.int32)
            ends = np.cumsum([len(corners) for _, corners in faces])[:-1]
            for (label, _), ring in zip(faces, np.split(points, ends), strict=True):
                cv2.fillConvexPoly(drawn, ring, label, shift=SUBPIXEL_BITS)
        return drawn.ravel()

    def _drawn(self, seat: Hashable) -> list[FacePixels]:
        # One corner is enough, since faces are flat.
        faces = [face for face in self._shapes(seat).faces if float((self._eye - face.corners[0]) @ face.normal) > 0]
        if not faces:
            return []
        projected = self.view.project(np.concatenate([face.corners for face in faces]) * self.view.pitch) - self._corner
        every = np.split(projected, np.cumsum([len(face.corners) for face in faces])[:-1])
        found = []
        for face, spots in zip(faces, every, strict=True):
            left, top, width, height = cv2.boundingRect(spots.astype(np.float32))
            right, bottom = min(left + width + 1, self.shape[1]), min(top + height + 1, self.shape[0])
            left, top = max(left, 0), max(top, 0)
            if right <= left or bottom <= top:
                continue
            mask = np.zeros((bottom - top, right - left), np.uint8)
            points = np.round((spots - (left, top)) * (1 << SUBPIXEL_BITS)).astype(np.int32)
            cv2.fillConvexPoly(mask, points, 1, shift=SUBPIXEL_BITS)
            v, u = mask.nonzero()
            found.append(FacePixels(face.kind, (v + top) * self.shape[1] + u + left))
        return found
