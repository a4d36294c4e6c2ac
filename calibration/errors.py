"""What measuring raises."""


class CalibrationError(ValueError):
    """Something that cannot be measured as asked; the message says why and what to do."""
