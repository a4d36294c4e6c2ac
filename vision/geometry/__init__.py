"""Lens, grid and solids: what stands where, in millimetres, and where it is seen, in pixels."""
