"""Finds the turns that lead to a table."""
