"""The pose of a drawn camera on a stand."""

import cv2
import numpy as np

from vision.drawing.painting import Points

Three = tuple[float, float, float]


def stand(middle: Points, distance: float, elevation: float, azimuth: float = 0.0) -> tuple[Three, Three]:
    """Return rotation and translation of a camera at a `distance` from the point (3,) in the middle of its picture,
    `elevation` degrees above the table, and turned by `azimuth` degrees anticlockwise around it from the near side."""
    up, around = np.radians(elevation), np.radians(azimuth - 90)
    away = np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    matrix = np.stack([right, np.cross(-away, right), -away])
    rx, ry, rz = (float(r) for r in np.asarray(cv2.Rodrigues(matrix)[0]).ravel())
    tx, ty, tz = (float(t) for t in -matrix @ (middle + distance * away))
    return (rx, ry, rz), (tx, ty, tz)
