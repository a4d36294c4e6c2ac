"""Deeds of Pyramid Ball alone."""

from dataclasses import dataclass

from companion.app.games.deeds import Deed
from companion.app.json_object import JsonObject


@dataclass(frozen=True)
class StartTimer(Deed):
    """Begin the minute."""


@dataclass(frozen=True)
class EndTimer(Deed):
    """End the minute: both players are ready (PB-22), or by touch programs are entered now."""


@dataclass(frozen=True)
class Amend(Deed):
    """Say what stands in a side's program: commands by their place ("M2"), or ``pass``, ``quick_pass``, ``blitz``."""

    side: str
    change: JsonObject


@dataclass(frozen=True)
class Foul(Deed):
    """Call the foul of a side, or take that back (PB-foul)."""

    side: str


@dataclass(frozen=True)
class Choose(Deed):
    """Answer the question that the rules leave to a player."""

    option: str


@dataclass(frozen=True)
class Stands(Deed):
    """Say that the table stands as the programs make it."""
