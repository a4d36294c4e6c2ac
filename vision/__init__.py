"""Cameras, boards, solids and how they look. Knows no rules and no turns."""

import os

# The matrices are so small that OpenBLAS threads only wait for one another: finding a board took two to three times the
# processor time. Read when NumPy is first loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# ONNX Runtime from 1.29 on sends usage data to Microsoft and keeps a device id in the cache folder, unless this is set
# before it is imported. Only code below `vision` imports it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
