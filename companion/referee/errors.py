"""What refereeing raises."""


class RefereeError(ValueError):
    """A recording, journal, roll or correction that cannot be used; the message names the place and what to do."""
