"""How Pyramid Ball lies on a table."""
