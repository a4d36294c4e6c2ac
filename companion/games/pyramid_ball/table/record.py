"""Games of Pyramid Ball as text."""

from typing import Any

from companion.games.gamefile import WrittenGame
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.gamefile import FORM, Programmed
from companion.games.pyramid_ball.rules.model import Options, Position, Program, Violation
from companion.games.pyramid_ball.rules.notation import turn_from_text, turn_to_text
from companion.games.pyramid_ball.rules.turns import Pending, apply
from companion.games.pyramid_ball.table.execution import Committed, ProgrammedTurn
from companion.games.pyramid_ball.table.things import USUAL_COLOURS, ColouredPosition
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said


class BallRecord(GameRecord[Position, Options, Programmed]):
    """A written game with two programs before each turn. Colours are not written: they are the usual ones."""

    form = FORM

    def believed(self, position: ColouredPosition) -> Position:
        return position.game

    def grid(self, position: Position, _options: Options) -> Grid:
        return ColouredPosition(position, *USUAL_COLOURS).grid

    def again(self, before: ColouredPosition, turn: ProgrammedTurn, under: Commitment) -> Programmed | None:
        programs = turn.plan.programs
        played = apply(before.game, programs, turn.played.choices, self._options)
        if isinstance(played, Violation | Pending) or played.position != turn.position.game:
            return None
        return programs, played

    def announcement(self, under: Commitment) -> str:
        committed = Committed.of(under.value)
        return turn_to_text(committed.programs, committed.choices) if committed else ""

    def events(self, done: Programmed) -> Said:
        programs, turn = done
        return _events(programs, turn.choices)

    def events_before(self, said: str) -> Said:
        return _events(*turn_from_text(said))

    def options_of(self, game: WrittenGame[Position, Options, Programmed]) -> dict[str, Any]:
        points = {side: n for side, n in zip(PLAYERS, game.start.score, strict=True) if n}
        return {**game.options.to_json(), "mode": game.start.mode, **({"points": points} if points else {})}


def _events(programs: tuple[Program, Program], choices: tuple[str, ...]) -> Said:
    """Return the minute, and both programs by the players' word."""
    told = {player: program.to_json() for player, program in zip(PLAYERS, programs, strict=True)}
    answers = (("correct", {"choices": list(choices)}),) if choices else ()
    return (("timer", "start"), ("timer", "end"), ("correct", {"programs": told}), *answers)
