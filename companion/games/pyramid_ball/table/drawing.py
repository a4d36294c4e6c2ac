"""Drawings of the field as SVG text."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from companion.games.pyramid_ball.rules import Program, program_to_text
from companion.games.pyramid_ball.rules.board import LENGTH, PLAYERS, SQUARES, WIDTH
from companion.referee.grid import Grid, Place
from companion.referee.pyramids_svg import CELL, FACES, arrow, cell_box, stack_of
from companion.referee.table_parts import ReportDrawing

MARGIN = 26


class BallDrawing(ReportDrawing):
    """Field and programs of a report (see `companion.referee.table.ReportDrawing`)."""

    def board(
        self, grid: Grid, marked: Collection[Place], moves: Sequence[Mapping[str, Any]], label: str, empty: str
    ) -> str:
        """The field from above and in front, row 1 nearest."""
        width, height = WIDTH * CELL + 2 * MARGIN, LENGTH * CELL + 2 * MARGIN
        parts = [
            f'<svg class="board" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">',
            f'<rect class="wood" x="2" y="2" width="{width - 4}" height="{height - 4}" rx="16"/>',
        ]
        for rank in range(1, LENGTH + 1):
            middle = MARGIN + (LENGTH - rank + 0.5) * CELL + 5
            parts.append(f'<text class="axis" x="{MARGIN / 2}" y="{middle}">{rank}</text>')
        for file in range(WIDTH):
            middle = MARGIN + (file + 0.5) * CELL
            parts.append(f'<text class="axis" x="{middle}" y="{height - 8}">{SQUARES[file][0]}</text>')
        parts += [cell_box(_corner(place), "cell marked" if place in marked else "cell") for place in SQUARES]
        parts += [stack_of(_corner(place), place, grid.get(place, ""), empty) for place in SQUARES]
        parts += [arrow(_centre(str(move["from"])), _centre(str(move["to"]))) for move in moves]
        return "".join(parts) + "</svg>"

    def commitment(self, value: Mapping[str, Any]) -> str:
        """Both programs, as they are written."""
        told = value.get("programs") or {}
        known = [told[player] for player in PLAYERS if told.get(player)]
        return "".join(f"<code>{escape(program_to_text(Program.from_json(program)))}</code> " for program in known)

    def swatch(self, move: Mapping[str, Any]) -> str:
        return FACES[str(move["piece"])[:1]][0]

    def colours(self, position: Any) -> Mapping[str, Sequence[str]]:
        """Any two colours of pyramids may play."""
        teams = position.teams if position is not None else ()
        return {player: [FACES[team][0]] for player, team in zip(PLAYERS, teams, strict=False) if team in FACES}


def _corner(place: Place) -> tuple[float, float]:
    rank, file = divmod(SQUARES.index(place), WIDTH)
    return MARGIN + file * CELL, MARGIN + (LENGTH - 1 - rank) * CELL


def _centre(place: Place) -> tuple[float, float]:
    x, y = _corner(place)
    return x + CELL / 2, y + CELL / 2
