"""Looney Blockade on a table."""
