"""Screens that start a game with another table."""
