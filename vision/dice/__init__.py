"""Reads dice in pictures."""
