"""The camera's picture as the board while a turn is revealed."""


class RevealPhoto:
    """Makes the camera's picture the board for each revealed turn. The players may switch it off; afterwards their own
    choice counts again."""

    def __init__(self) -> None:
        self._before: bool | None = None

    def photo(self, photo: bool, *, follows: bool) -> bool:
        """Return True if the picture is the board now. `photo`: True if it was so far; `follows`: True while a turn
        under a camera is followed."""
        if follows and self._before is None:
            self._before = photo
            return True
        if not follows and self._before is not None:
            before, self._before = self._before, None
            return photo and before
        return photo
