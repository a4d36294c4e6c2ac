"""Kristin Looney's Blockade: its rules, how it lies on a table, how it is shown, its texts."""
