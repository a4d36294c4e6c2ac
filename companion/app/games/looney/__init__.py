"""Looney's Blockade on the screen."""
