"""A page to look at about a refereed game."""
