"""Cameras, boards, solids and how they look. Knows nothing of rules or turns."""

import os

# Matrices here are so small that OpenBLAS' threads only wait for one another: finding a board took two or three times
# as much processor time. Read when NumPy is loaded first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
