"""What is kept of a game: its journal, its recording."""
