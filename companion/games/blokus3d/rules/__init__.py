"""Blokus 3D: the exact rules engine."""
