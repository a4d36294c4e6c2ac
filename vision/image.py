"""Pictures: H x W x 3 arrays, 8 bits, in OpenCV's order blue, green, red."""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
