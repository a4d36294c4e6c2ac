"""Follows a board from picture to picture."""
