"""Devices that give dice rolls. Knows nothing of rules."""
