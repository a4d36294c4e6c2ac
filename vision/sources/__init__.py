"""Sources of pictures."""
