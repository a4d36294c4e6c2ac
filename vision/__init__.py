"""Cameras, boards, solids and how they look. Knows nothing of rules or turns."""

import os

# Matrices here are so small that OpenBLAS' threads only wait for one another: finding a board took two or three times
# as much processor time. Read when NumPy is loaded first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# ONNX Runtime from 1.29 on sends usage data to Microsoft and keeps a device id in the cache folder, unless this is set
# before it is imported. Only code below `vision` imports it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
