"""Pyramid Companion: a referee for real tabletop games."""

# Before anything else of ours can load NumPy.
import vision  # noqa: F401
