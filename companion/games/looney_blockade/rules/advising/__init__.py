"""Advises players on their best turn."""
