"""How Blokus 3D lies on a table."""
