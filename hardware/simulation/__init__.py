"""A tower in software."""
