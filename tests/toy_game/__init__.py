"""A sixth game, added as any game is: the acceptance test of the house."""
