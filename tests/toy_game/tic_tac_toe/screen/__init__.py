"""Tic-tac-toe in the app."""
