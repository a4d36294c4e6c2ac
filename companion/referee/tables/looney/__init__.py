"""How Looney's Blockade lies on a table."""
