"""Dice in a picture."""
