"""Draws whole tables of solids as the camera would see them, and compares them with a picture."""
