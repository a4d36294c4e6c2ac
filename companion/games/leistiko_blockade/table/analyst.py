"""What the turns of Leistiko's Blockade were worth."""

from companion.games.leistiko_blockade.rules.hints import suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.model import Roll
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.games.reason import because
from companion.referee.analysing.analyst import NO_MOVE, Analyst, OutOfTime, TurnMade, TurnWorth, less, with_dice
from companion.referee.table import AnyTable


class LeistikoAnalyst(Analyst):
    """A turn is chosen in two steps: the row before the roll, and what is done with it after."""

    def judged(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, HalfBoardTable)
        options, mover, before = table.options, str(turn.under.mover), turn.before
        row, roll = turn.turn.row, Roll.from_json(turn.under.value["roll"], options)
        advice = suggest_turn(before, roll, row, options, out_of_time)
        best, words = turn.has, None
        if advice:
            best = self.worth(table, advice.turn.position, out_of_time)
            steps = [step.to_json() for step in advice.turn.steps]
            words = table.wording.moves(steps) if steps else NO_MOVE
        judged = with_dice(turn, best, words)
        rows = suggest_row(before, options, out_of_time)
        worths = {choice.row: choice.worth.value for choice in reversed(rows.choices)} if rows else {}
        missed = max(0.0, max(worths.values(), default=0.0) - worths.get(row, 1.0))
        if missed <= 0:
            return judged
        # The row was chosen before the roll: what another one is worth more is play, not luck.
        other = next(side for side in turn.had if side != mover)
        chosen = {mover: -missed, other: missed}
        play = {side: judged.play[side] + chosen[side] for side in judged.play}
        better = max(worths, key=lambda each: worths[each])
        told = because("leistiko.analysis.row", row=better)
        if judged.best is not None:
            told = because("leistiko.analysis.row_or", row=better, chosen=row, best=judged.best)
        lost = {**judged.lost, mover: judged.lost[mover] + missed}
        return TurnWorth(less(judged.luck, chosen), play, lost, told)


ANALYST = LeistikoAnalyst()
