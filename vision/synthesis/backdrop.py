"""The look of a bare board and the table around it, transferred to the board's pose in another picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.plastics import P as PLASTIC
from vision.synthesis.plastics import Tone, mixed
from vision.synthesis.scene import SolidScene
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    least_noise: tuple[float, float, float] = (0.10, 0.06, 0.06)  # standard deviations of a bare board's tints: least
    most_noise: tuple[float, float, float] = (0.5, 0.3, 0.3)  # the same: largest, whatever stands there
    stored: float = 3.0  # nats by which a pixel beside the board speaks against a piece in store that came to lie there


P: Final = parameters(Parameters)
RIM: Final = 0.25
"""Pitches around a board that turn with it."""
SHADES: Final = ((0.0, 0.0), (-0.25, -0.7), (-0.5, -1.2), (-0.8, -1.6), (-1.2, -2.0), (0.2, -0.7))
"""Changes of a bare pixel's brightness by shadow or light, and the log of their frequency."""


@dataclass(frozen=True)
class Expected:
    """Expected tints of a bare scene."""

    tints: Floats
    """Tints of its pixels, N x 3."""
    board: NDArray[np.bool_]
    """True for pixels of the board, (N,)."""
    stored: float = P.stored
    """Nats by which a pixel beside the board speaks against a piece in store that has come to lie there."""

    def density(self, seen: Floats, shows: NDArray[np.bool_]) -> Floats:
        """Return the log density of bare pixels: as bright as before, in shadow, or anything."""
        off = seen - self.tints
        shows = self.board & shows
        spread = np.percentile(np.abs(off[shows]), 68, axis=0) if shows.any() else np.array(P.most_noise)
        noise = np.clip(spread, P.least_noise, P.most_noise)
        still = Tone(np.zeros(3), *(float(one) for one in noise))
        bright, still_bright = off[:, 0], -0.5 / still.bright**2
        shades = [still_bright * ((bright - shade) ** 2 - bright**2) + log for shade, log in SHADES]
        lit = still.density(off) + np.max(shades, axis=0)
        rough = Tone(np.zeros(3), 3 * still.bright, 2.5 * still.along, 2.5 * still.across).density(off)
        nothing = np.full(len(off), PLASTIC.nothing, np.float32)
        return mixed((0.3, nothing), (0.55, lit), (0.15, rough))


class Backdrop:
    """A backdrop learnt from a picture of the bare board. The camera stays where it is; the board may be turned or
    moved."""

    def __init__(self, image: Image, view: BoardView) -> None:
        self._image, self._view = image, view
        # The picture reduced, and softened for reducing, by the size to which it is.
        self._small: dict[tuple[int, int], tuple[Image, Image]] = {}

    def expected(self, scene: SolidScene) -> Expected:
        """Return what a scene would look like."""
        view, pitch, size = scene.view, scene.view.pitch, scene.view.camera.size
        if size not in self._small:
            shrink = self._view.camera.size[0] / size[0]
            soft = cv2.GaussianBlur(self._image, (0, 0), 0.45 * shrink) if shrink > 1.1 else self._image
            self._small[size] = scene.reduced(self._image), np.asarray(soft, np.uint8)
        small, soft = self._small[size]
        around = tints(small[scene.part]).reshape(-1, 3)
        rim = RIM * pitch
        side = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * rim
        board = scene.inside(view.project(view.ring + side))
        spots = view.on_board(scene.spots()[board])
        there = self._view.project(np.column_stack([spots, np.zeros(len(spots))])).astype(np.float32)
        carried = cv2.remap(
            soft, there[None, :, 0], there[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        around[board] = tints(np.asarray(carried, np.uint8)).reshape(-1, 3)
        return Expected(around, board)
