"""Draws whole tables of solids as the camera would see them, and tells how likely each makes a picture."""
