"""What joins those who work beside the games, on threads of their own, with whoever serves this process's games."""

from collections.abc import Callable
from typing import Any

from companion.app.intents import AnyIntent
from companion.games.reason import Reason
from companion.referee.errors import error_reason


class InPassing:
    """The one who serves games sets `tell`, which tells the players something, `ask`, which has something done in the
    game, and `explained`, which returns what to tell of any exception and takes note of a fault; all from any thread.
    `shown` is for those who work beside: a game and its newest state, on the games'
    thread, once the players have been told it.
    """

    def __init__(self) -> None:
        self.tell: Callable[[Reason], None] = lambda _said: None
        self.ask: Callable[[AnyIntent], None] = lambda _intent: None
        self.explained: Callable[[Exception], Reason] = error_reason
        self.shown: Callable[[Any, Any], None] = lambda _game, _state: None

    def tell_now(self, said: Reason) -> None:
        """Tell it to whoever serves them at this time."""
        self.tell(said)


IN_PASSING = InPassing()
"""The callbacks of this process."""
