"""The networks that come with the package, run by OpenCV."""

from importlib import resources

import cv2
import numpy as np


def load_network(name: str) -> cv2.dnn.Net:
    """The network kept in the package under a file name. Not to be shared between threads."""
    model = np.frombuffer(resources.files("vision").joinpath(name).read_bytes(), np.uint8)
    # OpenCV 5 brought a second engine, and takes it if not told; ours run up to a quarter faster in the older one.
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(model) if engine is None else cv2.dnn.readNetFromONNX(model, engine)
