"""Games of Looney Blockade as text."""

from collections.abc import Mapping

from companion.games.gamefile import AcceptedTable, in_order, turn_lines
from companion.games.looney_blockade import Options, Position, Turn, Violation, apply
from companion.games.looney_blockade.gamefile import WrittenGame, game_from_text, game_to_text
from companion.games.looney_blockade.notation import position_to_text, roll_to_text, turn_to_text
from companion.referee.table import Commitment, ReadGame, WrittenStep


class LooneyRecord:
    """See `companion.referee.table.RecordForm`."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def head(self, start: Position, tags: Mapping[str, str]) -> str:
        return game_to_text(WrittenGame(start, options=self._options, tags=tags))

    def position(self, position: Position) -> str:
        return position_to_text(position)

    def line(self, before: Position, turn: Turn, under: Commitment) -> str | None:
        roll = under.value["roll"]
        played = apply(before, roll, [(hop.start, hop.end) for hop in turn.hops], self._options)
        if isinstance(played, Violation) or played.position.grid != turn.position.grid:
            return None
        return turn_to_text(roll, played)

    def said(self, under: Commitment) -> str:
        return roll_to_text(under.value.get("roll", {}))

    def read(self, text: str) -> ReadGame:
        game = game_from_text(text)
        each = zip(turn_lines(text), in_order(game.turns, game.accepted), strict=True)
        steps = tuple(_step(line, done) for line, done in each)
        return ReadGame(game.options.to_json(), game.start.grid, steps, game.tags, game.comments)


def _step(line: str, done: AcceptedTable | tuple[Mapping[str, int], Turn]) -> WrittenStep:
    if isinstance(done, AcceptedTable):
        said = (("roll", _dice(done.said)),) if done.said else ()
        return WrittenStep(line, said, done.position.grid, accepted=True)
    roll, turn = done
    return WrittenStep(line, (("roll", dict(roll)),), turn.position.grid)


def _dice(said: str) -> dict[str, int]:
    """``B4 G5``, as it was written before."""
    return {die[0]: int(die[1:]) for die in said.split()}
