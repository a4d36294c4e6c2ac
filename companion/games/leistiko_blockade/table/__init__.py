"""Leistiko's Blockade on half a backgammon board."""
