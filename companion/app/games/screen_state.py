"""The state of one screen of a game, such as what is picked there; the game itself knows nothing of it."""

from dataclasses import dataclass
from typing import Any

from companion.app.games.state import AnyState, ShownSuggestion
from companion.referee.verdict import Verdict


@dataclass
class ScreenState:
    """State of the screen that the table does not know."""

    picked: str | None = None
    """The place whose piece is picked up."""
    asked: str | None = None
    """The place of which it was asked why nothing can go there."""
    number: int | None = None
    """The number of the verdict in force when the screen was shown last."""
    moment: int | None = None
    """The entry of the history that is looked at, None for now."""
    choosing: bool = False
    """True while the players choose which of several legal turns was made."""
    declined: Verdict | None = None
    """A verdict of which no reading is right."""
    suggested: ShownSuggestion | None = None
    """The suggestion that was shown last."""
    dragging: bool = False
    """True while the players show where the board's corners are."""
    looking: bool = False
    """True while the players look at the camera's picture during a game."""
    own: Any = None
    """State that only this game's screen has."""

    def held(self, state: AnyState) -> str | None:
        """Return the place whose piece is picked up, on the screen or on the table."""
        return state.hint.start if state.hint and state.hint.lifted else self.picked

    def offering(self, state: AnyState) -> bool:
        """Return True if readings are offered to choose from."""
        return self.choosing or (state.open_look and state.verdict != self.declined)

    def choose(self) -> None:
        """Let the players say which of the readings is right."""
        self.choosing, self.declined = True, None

    def decline(self, state: AnyState) -> None:
        """Offer no more readings: the players say cell by cell what stands there."""
        self.choosing, self.declined = False, state.verdict

    def keep_up(self, state: AnyState) -> None:
        """Drop what the state has overtaken."""
        suggested = state.suggestion and state.suggestion is not self.suggested
        if state.phase != "move" or suggested or self.number not in (None, state.number):
            self.picked = None
        self.suggested, self.number = state.suggestion, state.number
        self.choosing = self.choosing and state.open_turn
        if self.moment is not None and self.moment >= len(state.moments):
            self.moment = None
        if state.built is None and not (self.looking and state.camera):
            self.dragging = self.looking = False
