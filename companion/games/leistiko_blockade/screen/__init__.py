"""Leistiko's Blockade on the screen."""
