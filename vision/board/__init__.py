"""Where the board lies in a picture."""
