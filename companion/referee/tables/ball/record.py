"""Games of Pyramid Ball as text."""

from collections.abc import Mapping
from typing import Any

from companion.games.gamefile import AcceptedTable, in_order, turn_lines
from companion.games.pyramid_ball import Options, Position, Program, Violation, apply
from companion.games.pyramid_ball.board import PLAYERS
from companion.games.pyramid_ball.gamefile import WrittenGame, game_from_text, game_to_text
from companion.games.pyramid_ball.notation import position_to_text, turn_from_text, turn_to_text
from companion.games.pyramid_ball.turns import Pending
from companion.games.pyramid_ball.turns import Turn as PlayedTurn
from companion.referee.table import Commitment, ReadGame, WrittenStep
from companion.referee.tables.ball.execution import Committed, ProgrammedTurn
from companion.referee.tables.ball.things import USUAL_COLOURS, ColouredPosition


class BallRecord:
    """See `companion.referee.table.RecordForm`. No colours are written: they are those that are usually drawn."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def head(self, start: ColouredPosition, tags: Mapping[str, str]) -> str:
        return game_to_text(WrittenGame(start.game, options=self._options, tags=tags))

    def position(self, position: ColouredPosition) -> str:
        return position_to_text(position.game)

    def line(self, before: ColouredPosition, turn: ProgrammedTurn, under: Commitment) -> str | None:
        programs, choices = turn.plan.programs, turn.played.choices
        played = apply(before.game, programs, choices, self._options)
        if isinstance(played, Violation | Pending) or played.position != turn.position.game:
            return None
        return turn_to_text(programs, played.choices)

    def said(self, under: Commitment) -> str:
        committed = Committed.of(under.value)
        return turn_to_text(committed.programs, committed.choices) if committed else ""

    def read(self, text: str) -> ReadGame:
        game = game_from_text(text)
        each = zip(turn_lines(text), in_order(game.turns, game.accepted), strict=True)
        steps = tuple(_step(line, done) for line, done in each)
        points = {side: n for side, n in zip(PLAYERS, game.start.score, strict=True) if n}
        options = {**game.options.to_json(), "mode": game.start.mode, **({"points": points} if points else {})}
        return ReadGame(options, _grid(game.start), steps, game.tags, game.comments)


def _step(line: str, done: AcceptedTable | tuple[tuple[Program, Program], PlayedTurn]) -> WrittenStep:
    if isinstance(done, AcceptedTable):
        said = _events(*turn_from_text(done.said)) if done.said else ()
        return WrittenStep(line, said, _grid(done.position), accepted=True)
    programs, turn = done
    return WrittenStep(line, _events(programs, turn.choices), _grid(turn.position))


def _grid(position: Position) -> Mapping[str, str]:
    return ColouredPosition(position, *USUAL_COLOURS).grid


def _events(programs: tuple[Program, Program], choices: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    """The minute, and both programs by the players' word."""
    told = {player: program.to_json() for player, program in zip(PLAYERS, programs, strict=True)}
    answers = (("correct", {"choices": list(choices)}),) if choices else ()
    return (("timer", "start"), ("timer", "end"), ("correct", {"programs": told}), *answers)
