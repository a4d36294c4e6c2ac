"""After the game: what its turns were worth."""
