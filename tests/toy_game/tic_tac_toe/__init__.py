"""Tic-tac-toe, as a package of somebody else's would bring it."""
