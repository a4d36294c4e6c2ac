"""Blokus 3D: its rules, how it lies on a table, how it is shown, its texts."""
