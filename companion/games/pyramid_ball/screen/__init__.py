"""Pyramid Ball on the screen."""
