"""The tablet app: it shows what the referee believes and passes on what the players want; it decides nothing."""
