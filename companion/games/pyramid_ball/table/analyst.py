"""Analysis of turns of Pyramid Ball."""

from companion.games.pyramid_ball.rules.board import PLAYERS, SQUARES, team_of
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import chance, value
from companion.games.pyramid_ball.rules.evaluation import worth as worth_of
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.notation import program_to_text
from companion.games.pyramid_ball.rules.rules import played
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.strategy import find_mixture
from companion.games.pyramid_ball.table.execution import ProgrammedTurn
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import because
from companion.referee.analysing.analyst import Analyst, BySide, OutOfTime, TurnMade, TurnWorth
from companion.referee.table import AnyTable


class BallAnalyst(Analyst):
    """Analyses turns in which both sides move at once. A program is worth what it achieves against the mixture of
    programs that the other side may well play; that just these two met is luck."""

    def worth(self, table: AnyTable, position: ColouredPosition, out_of_time: OutOfTime) -> BySide:
        first = chance(worth_of(position.game))
        return {"first": first, "second": 1 - first}

    def turn_worth(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, PyramidBallTable)
        made: ProgrammedTurn = turn.turn
        game, programs = made.start.game, made.plan.programs
        looks = [_Look(table, game, seed, out_of_time) for seed in range(2)]
        level = sum(look.level for look in looks) / 2
        # What each program makes of the other side's mixtures, less the level: the first player's chance.
        found = [[look.against(programs[side], side) - look.level for look in looks] for side in range(len(PLAYERS))]
        gains = [sum(each) / 2 for each in found]
        error = max(abs(one - other) for one, other in found)
        lost = {"first": max(0.0, -gains[0]), "second": max(0.0, gains[1])}
        # The better program of the side that lost more by its own.
        worst = 0 if lost["first"] >= lost["second"] else 1
        best = looks[0].mixtures[worst].choices[0].program
        told = because("ball.analysis.best", side=PLAYERS[worst], program=program_to_text(best))
        other = sheet_of(programs[1 - worst], 1 - worst)
        ends = played(game, worst, sheet_of(best, worst), other, table.options).squares
        moves = [
            {"piece": pyramid, "from": SQUARES[start], "to": SQUARES[end]}
            for piece, (pyramid, start, end) in enumerate(zip(made.start.pyramids, game.squares, ends, strict=True))
            if start != end and team_of(piece) == worst
        ]
        luck = turn.has["first"] - level - sum(gains)
        play = lost["second"] - lost["first"]
        better = (told, moves) if max(lost.values()) > 0 else (None, ())
        return TurnWorth({"first": luck, "second": -luck}, {"first": play, "second": -play}, lost, error, *better)


class _Look:
    """Mixtures of programs for both sides, and what the turn is worth by them if both play as well as they can."""

    def __init__(self, table: PyramidBallTable, game: Position, seed: int, out_of_time: OutOfTime) -> None:
        self._table, self._game = table, game
        sides = range(len(PLAYERS))
        self.mixtures = [find_mixture(game, side, Chance(seed), out_of_time, table.options) for side in sides]
        shares = [
            sum(each.weight * self.against(each.program, side) for each in self.mixtures[side].choices)
            for side in sides
        ]
        self.level = sum(shares) / 2

    def against(self, program: Program, side: int) -> float:
        """Return what a side's program achieves against the other's mixture: the first player's chance."""
        choices = self.mixtures[1 - side].choices
        own, options = sheet_of(program, side), self._table.options
        met = [played(self._game, side, own, sheet_of(each.program, 1 - side), options) for each in choices]
        return sum(each.weight * chance(value(play)) for each, play in zip(choices, met, strict=True))


ANALYST = BallAnalyst()
