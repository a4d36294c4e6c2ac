"""A page on which others watch the tables of a broker, and what brings it to them."""
