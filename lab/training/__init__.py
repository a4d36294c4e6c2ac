"""Draws training data and trains the networks, see docs/training.md. Wants more packages; running the networks does
not."""
