"""Locates a board in a picture."""
