"""What the pixels of one stack say."""
