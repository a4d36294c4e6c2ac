"""How the states of each game lie on the table."""
