"""Games of Looney Blockade as text."""

from collections.abc import Mapping
from typing import Any

from companion.games.gamefile import turn_lines
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

    def entered(self, side: str, what: Mapping[str, Any], progress: Mapping[str, Any]) -> str:
        raise NotImplementedError("it is always refereed")

    def read(self, text: str) -> ReadGame:
        game = game_from_text(text)
        turns = iter(game.turns)
        lines, steps = turn_lines(text), []
        for number in range(1, len(game.turns) + len(game.accepted) + 1):
            if table := game.accepted.get(number):
                said = tuple(("roll", _dice(table.said)) for _ in [table.said] if table.said)
                steps.append(WrittenStep(lines[number - 1], said, table.position.grid, accepted=True))
            else:
                roll, turn = next(turns)
                steps.append(WrittenStep(lines[number - 1], (("roll", dict(roll)),), turn.position.grid))
        return ReadGame(game.options.to_json(), game.start.grid, tuple(steps), game.tags, game.comments)


def _dice(said: str) -> dict[str, int]:
    """``B4 G5``, as it was written before."""
    return {die[0]: int(die[1:]) for die in said.split()}
