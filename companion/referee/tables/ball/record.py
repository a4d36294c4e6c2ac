"""Games of Pyramid Ball as text."""

from collections.abc import Mapping
from typing import Any

from companion.games.gamefile import WrittenGame
from companion.games.pyramid_ball import Options, Position, Program, Violation, apply
from companion.games.pyramid_ball.board import PLAYERS
from companion.games.pyramid_ball.gamefile import FORM, Programmed
from companion.games.pyramid_ball.notation import turn_from_text, turn_to_text
from companion.games.pyramid_ball.turns import Pending
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said
from companion.referee.tables.ball.execution import Committed, ProgrammedTurn
from companion.referee.tables.ball.things import USUAL_COLOURS, ColouredPosition


class BallRecord(GameRecord[ColouredPosition, Position, Options, Programmed]):
    """Two programs before each turn. No colours are written: they are those that are usually drawn."""

    form = FORM

    def believed(self, position: ColouredPosition) -> Position:
        return position.game

    def grid(self, position: Position) -> Grid:
        return ColouredPosition(position, *USUAL_COLOURS).grid

    def again(self, before: ColouredPosition, turn: ProgrammedTurn, under: Commitment) -> Programmed | None:
        programs = turn.plan.programs
        played = apply(before.game, programs, turn.played.choices, self._options)
        if isinstance(played, Violation | Pending) or played.position != turn.position.game:
            return None
        return programs, played

    def said(self, under: Commitment) -> str:
        committed = Committed.of(under.value)
        return turn_to_text(committed.programs, committed.choices) if committed else ""

    def entered(self, side: str, what: Mapping[str, Any], progress: Mapping[str, Any]) -> str:
        first, second = (Program.from_json(what["programs"][player]) for player in PLAYERS)
        return turn_to_text((first, second), tuple(progress.get("choices", ())))

    def events(self, done: Programmed) -> Said:
        programs, turn = done
        return _events(programs, turn.choices)

    def events_before(self, said: str) -> Said:
        return _events(*turn_from_text(said))

    def options_of(self, game: WrittenGame[Position, Options, Programmed]) -> dict[str, Any]:
        return {**game.options.to_json(), "mode": game.start.mode}


def _events(programs: tuple[Program, Program], choices: tuple[str, ...]) -> Said:
    """The minute, and both programs by the players' word."""
    told = {player: program.to_json() for player, program in zip(PLAYERS, programs, strict=True)}
    answers = (("correct", {"choices": list(choices)}),) if choices else ()
    return (("timer", "start"), ("timer", "end"), ("correct", {"programs": told}), *answers)
