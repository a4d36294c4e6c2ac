"""Kristin Looney's Blockade: the exact rules engine."""

from companion.games.looney_blockade.rules.board import CELLS, pieces_too_many
from companion.games.looney_blockade.rules.judging.checking import check, turn_to
from companion.games.looney_blockade.rules.judging.missing_blacks import missing_caps
from companion.games.looney_blockade.rules.model import (
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
from companion.games.looney_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.rules.rules import points_left
from companion.games.looney_blockade.rules.searching.turn_results import ColourEnds, colour_ends, perft
from companion.games.looney_blockade.rules.setup import initial, taken_over
from companion.games.looney_blockade.rules.turns import apply, moves, outcome

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
