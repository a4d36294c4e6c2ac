"""Synthetic dice and floors, which training and tests alone need."""
