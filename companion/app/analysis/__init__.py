"""Shows the worth of each turn once a game is over."""
