"""What a screen says and offers, worked out from a game's state: plain Python, no widgets."""
