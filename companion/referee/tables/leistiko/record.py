"""Games of Leistiko's Blockade as text."""

from collections.abc import Mapping
from typing import Any

from companion.games.leistiko_blockade import Options, Position, Roll, Step, Turn, Violation, apply
from companion.games.leistiko_blockade.gamefile import FORM, Rolled
from companion.games.leistiko_blockade.notation import roll_to_text, steps_to_text, turn_from_text
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said
from companion.referee.tables.leistiko.rows import grid_of


class LeistikoRecord(GameRecord[Position, Position, Options, Rolled]):
    """A row and a roll before each turn."""

    form = FORM

    def believed(self, position: Position) -> Position:
        return position

    def grid(self, position: Position) -> Grid:
        return grid_of(position)

    def again(self, before: Position, turn: Turn, under: Commitment) -> Rolled | None:
        roll = Roll.from_json(under.value["roll"], self._options)
        played = apply(before, turn.row, roll, turn.steps, self._options)
        if isinstance(played, Violation) or grid_of(played.position) != grid_of(turn.position):
            return None
        return roll, played

    def said(self, under: Commitment) -> str:
        row = f"r{under.value['row']}" if "row" in under.value else ""
        roll = roll_to_text(Roll.from_json(under.value["roll"], self._options)) if "roll" in under.value else ""
        return f"{row} {roll}".strip()

    def entered(self, side: str, what: Mapping[str, Any], progress: Mapping[str, Any]) -> str:
        steps = tuple(Step.from_json(step, n) for n, step in enumerate(what["steps"], 1))
        costs = [step.get("cost", 1) for step in what["steps"]]
        priced = tuple(Step(step.kind, step.row, cost, step.to) for step, cost in zip(steps, costs, strict=True))
        roll = Roll.from_json(what["roll"], self._options)
        return f"r{what['row']} {roll_to_text(roll)}: {steps_to_text(priced)}"

    def events(self, done: Rolled) -> Said:
        roll, turn = done
        return (("row", turn.row), ("roll", roll.to_json()))

    def events_before(self, said: str) -> Said:
        """Of ``r3 d5``; a roll that nobody announced a row for is written alone."""
        row, roll, _ = turn_from_text(f"{said if said.startswith('r') else f'r1 {said}'}: pass")
        rolled = ("roll", roll.to_json())
        return (("row", row), rolled) if said.startswith("r") else (rolled,)
