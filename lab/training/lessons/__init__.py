"""Making lessons of drawn scenes."""
