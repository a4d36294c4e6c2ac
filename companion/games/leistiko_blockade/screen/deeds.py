"""Deeds of Leistiko's Blockade alone."""

from dataclasses import dataclass

from companion.app.games.deeds import Deed


@dataclass(frozen=True)
class ChooseRow(Deed):
    """Choose the row of the turn that begins, or another one while nobody has rolled."""

    row: int


@dataclass(frozen=True)
class RollLeap(Deed):
    """Bungie Battle: roll a die for each checker of the row against one more than lie across from it (LB-21)."""


@dataclass(frozen=True)
class Gather(Deed):
    """Take the next real dice for those of a leap, in as many throws as it takes."""


@dataclass(frozen=True)
class ReadDice(Deed):
    """Take the dice that lie on the board, as the last picture shows them, for the roll."""


@dataclass(frozen=True)
class Swap(Deed):
    """Super Push: make the other die the move die."""


@dataclass(frozen=True)
class Leap(Deed):
    """Have a checker leap off from a place, and show what the next one there may do."""

    start: str
