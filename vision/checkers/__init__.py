"""Checkers on the points of half a backgammon board: found and counted."""
