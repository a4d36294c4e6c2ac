"""Array types. Pictures are H x W x 3, 8 bits, in OpenCV's order blue, green, red."""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
