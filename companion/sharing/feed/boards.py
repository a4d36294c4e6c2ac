"""A table's drawing as a file of its own: what a report shows, with the style that it needs."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from companion.referee import report
from companion.referee.grid import Grid, Place
from companion.referee.table import AnyTable

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" '


@cache
def style() -> str:
    return files(report).joinpath("board.css").read_text(encoding="utf-8")


def drawn(table: AnyTable, grid: Grid, marked: Collection[Place] = (), moves: Sequence[Mapping[str, Any]] = ()) -> str:
    """The board as an SVG file: `marked` places framed, `moves` as arrows. It holds nothing that players have typed."""
    svg = table.drawing.board(grid, marked, moves, table.game, "-").replace("<svg ", HEAD, 1)
    head, rest = svg.split(">", 1)
    return f"{head}><style>{style()}</style>{rest}"
