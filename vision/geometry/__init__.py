"""Lens, grid and solids: positions in millimetres and their pixels."""
