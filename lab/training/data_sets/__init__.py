"""Making training data of drawn scenes."""
