"""Camera profiles and other things measured once for a table."""
