"""Learning from training data."""
