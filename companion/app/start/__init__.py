"""The start screen: which game, who plays, with what."""
