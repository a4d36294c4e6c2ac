"""Kristin Looney's Blockade: the exact rules engine."""
