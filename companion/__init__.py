"""Pyramid Companion: a referee for real tabletop games."""
