"""Jonathan Leistiko's Blockade: the exact rules engine."""
