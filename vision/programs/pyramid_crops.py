"""Cuts a place of the table out of a picture, rectified and turned.

A crop shows `REACH` cells on every side of a place on the board's plane. In the crop, standing pyramids lean away from
the camera; the context numbers give the direction of the camera and the light of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles
from vision.parameters import parameters

SIDE: Final = 64
"""Side of a crop, pixels."""
REACH: Final = 1.2
"""Distance from the middle of a crop to its sides, cells."""
CONTEXT: Final = 12
"""Number of context values given to the network with a crop."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    finest: float = 48.0  # pixels a cell; finer pictures are halved before crops are cut
    most_lean: float = 3.0  # tangent; leans given to the network are clipped to this


P: Final = parameters(Parameters)
GREY: Final = (127, 127, 127)


def halved(image: Image, view: BoardView) -> tuple[Image, BoardView]:
    """Halve the picture until a cell is at most `P.finest` pixels wide. Returns the picture with its view."""
    while scales(view, np.array([view.grid.size / 2]))[0] > P.finest:
        image = half_of(image)
        view = view.resized((image.shape[1], image.shape[0]))
    return image, view


def half_of(image: Image) -> Image:
    """Return the picture at half its width and height, rounded up."""
    height, width = image.shape[:2]
    size = (width + 1) // 2, (height + 1) // 2
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def scales(view: BoardView, places: Floats) -> Floats:
    """Return the picture scale at `places` (N x 2, cells), across the line of sight: N, pixels per cell."""
    half = np.array([0.5, 0.0])
    spots = np.concatenate([places, places + half, places + half[::-1]]) * view.pitch
    there, along, up = np.split(view.project(np.column_stack([spots, np.zeros(len(spots))])), 3)
    longest = np.maximum(np.linalg.norm(along - there, axis=1), np.linalg.norm(up - there, axis=1))
    return 2 * np.asarray(longest, float)


def cut_pyramids(
    image: Image, view: BoardView, places: Floats, turns: Floats, reach: float = REACH, side: int = SIDE
) -> Image:
    """Cut crops around `places` (N x 2, cells), each rotated by its angle in `turns` (radians, from +x).

    Returns N x side x side x 3; grey outside the picture.
    """
    ring = reach * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    cos, sin = np.cos(turns), np.sin(turns)
    # The crop's ring on the table, turned back.
    back = np.stack([np.stack([cos, sin], 1), np.stack([-sin, cos], 1)], 1)
    spots = (places[:, None] + ring @ np.swapaxes(back, 1, 2)).reshape(-1, 2) * view.pitch
    seen = view.project(np.column_stack([spots, np.zeros(len(spots))])).reshape(-1, 4, 2).astype(np.float32)
    box = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - np.float32(0.5)
    found = np.empty((len(places), side, side, 3), np.uint8)
    for crop, corners in zip(found, seen, strict=True):
        way = cv2.getPerspectiveTransform(box, corners)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpPerspective(image, way, (side, side), crop, flags, cv2.BORDER_CONSTANT, GREY)
    return found


def upwards(view: BoardView, places: Floats) -> Floats:
    """Return the angles (N, radians) that rotate crops of `places` (N x 2, cells) until the top edge is away from the
    camera: standing pyramids then lean upwards."""
    sights = view.camera_centre[:2] - places * view.pitch
    return np.asarray(-np.pi / 2 - np.arctan2(sights[:, 1], sights[:, 0]))


def leans(view: BoardView, places: Floats, turns: Floats) -> Floats:
    """Return the slopes of the lines of sight at `places` (N x 2, cells): N x 2, tangents along x and y of the rotated
    crops."""
    sights = view.camera_centre - np.column_stack([places * view.pitch, np.zeros(len(places))])
    lean = np.clip(sights[:, :2] / np.maximum(sights[:, 2:], 1.0), -P.most_lean, P.most_lean)
    cos, sin = np.cos(turns), np.sin(turns)
    return np.column_stack([cos * lean[:, 0] - sin * lean[:, 1], sin * lean[:, 0] + cos * lean[:, 1]])


def light_of(image: Image) -> Floats:
    """Return mean, twice the deviation and 95th percentile of each colour of a whole picture: 9, about -1..1."""
    small = cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    light = np.concatenate([small.mean(axis=0), 2 * small.std(axis=0), np.percentile(small, 95, axis=0)])
    return np.asarray(light / 127.5 - 1, float)


def context_of(leaning: Floats, pixels: Floats, light: Floats) -> Singles:
    """Return the context of crops: N x CONTEXT. From slopes (N x 2), pixels per cell (N), light (9, or N x 9)."""
    lights = np.broadcast_to(light, (len(leaning), 9))
    return np.column_stack([leaning, np.log(np.maximum(pixels, 1.0) / 30), lights]).astype(np.float32)


def normalised(crops: Image | Sequence[Image]) -> Singles:
    """Convert crops (N x H x W x 3) to network input: N x 3 x H x W, -1..1."""
    return np.ascontiguousarray(np.transpose(np.asarray(crops), (0, 3, 1, 2)), np.float32) / np.float32(127.5) - 1
