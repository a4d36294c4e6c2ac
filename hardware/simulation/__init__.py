"""The real firmware on a simulated chip, and the tower around it."""
