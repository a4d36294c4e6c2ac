"""Puzzles of every game, found in games that the computer plays: each has exactly one right answer among all that the
rules allow.

    .venv/bin/python -m lab.puzzles [GAME ...]

writes `companion/games/NAME/screen/puzzles.json` anew.
"""
