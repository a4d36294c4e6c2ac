"""Games of Leistiko's Blockade as text."""

from collections.abc import Mapping
from typing import Any

from companion.games.gamefile import AcceptedTable, in_order, turn_lines
from companion.games.leistiko_blockade import Options, Position, Roll, Turn, Violation, apply
from companion.games.leistiko_blockade.gamefile import WrittenGame, game_from_text, game_to_text
from companion.games.leistiko_blockade.notation import (
    position_to_text,
    roll_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.referee.table import Commitment, ReadGame, WrittenStep
from companion.referee.tables.leistiko.rows import grid_of


class LeistikoRecord:
    """See `companion.referee.table.RecordForm`."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def head(self, start: Position, tags: Mapping[str, str]) -> str:
        return game_to_text(WrittenGame(start, options=self._options, tags=tags))

    def position(self, position: Position) -> str:
        return position_to_text(position)

    def line(self, before: Position, turn: Turn, under: Commitment) -> str | None:
        roll = Roll.from_json(under.value["roll"], self._options)
        played = apply(before, turn.row, roll, turn.steps, self._options)
        if isinstance(played, Violation) or played.position != turn.position:
            return None
        return turn_to_text(roll, played)

    def said(self, under: Commitment) -> str:
        row = f"r{under.value['row']}" if "row" in under.value else ""
        roll = roll_to_text(Roll.from_json(under.value["roll"], self._options)) if "roll" in under.value else ""
        return f"{row} {roll}".strip()

    def read(self, text: str) -> ReadGame:
        game = game_from_text(text)
        each = zip(turn_lines(text), in_order(game.turns, game.accepted), strict=True)
        resting = not game.options.whole
        steps = tuple(_step(line, done, resting) for line, done in each)
        start = grid_of(game.start, resting=resting)
        return ReadGame(game.options.to_json(), start, steps, game.tags, game.comments)


def _step(line: str, done: AcceptedTable | tuple[Roll, Turn], resting: bool) -> WrittenStep:
    if isinstance(done, AcceptedTable):
        return WrittenStep(line, _said(done.said), grid_of(done.position, resting=resting), accepted=True)
    roll, turn = done
    said = (("row", turn.row), ("roll", roll.to_json()))
    return WrittenStep(line, said, grid_of(turn.position, resting=resting))


def _said(text: str) -> tuple[tuple[str, Any], ...]:
    """``r3 d5``; a roll that nobody announced a row for is written alone."""
    if not text:
        return ()
    row, roll, _ = turn_from_text(f"{text if text.startswith('r') else f'r1 {text}'}: pass")
    return (("row", row), ("roll", roll.to_json())) if text.startswith("r") else (("roll", roll.to_json()),)
