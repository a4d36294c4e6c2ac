"""Reads the pixels of single stacks."""
