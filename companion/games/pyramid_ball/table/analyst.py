"""What the turns of Pyramid Ball were worth."""

from collections.abc import Callable, Sequence

from companion.games.pyramid_ball.rules import Program, program_to_text
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import chance, value
from companion.games.pyramid_ball.rules.evaluation import worth as worth_of
from companion.games.pyramid_ball.rules.model import Position, Question
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.strategy import Mixture, find_mixture
from companion.games.pyramid_ball.table.execution import ProgrammedTurn
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import because
from companion.referee.analysing.analyst import Analyst, BySide, OutOfTime, TurnMade, TurnWorth
from companion.referee.table import AnyTable


class BallAnalyst(Analyst):
    """Both move at once. What a program is worth is what it makes of all that the other may well play; that just these
    two met is luck."""

    def worth(self, table: AnyTable, position: ColouredPosition, out_of_time: OutOfTime) -> BySide:
        return _by_side(chance(worth_of(position.game)))

    def judged(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, PyramidBallTable)
        made: ProgrammedTurn = turn.turn
        game, programs = made.start.game, made.plan.programs
        mixtures = [find_mixture(game, side, Chance(0), out_of_time, table.options) for side in range(len(PLAYERS))]

        def against(program: Program, side: int) -> float:
            """What a program of a side makes of the other's mixture: the first player's chance."""
            choices = mixtures[1 - side].choices
            return sum(each.weight * _met(game, program, each.program, side, table) for each in choices)

        level = _level(mixtures, against)
        gains = [against(programs[side], side) - level for side in range(len(PLAYERS))]
        lost = {"first": max(0.0, -gains[0]), "second": max(0.0, gains[1])}
        # The better program of who lost more by his own.
        worst = 0 if lost["first"] >= lost["second"] else 1
        best = program_to_text(mixtures[worst].choices[0].program)
        told = because("ball.analysis.best", side=PLAYERS[worst], program=best) if max(lost.values()) > 0 else None
        play = gains[0] + gains[1]
        luck = turn.has["first"] - turn.had["first"] - play
        return TurnWorth({"first": luck, "second": -luck}, {"first": play, "second": -play}, lost, told)


def _level(mixtures: Sequence[Mixture], against: Callable[[Program, int], float]) -> float:
    """What the turn is worth if both play as well as they can: the first player's chance."""
    shares = [sum(each.weight * against(each.program, side) for each in mixtures[side].choices) for side in (0, 1)]
    return (shares[0] + shares[1]) / 2


def _met(game: Position, program: Program, other: Program, side: int, table: PyramidBallTable) -> float:
    sheets = sheet_of(program, side), sheet_of(other, 1 - side)
    play = Play(game, sheets if side == 0 else sheets[::-1], _first_option, table.options)
    play.rows()
    return chance(value(play))


def _first_option(question: Question) -> str:
    return question.options[0]


def _by_side(first: float) -> BySide:
    return {"first": first, "second": 1 - first}


ANALYST = BallAnalyst()
