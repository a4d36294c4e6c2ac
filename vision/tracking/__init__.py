"""A board followed from picture to picture."""
