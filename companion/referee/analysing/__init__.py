"""What the turns of a game were worth, told afterwards."""
