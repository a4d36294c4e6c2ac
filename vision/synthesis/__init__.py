"""Renders hypotheses about a table of solids, and compares them with a real picture."""
