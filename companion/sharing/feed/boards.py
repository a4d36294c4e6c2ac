"""A table's drawing as a file of its own: what a report shows, with the style that it needs."""

from functools import cache
from importlib.resources import files

from companion.referee import report
from companion.referee.drawing.depicted import Depicted
from companion.referee.drawing.svg import table_svg
from companion.referee.table import AnyTable

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" '


@cache
def style() -> str:
    return files(report).joinpath("board.css").read_text(encoding="utf-8")


def drawn(table: AnyTable, shown: Depicted) -> str:
    """Draw the board as an SVG file. It holds nothing that players have typed."""
    return as_file(table_svg(table.drawing, shown, label=table.game))


def as_file(svg: str) -> str:
    """Add to a drawing the style that it needs outside a report."""
    head, rest = svg.replace("<svg ", HEAD, 1).split(">", 1)
    return f"{head}><style>{style()}</style>{rest}"
