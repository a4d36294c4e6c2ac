"""What a player may do best."""
