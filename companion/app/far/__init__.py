"""How one begins to play with another table."""
