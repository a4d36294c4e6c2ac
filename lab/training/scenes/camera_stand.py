"""Where the cameras of random tables stand."""

import numpy as np

from vision.image import Floats

# From less than so many degrees off straight above, up in the picture is away from the camera's side.
STEEP = 3.0


def stand(oblique: float, azimuth: float, roll: float) -> tuple[Floats, Floats]:
    """The way from what is looked at to the camera (3, of length 1) and the camera's axes in the board frame (3 x 3:
    right, down, ahead), for a camera `oblique` degrees from straight above at an azimuth, rolled about its sight
    (both radians)."""
    lean = np.radians(oblique)
    away = np.array([np.sin(lean) * np.cos(azimuth), np.sin(lean) * np.sin(azimuth), np.cos(lean)])
    upright = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    right = np.cross(-away, -upright if oblique < STEEP else np.array([0.0, 0.0, 1.0]))
    right /= np.linalg.norm(right)
    down = np.cross(-away, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down
    return away, np.vstack([right, down, -away])
