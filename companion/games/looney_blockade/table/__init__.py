"""How Looney Blockade lies on a table."""
