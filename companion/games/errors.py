"""What the engines raise."""


class GameError(ValueError):
    """A request, position, move or option that makes no sense; the message names the place and what to do."""
