"""Games of Looney Blockade as text."""

from companion.games.looney_blockade.rules.gamefile import FORM, Rolled
from companion.games.looney_blockade.rules.model import Options, Position, Turn, Violation
from companion.games.looney_blockade.rules.notation import roll_to_text
from companion.games.looney_blockade.rules.turns import apply
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said


class LooneyRecord(GameRecord[Position, Options, Rolled]):
    """A written game with a roll before each turn."""

    form = FORM

    def grid(self, position: Position, _options: Options) -> Grid:
        return position.grid

    def again(self, before: Position, turn: Turn, under: Commitment) -> Rolled | None:
        roll = under.value["roll"]
        played = apply(before, roll, [(hop.start, hop.end) for hop in turn.hops], self._options)
        if isinstance(played, Violation) or played.position.grid != turn.position.grid:
            return None
        return roll, played

    def announcement(self, under: Commitment) -> str:
        return roll_to_text(under.value.get("roll", {}))

    def events(self, done: Rolled) -> Said:
        return (("roll", dict(done[0])),)

    def events_before(self, said: str) -> Said:
        """Parse ``B4 G5``."""
        return (("roll", {die[0]: int(die[1:]) for die in said.split()}),)
