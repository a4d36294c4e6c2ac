"""Companions of a table: computer players, a head start, a partner far away, a camera, dice, the game's own."""

from collections.abc import Iterator
from typing import Any

from companion.app.games.deeds import Deed
from companion.app.games.state import AnyState
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict


class Companion:
    """A companion answers every deed and hears what comes of it. This one passes everything on."""

    def answer(self, deed: Deed) -> Iterator[Deed]:
        """Yield the deeds to be done instead, in order: the deed itself passes it on, none at all holds it.

        Code behind a ``yield`` runs after that deed was done. Raises GameError, with the reason, to refuse it.
        """
        yield deed

    def withhold(self, verdict: Verdict) -> bool:
        """Take note of a verdict before it is shown; return True to withhold it: what was shown before stays."""
        return False

    def take_verdict(self, verdict: Verdict) -> None:
        """Take note of a verdict."""

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        """Take note of a judged picture, by the look of the game's tracker (None: no board was found)."""

    def moved_on(self) -> None:
        """Something was said, judged or corrected: what was planned or asked for before is over."""

    def advance(self) -> float | None:
        """Do what is due without anybody's deed. Returns in how many seconds to ask again, None for never."""
        return None

    def recall(self, record: Record) -> None:
        """Live through a record of the journal again, after the table has."""

    def side(self, side: str) -> str:
        """Return the side whose turn it is, where the table takes it for `side`."""
        return side

    def add_to_state(self, state: AnyState) -> AnyState:
        """Add what this companion shows to the state."""
        return state

    @property
    def rolls_by(self) -> str:
        """The device that rolls the dice, "" where this companion has none (see `GameDice.rolls_by`)."""
        return ""

    @property
    def waits(self) -> bool:
        """True while somebody elsewhere has to do something first."""
        return False

    @property
    def holds_source(self) -> bool:
        """True while nothing may be taken from what the game is fed from."""
        return False

    @property
    def takes_reading(self) -> bool:
        """True if there is something on the screen that takes time to be read."""
        return False

    def close(self) -> None:
        """Give back what is held open."""
