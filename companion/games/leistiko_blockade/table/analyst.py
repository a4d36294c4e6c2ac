"""Analysis of turns of Leistiko's Blockade."""

from companion.games.leistiko_blockade.rules.hints import RowChoice, calibration_of, rows_at_a_glance, turns_at_a_glance
from companion.games.leistiko_blockade.rules.lookahead import worth_at_a_glance
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, other_side
from companion.games.leistiko_blockade.rules.turns import outcome
from companion.games.leistiko_blockade.table.rows import step_of
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.games.reason import Reason, because
from companion.referee.analysing.analyst import NO_MOVE, Analyst, OutOfTime, TurnMade, TurnWorth, nothing
from companion.referee.table import AnyTable


class LeistikoAnalyst(Analyst):
    """Analyses turns in two steps: the choice of the row before the roll, and the play after it.

    A roll's luck is its worth to best play, less the mean of that over all rolls for the row. Both are quick estimates,
    so that luck has mean 0 however a game is played and whatever the estimate gets wrong. What becomes visible only a
    turn later counts as play.
    """

    def turn_worth(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, HalfBoardTable)
        options, mover, before = table.options, str(turn.under.mover), turn.before
        row, roll = turn.turn.row, Roll.from_json(turn.under.value["roll"], options)
        rows = rows_at_a_glance(before, options)
        first = max(rows, key=lambda each: each.worth.value)
        # Nothing is said of a row that could not be chosen: an analysis has once met one, where from is not known.
        chosen = next((each for each in rows if (each.row, each.leap) == (row, roll.opposed is not None)), first)
        calibration = calibration_of(before, options)
        found = turns_at_a_glance(before, roll, row, options, calibration)
        best, _, worth = max(found, key=lambda each: each[2])
        after, other = turn.turn.position, other_side(before.to_move)
        made = worth_at_a_glance(
            after.all_of(before.to_move), after.all_of(other), other == "second", options, calibration
        )
        missed, spoilt = first.worth.value - chosen.worth.value, max(0.0, worth - made.value)
        words = table.wording.moves([step.to_json() for step in best.steps]) if best.steps else NO_MOVE
        if missed:
            words = _instead(first, row, words if spoilt else None)
        luck, lost = worth - chosen.worth.value, missed + spoilt
        error = abs(first.worth.value - turn.had[mover])
        if spoilt:
            later = _a_turn_later(best.position, options) - _a_turn_later(turn.turn.position, options)
            error = max(error, abs(spoilt - later))
        losing = {**nothing(turn.has), mover: lost}
        return TurnWorth(
            {side: luck if side == mover else -luck for side in turn.had},
            {side: -lost if side == mover else lost for side in turn.had},
            losing,
            error,
            words if lost else None,
            # A better row is pointed at as if everything on it leapt.
            [{"side": mover, "leap": first.row}] if missed else [step_of(step, mover) for step in best.steps],
        )


def _a_turn_later(position: Position, options: Options) -> float:
    """Return the worth of a position to the player who has just moved, by the choices of the other player."""
    if position.over:
        winner = outcome(position).winner
        return 0.5 if winner == "draw" else float(winner != position.to_move)
    return 1 - max(choice.worth.value for choice in rows_at_a_glance(position, options))


def _instead(choice: RowChoice, row: int, best: Reason | None) -> Reason:
    """Return the better choice in words, and the best play for the `row` that was chosen."""
    if choice.row == row:
        return because("leistiko.analysis.leap" if choice.leap else "leistiko.analysis.move", row=row)
    if best is None:
        return because("leistiko.analysis.row", row=choice.row)
    return because("leistiko.analysis.row_or", row=choice.row, chosen=row, best=best)


ANALYST = LeistikoAnalyst()
