"""Boards as lists of shapes. A game says which shapes; painters put them on a page, on the screen, into a browser."""
