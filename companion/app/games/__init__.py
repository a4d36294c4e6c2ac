"""Games on the screen, a folder a game."""
