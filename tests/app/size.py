"""The size of the tests' window, pixels."""

SIZE = (1280, 800)
