"""Locates half a backgammon board and counts the checkers on its points."""
