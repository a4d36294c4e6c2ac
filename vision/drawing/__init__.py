"""Renders pictures of tables from random scenes, for training, tests and the simulated camera; and the lettering of
overlays."""
