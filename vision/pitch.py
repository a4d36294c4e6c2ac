"""Measures a board's pitch against the pieces on it: a large is 25.4 mm wide, whatever the grid.

Two measures that go wrong in different pictures are put together by how sure each is.
"""

import math

from vision.board_fit import Pose
from vision.look import Image
from vision.pitch_edges import Pitch, pitch_by_edges
from vision.pitch_network import pitch_by_network

# The standard error of the logarithm of a pitch that the network tells.
NETWORK_ERROR = 0.04


def measure_pitch(pixels: Image, pose: Pose, *, lined: bool = True) -> Pitch:
    """The board's pitch (26 to 40 mm) in a picture (H x W x 3, BGR). `lined` is whether the grid is known to have
    lines."""
    edges = pitch_by_edges(pixels, pose, lined)
    told = pitch_by_network(pixels, pose.view(edges.pitch, 1.0))
    sure, surely = (edges.pitch / edges.error) ** 2, NETWORK_ERROR**-2
    pitch = edges.pitch * (told / edges.pitch) ** (surely / (sure + surely))
    return Pitch(pitch, pitch / math.sqrt(sure + surely))
