"""Cameras, boards, solids and how they look. Knows nothing of rules or turns."""
