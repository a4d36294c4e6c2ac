"""Puzzles: one best turn, among four to choose from."""
