"""Cameras and dice as the app uses them."""
