"""Learning from lessons."""
