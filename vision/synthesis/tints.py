"""Brightness and tint of pixels as logarithms: light changes the first, plastics differ in the second."""

from typing import Final

import numpy as np

from vision.image import Floats, Image

DARK: Final = 10.0
"""Grey levels added before logarithms, so that dark pixels do not dominate."""


def tints(image: Image) -> Floats:
    """Return for each pixel the mean log of its channels, and by how much the logs of red and of blue exceed it."""
    logs = np.log(image.astype(np.float32) + np.float32(DARK))
    bright = logs.mean(axis=-1)
    return np.stack([bright, logs[..., 2] - bright, logs[..., 0] - bright], axis=-1)
