"""Synthetic pictures."""
