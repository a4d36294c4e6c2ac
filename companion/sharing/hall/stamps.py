"""Painted parts from which the hall's page puts boards together where no table publishes them: in replays.

The page has no drawings of its own. It gets every board and every stamp of the installed games.
"""

from collections.abc import Mapping
from typing import Any

from companion.games.errors import CompanionError
from companion.referee.drawing.board import PYRAMID_HEIGHT, RISE, DrawnBoard
from companion.referee.drawing.svg import board_svg, paint
from companion.referee.table_parts import TableDrawing
from companion.referee.tables import TABLES, open_table
from companion.sharing.feed.boards import as_file

# The page adds things before the end of an empty board.
HERE = "</svg>"


def stamps() -> Mapping[str, Any]:
    """Return what is served as ``stamps.json``: by game its boards, the smallest first; how pyramids are piled."""
    boards = {game: painted(drawing) for game in TABLES if (drawing := _drawing(game))}
    return {"pile": {"rise": RISE, "heights": PYRAMID_HEIGHT}, "games": boards}


def painted(drawing: TableDrawing) -> list[Mapping[str, Any]]:
    """Return a game's boards as SVG: each empty, with its places, a frame for each, and its stamps by kind of place."""
    return [_painted(board) for board in drawing.boards()]


def _painted(board: DrawnBoard) -> Mapping[str, Any]:
    kinds = {spot.kind for spot in board.places.values()}
    return {
        "layering": board.layering,
        "framesOver": board.frames_over,
        "empty": as_file(board_svg(board, {})).removesuffix(HERE),
        "places": {place: [*spot.box.centre, spot.kind] for place, spot in board.places.items()},
        "frames": {place: paint([board.frame(place, "mark")]) for place in board.places},
        "stamps": {kind: {name: paint(board.stamp(kind, name)) for name in board.stamps(kind)} for kind in kinds},
    }


def _drawing(game: str) -> TableDrawing | None:
    """Return a game's drawing; None if it has no table, or its table needs options."""
    try:
        return open_table(game, {}).drawing
    except (CompanionError, KeyError):
        return None
