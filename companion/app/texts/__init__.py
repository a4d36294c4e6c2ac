"""The words of the app's screens."""
