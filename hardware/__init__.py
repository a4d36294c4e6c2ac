"""Devices that roll dice. Knows no rules."""
