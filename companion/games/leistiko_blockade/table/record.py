"""Games of Leistiko's Blockade as text."""

from companion.games.leistiko_blockade.rules.gamefile import FORM, Rolled
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Turn, Violation
from companion.games.leistiko_blockade.rules.notation import roll_to_text, turn_from_text
from companion.games.leistiko_blockade.rules.turns import apply
from companion.games.leistiko_blockade.table.rows import grid_of
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said


class LeistikoRecord(GameRecord[Position, Options, Rolled]):
    """A written game with a row and a roll before each turn."""

    form = FORM

    def grid(self, position: Position, options: Options) -> Grid:
        return grid_of(position, resting=not options.whole)

    def again(self, before: Position, turn: Turn, under: Commitment) -> Rolled | None:
        if "roll" not in under.value:
            return None
        roll = Roll.from_json(under.value["roll"], self._options)
        played = apply(before, turn.row, roll, turn.steps, self._options)
        if isinstance(played, Violation) or played.position != turn.position:
            return None
        return roll, played

    def announcement(self, under: Commitment) -> str:
        row = f"r{under.value['row']}" if "row" in under.value else ""
        roll = roll_to_text(Roll.from_json(under.value["roll"], self._options)) if "roll" in under.value else ""
        return f"{row} {roll}".strip()

    def events(self, done: Rolled) -> Said:
        roll, turn = done
        return (("row", turn.row), ("roll", roll.to_json()))

    def events_before(self, said: str) -> Said:
        """Parse ``r3 d5``; a roll without an announced row is written alone, and so is a row without a roll."""
        if said.startswith("r") and " " not in said:
            return (("row", turn_from_text(f"{said} d1: pass")[0]),)
        row, roll, _ = turn_from_text(f"{said if said.startswith('r') else f'r1 {said}'}: pass")
        rolled = ("roll", roll.to_json())
        return (("row", row), rolled) if said.startswith("r") else (rolled,)
