"""What the players are told in passing by whoever works beside the games, from any thread."""

from collections.abc import Callable

from companion.games.reason import Reason


class InPassing:
    """`tell` is what the one who serves this process's games makes of it."""

    def __init__(self) -> None:
        self.tell: Callable[[Reason], None] = lambda _said: None

    def tell_now(self, said: Reason) -> None:
        """Tell it to whoever serves them at this time."""
        self.tell(said)


IN_PASSING = InPassing()
"""That of this process."""
