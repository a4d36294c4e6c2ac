"""Jonathan Leistiko's Blockade: the exact rules engine."""

from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.model import (
    RULINGS,
    SIDES,
    Options,
    Position,
    Roll,
    Side,
    Sighting,
    Step,
    Turn,
    Violation,
)
from companion.games.leistiko_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.leistiko_blockade.rules.rules import leap_cost
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import Outcome, apply, moves, outcome, perft, row_fault

__all__ = [
    "RULINGS",
    "SIDES",
    "Options",
    "Outcome",
    "Position",
    "Roll",
    "Side",
    "Sighting",
    "Step",
    "Turn",
    "Violation",
    "apply",
    "check",
    "initial",
    "leap_cost",
    "moves",
    "outcome",
    "perft",
    "position_from_text",
    "position_to_text",
    "row_fault",
    "turn_from_text",
    "turn_to_text",
]
