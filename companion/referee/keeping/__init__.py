"""Files of a game: its journal and its recording."""
