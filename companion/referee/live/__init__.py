"""Refereeing while it happens."""
