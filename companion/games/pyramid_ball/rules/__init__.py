"""Jason Webster's Pyramid Ball: the exact rules engine."""
