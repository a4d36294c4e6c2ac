"""Blokus 3D: the exact rules engine."""

from companion.games.blokus3d.rules.checking import Readings, check, check_tops
from companion.games.blokus3d.rules.model import (
    COLOURS,
    LETTERS,
    RULINGS,
    Options,
    Outcome,
    Placement,
    Position,
    Turn,
    Violation,
)
from companion.games.blokus3d.rules.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.rules.pieces import CUBES, ORIENTATIONS, PIECES
from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome, perft, settled

__all__ = [
    "COLOURS",
    "CUBES",
    "LETTERS",
    "ORIENTATIONS",
    "PIECES",
    "RULINGS",
    "STRUCTURES",
    "Options",
    "Outcome",
    "Placement",
    "Position",
    "Readings",
    "Turn",
    "Violation",
    "apply",
    "check",
    "check_tops",
    "initial",
    "limits",
    "moves",
    "outcome",
    "perft",
    "placement_from_text",
    "placement_to_text",
    "position_from_text",
    "position_to_text",
    "settled",
]
