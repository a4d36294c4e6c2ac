"""Looney Blockade on the screen."""
