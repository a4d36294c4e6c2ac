"""Finds the Volcano board and the camera in one picture, without markers."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_fit import TYPICAL_PITCH_MM, Pose, refine
from vision.board_view import RING, BoardView
from vision.camera import Camera
from vision.errors import VisionError
from vision.look import Image

Floats = NDArray[np.float64]

SMALLEST_PICTURE = 160


def locate(
    image: Image,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    a1: tuple[float, float] | None = None,
    previous: BoardView | None = None,
) -> BoardView:
    """Find the board in `image` (H x W x 3, BGR).

    `camera` is the calibrated camera, if there is one; without it the focal length and the first radial term come from
    the board. `corners` are rough pixels of the grid's outer corners a1 e1 e5 a5 (four taps). `a1` is a rough pixel of
    a1's outer corner; without it a1 is the near left corner. `previous` is the view of an earlier picture of the same
    table, which makes it fast; its orientation and camera are kept.

    Raises VisionError when there is no board, when it is partly out of the picture, or when the picture is too small.
    """
    picture = _checked(image)
    size = (picture.shape[1], picture.shape[0])
    if camera is not None:
        camera = camera.resized(size)
    pixels = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    if corners is not None:
        taps = np.asarray(corners, dtype=float)
        if taps.shape != (4, 2):
            raise VisionError("Four corners are needed, each as u,v in pixels, in the order a1 e1 e5 a5.")
        pose = Pose.from_corners(taps, camera or Camera.guess(size), camera is not None)
        if pose is None:
            raise VisionError("These four corners are no board seen from above: give a1 e1 e5 a5 counter-clockwise.")
        return _whole(refine(pixels, pose).view(TYPICAL_PITCH_MM, 1.0))
    if previous is not None:
        return _whole(refine(pixels, Pose.of_view(previous, True), (0.05, 0.03)).view(previous.pitch, 1.0))
    raise VisionError("No board was found in the picture: tap its four corners.")


def _checked(image: Image) -> Image:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise VisionError("The picture must be a colour image of 8 bits a channel.")
    if min(image.shape[:2]) < SMALLEST_PICTURE:
        raise VisionError(
            f"The picture is too small to see a board in: {image.shape[1]} x {image.shape[0]} pixels, "
            f"at least {SMALLEST_PICTURE} on the shorter side are needed."
        )
    return image


def _whole(view: BoardView) -> BoardView:
    width, height = view.camera.size
    out = [name for name, (u, v) in view.corners.items() if not (0 <= u < width and 0 <= v < height)]
    if out:
        raise VisionError(
            f"The board is partly out of the picture (corner {', '.join(out)}): move the camera until all is in it."
        )
    return view


def oriented(view: BoardView, a1: tuple[float, float] | None) -> BoardView:
    """The view turned so that a1 is the corner nearest to pixel `a1`, or the near left one."""
    corners = np.array([view.corners[name] for name in RING])
    if a1 is not None:
        return view.turned(int(np.linalg.norm(corners - np.asarray(a1), axis=1).argmin()))
    edges = (corners + np.roll(corners, -1, axis=0))[:, 1]
    return view.turned(int(edges.argmax()) % len(RING))
