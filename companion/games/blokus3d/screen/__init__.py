"""Blokus 3D on the screen."""
