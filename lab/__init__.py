"""The laboratory: measures, sweeps, experiments and their notebook. Not part of the installed package."""

# Before NumPy is loaded: what is measured here runs as players' own commands do, on one thread of OpenBLAS.
import vision  # noqa: F401
