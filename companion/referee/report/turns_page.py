"""A page that shows a game of which the turns are known, but no pictures."""

from collections.abc import Mapping
from html import escape
from typing import Any

from companion.referee.grid import Grid
from companion.referee.report.head import page_head, page_style
from companion.referee.report.replay import ReplayStep, replay
from companion.referee.report.words import ReportWords
from companion.referee.table import AnyTable


class TurnsPage:
    """Collects the turns of a game on a `table` that begins with `start`, a position as its engine writes it."""

    def __init__(self, title: str, table: AnyTable, words: ReportWords, start: Mapping[str, Any]) -> None:
        self._title, self._table, self._words = title, table, words
        self._grid: Grid = {}
        self._steps: list[ReplayStep] = []
        self._step("0", words.text("setup"), "", start)

    def add(self, side: str, said: str, position: Mapping[str, Any]) -> None:
        """A turn: whose (no side's where all move at once), what was played in words, and the position after it."""
        number = len(self._steps)
        heading = self._words.text("turn", n=number)
        if side in self._table.sides:
            heading += f": {self._words.side(side)}"
        self._step(str(number), heading, said, position)

    def html(self, outcome: Mapping[str, Any]) -> str:
        """`outcome` is the engine's answer about the last position, empty while the game is open."""
        words = self._words
        lines = "".join(f"<li>{escape(step.heading)}: {escape(step.said)}</li>" for step in self._steps[1:])
        style = page_style("report", "board", "replay")
        return (
            f"{page_head(words.language, f'{words.game}: {self._title}', style)}"
            f"<header><h1>{words.game}</h1><p>{escape(self._title)}, {escape(self._result(outcome))}</p></header>"
            f'{replay(self._steps, words)}<ul class="turns">{lines}</ul></html>\n'
        )

    def _step(self, mark: str, heading: str, said: str, position: Mapping[str, Any]) -> None:
        words, table = self._words, self._table
        grid = table.grid(table.from_json(dict(position)))
        changed = {place for place in grid if self._steps and grid[place] != self._grid.get(place)}
        board = table.drawing.board(grid, changed, (), words.text("believed"), words.text("empty"))
        self._steps.append(ReplayStep(mark, heading, said, board))
        self._grid = grid

    def _result(self, outcome: Mapping[str, Any]) -> str:
        words = self._words
        named = [side for side in outcome.get("winners") or [outcome.get("winner")] if side]
        if not named:
            return words.text("open")
        if named == ["draw"]:
            return words.text("drawn")
        scores = ", ".join(f"{words.side(side)} {n}" for side, n in outcome.get("scores", {}).items())
        won = ", ".join(words.text("winner", side=words.side(str(side))) for side in named)
        return f"{won} ({scores})" if scores else won
