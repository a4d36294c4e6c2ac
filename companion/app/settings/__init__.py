"""Settings, and the screen that changes them."""
