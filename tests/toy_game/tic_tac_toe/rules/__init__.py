"""Tic-tac-toe: the rules."""
