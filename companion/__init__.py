"""Pyramid Companion: a referee for real tabletop games."""

# Imported first: `vision` sets the environment that NumPy reads when it is loaded.
import vision  # noqa: F401
