"""Draws synthetic pictures."""
