"""Reads columns of cubes on a board with square cells."""
