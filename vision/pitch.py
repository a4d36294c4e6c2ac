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
    """The board's pitch (26 to 40 mm) in a picture (H x W x 3, BGR): the mean of both logarithms, weighted by how small
    their variances are. `lined` is whether the grid is known to have lines."""
    edges = pitch_by_edges(pixels, pose, lined)
    told = pitch_by_network(pixels, pose.view(edges.pitch, 1.0))
    edges_weight, network_weight = (edges.pitch / edges.error) ** 2, NETWORK_ERROR**-2
    total = edges_weight + network_weight
    pitch = edges.pitch * (told / edges.pitch) ** (network_weight / total)
    return Pitch(pitch, pitch / math.sqrt(total))
