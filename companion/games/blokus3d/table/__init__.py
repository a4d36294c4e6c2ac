"""Blokus 3D on a table."""
