"""Camera profiles and the other things measured once for a table."""
