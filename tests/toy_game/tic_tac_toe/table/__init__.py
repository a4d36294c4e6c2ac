"""Tic-tac-toe on a table."""
