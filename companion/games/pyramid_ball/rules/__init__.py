"""Jason Webster's Pyramid Ball: the exact rules engine."""

from companion.games.pyramid_ball.rules.checking import Mismatch, Seen, check
from companion.games.pyramid_ball.rules.columns import Column, columns
from companion.games.pyramid_ball.rules.counting import perft
from companion.games.pyramid_ball.rules.model import (
    RULINGS,
    STILL,
    Marker,
    Options,
    Position,
    Program,
    Question,
    TurnEvent,
    Violation,
)
from companion.games.pyramid_ball.rules.notation import (
    position_from_text,
    position_to_text,
    program_from_text,
    program_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.rules.setup import initial, reveal
from companion.games.pyramid_ball.rules.sheets import SheetReport, judge_sheet
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply

__all__ = [
    "RULINGS",
    "STILL",
    "Column",
    "Marker",
    "Mismatch",
    "Options",
    "Pending",
    "Position",
    "Program",
    "Question",
    "Seen",
    "SheetReport",
    "Turn",
    "TurnEvent",
    "Violation",
    "apply",
    "check",
    "columns",
    "initial",
    "judge_sheet",
    "perft",
    "position_from_text",
    "position_to_text",
    "program_from_text",
    "program_to_text",
    "reveal",
    "turn_from_text",
    "turn_to_text",
]
