"""Pyramids laid out beyond the ends of a board: finding them, reading them, making arrays of them."""
