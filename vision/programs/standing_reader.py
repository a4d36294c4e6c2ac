"""Reads single pyramids standing on squares, and what stands on them, from crops of their own size.

The pyramid reader (`vision.programs.pyramid_reader`) sees the rectified table, in which standing pyramids are smeared.
Here the picture itself is cut around the room that a large with a small on it would take.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.geometry.solids import BASE_MM
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.parameters import parameters
from vision.programs.pyramid_crops import GREY, half_of, leans, light_of, normalised, upwards
from vision.programs.pyramid_reader import COLOURS, PlaceState, PyramidReadings, Top, logs_of

MODEL: Final = "standing_reader.onnx"
SIDE: Final = 48
"""Side of a crop, pixels."""


@dataclass(frozen=True)
class Room:
    """Room that a crop shows around a place: mm to all sides and upwards, and a margin."""

    radius: float
    height: float
    margin: float


ROOM: Final = Room(BASE_MM[3] * 0.62, 58.0, 1.15)
"""A large with a small on it is hardly higher, and its base, however turned, not much wider."""
CONTEXT: Final = 12
"""Numbers given with a crop: how steeply the camera looks down, pixels, and the light."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    shrunk: float = 1.6  # picture pixels a crop pixel; larger pictures are halved before the crop is cut
    empty_for_sure: float = 0.99  # chance of being empty from which a place is not looked at again


P: Final = parameters(Parameters)
PARTS: Final = {
    "state": len(PlaceState),
    "pips": 3,
    "colour": len(COLOURS),
    "top": len(Top),
    "top_colour": len(COLOURS),
}
"""Parts of the network's output and their numbers: log odds."""
Shares = Mapping[str, tuple[float, float]]
"""Scales on this reader's logs and on those of the pyramid reader, by part."""
ON_SQUARES: Final[Shares] = {
    "state": (1.1, 0.6),
    "pips": (1.1, 0.2),
    "colour": (1.1, 0.2),
    "top": (0.9, 0.6),
    "top_colour": (1.1, 0.1),
}
"""Scales on squares, fitted on drawn tables that nothing has learnt from."""
BEYOND: Final[Shares] = {
    "state": (0.0, 1.0),
    "pips": (0.9, 0.6),
    "colour": (0.5, 0.6),
    "top": (0.3, 0.6),
    "top_colour": (1.1, 0.1),
}
"""Scales beyond the ends, where most pyramids lie."""


def boxes(view: BoardView, places: Floats, room: Room = ROOM) -> tuple[Floats, Floats, Floats]:
    """Return the crops of places (N x 2, cells) in the picture: middles (N x 2, pixels), directions that are up (N x
    2), and half sides (N, pixels)."""
    foot = np.column_stack([places * view.pitch, np.zeros(len(places))])
    away = foot[:, :2] - view.camera_centre[:2]
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    angles = np.arange(8) * np.pi / 4
    ring = room.radius * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(8)])
    solid = np.vstack([ring, [[0, 0, room.height]], [[0, 0, 0]]])
    seen = view.project((foot[:, None] + solid).reshape(-1, 3)).reshape(len(places), len(solid), 2)
    far = view.project(foot + np.column_stack([5 * away, np.zeros(len(places))]))
    up = far - seen[:, -1]
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-9)
    right = np.column_stack([-up[:, 1], up[:, 0]])
    along = np.einsum("nkc,nc->nk", seen, up), np.einsum("nkc,nc->nk", seen, right)
    low, high = (np.column_stack([side(one, axis=1) for one in along]) for side in (np.min, np.max))
    middle = (low + high) / 2
    half = room.margin * (high - low).max(axis=1) / 2
    return middle[:, :1] * up + middle[:, 1:] * right, up, half


def cut_standing(
    image: Image, view: BoardView, places: Floats, side: int = SIDE, wider: float = 1.0, room: Room = ROOM
) -> tuple[Image, Floats]:
    """Cut crops of places (N x 2, cells), `wider` times as wide as usual: N x side x side x 3; grey outside the
    picture. Returns also the picture pixels a crop pixel, N."""
    middles, up, half = boxes(view, places, room)
    half = half * wider
    crops = np.empty((len(places), side, side, 3), np.uint8)
    box = np.array([[0, 0], [side, 0], [side, side]], np.float32) - np.float32(0.5)
    pictures, dense = [image], 2 * half / side
    for crop, middle, high, reach, dots in zip(crops, middles, up, half, dense, strict=True):
        level = max(0, int(np.ceil(np.log2(max(dots / P.shrunk, 1e-3)))))
        while len(pictures) <= level:
            pictures.append(half_of(pictures[-1]))
        right = np.array([-high[1], high[0]])
        corners = middle + reach * np.array([high - right, high + right, right - high])
        way = cv2.getAffineTransform(box, ((corners + 0.5) / 2**level - 0.5).astype(np.float32))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(pictures[level], way, (side, side), crop, flags, cv2.BORDER_CONSTANT, GREY)
    return crops, dense


def context_of(leaning: Floats, dense: Floats, reach: Floats, lights: Floats) -> Singles:
    """Return the numbers given with crops, from the lean of the line of sight (N x 2), picture pixels a crop pixel,
    half sides in pixels (N), and the light (N x 9)."""
    lean = np.linalg.norm(leaning, axis=1)
    logs = [np.log(np.maximum(one, 0.05)) for one in (dense, reach / 30)]
    return np.column_stack([lean, *logs, lights]).astype(np.float32)


def read_standing(image: Image, view: BoardView, places: Floats) -> dict[str, Floats]:
    """Return log-probabilities for places (N x 2, cells), by part (N x its numbers)."""
    crops, dense = cut_standing(image, view, places)
    leaning = leans(view, places, upwards(view, places))
    lights = np.broadcast_to(light_of(image), (len(places), 9))
    context = context_of(leaning, dense, dense * SIDE / 2, lights)
    network = load_network(MODEL)
    shown = normalised(crops), normalised(crops[:, :, ::-1])
    both = [network.answer({"crops": one, "context": context}, ["told"])[0] for one in shown]
    output = np.asarray((both[0] + both[1]) / 2, float)
    ends = np.cumsum(list(PARTS.values()))[:-1]
    return {name: logs_of(part) for name, part in zip(PARTS, np.split(output, ends, axis=1), strict=True)}


def with_standing(
    readings: PyramidReadings, image: Image, view: BoardView, places: Floats, shares: Shares
) -> PyramidReadings:
    """Combine tempered readings of places with this reader's."""
    rows = np.flatnonzero(np.exp(readings.state[:, PlaceState.EMPTY]) < P.empty_for_sure)
    if len(rows) == 0:
        return readings
    mixed = {}
    for name, logs in read_standing(image, view, places[rows]).items():
        mixed[name] = getattr(readings, name).copy()
        own, other = shares[name]
        mixed[name][rows] = logs_of(own * logs + other * mixed[name][rows])
    return replace(readings, **mixed)
