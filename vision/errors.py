"""What seeing raises."""


class VisionError(ValueError):
    """A picture or a board that cannot be read; the message says why and what to do."""
