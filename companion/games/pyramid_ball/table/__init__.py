"""Pyramid Ball on a table."""
