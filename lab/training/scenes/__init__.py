"""Random scenes, and how they are drawn for training data."""
