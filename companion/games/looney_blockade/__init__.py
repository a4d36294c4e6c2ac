"""Kristin Looney's Blockade: the exact rules engine."""

from companion.games.looney_blockade.board import CELLS, pieces_too_many
from companion.games.looney_blockade.judging.checking import check, turn_to
from companion.games.looney_blockade.judging.missing_blacks import missing_caps
from companion.games.looney_blockade.model import (
    RULINGS,
    SIDES,
    Hop,
    Options,
    Outcome,
    Position,
    Side,
    Turn,
    Violation,
    check_roll,
)
from companion.games.looney_blockade.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.rules import points_left
from companion.games.looney_blockade.searching.turn_results import ColourEnds, colour_ends, perft
from companion.games.looney_blockade.setup import initial, taken_over
from companion.games.looney_blockade.turns import apply, moves, outcome

__all__ = [
    "CELLS",
    "RULINGS",
    "SIDES",
    "ColourEnds",
    "Hop",
    "Options",
    "Outcome",
    "Position",
    "Side",
    "Turn",
    "Violation",
    "apply",
    "check",
    "check_roll",
    "colour_ends",
    "initial",
    "missing_caps",
    "moves",
    "outcome",
    "perft",
    "pieces_too_many",
    "points_left",
    "position_from_text",
    "position_to_text",
    "taken_over",
    "turn_from_text",
    "turn_to",
    "turn_to_text",
]
