"""Crops a picture to both programs."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.table.programs import ENDS
from companion.referee.live.cameras import Image

Spots = dict[str, tuple[float, float]]

# Margin above and below the programs, as a share of their larger side; beside them it is twice that.
EDGE = 0.12


def spots_of(look: Any) -> Spots:
    """Return the positions of all things of both programs, in pixels."""
    readings = (getattr(look, "arrays", None) or {}).items()
    return {f"{ENDS[end]} {place}": at for end, reading in readings if reading for place, at in reading.at.items()}


def crop_to_programs(image: Image, spots: Mapping[str, tuple[float, float]]) -> tuple[Image, Spots]:
    """Return the part of a picture with both programs, and where the commands lie in it, as fractions of its width and
    height. A picture with one program stays whole."""
    height, width = image.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if {spot.split(" ")[0] for spot in spots} == {*PLAYERS}:
        xs, ys = zip(*spots.values(), strict=True)
        edge = EDGE * max(max(xs) - min(xs), max(ys) - min(ys))
        left, right = max(0, int(min(xs) - 2 * edge)), min(width, int(max(xs) + 2 * edge) + 1)
        top, bottom = max(0, int(min(ys) - edge)), min(height, int(max(ys) + edge) + 1)
    shares = {spot: ((x - left) / (right - left), (y - top) / (bottom - top)) for spot, (x, y) in spots.items()}
    return np.ascontiguousarray(image[top:bottom, left:right]), shares
