"""What the turns of Leistiko's Blockade were worth."""

from companion.games.leistiko_blockade.rules.hints import (
    RowChoice,
    rows_at_a_glance,
    suggest_row,
    suggest_turn,
    turns_at_a_glance,
)
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.games.reason import Reason, because
from companion.referee.analysing.analyst import NO_MOVE, Analyst, OutOfTime, TurnMade, TurnWorth, less, nothing
from companion.referee.table import AnyTable


class LeistikoAnalyst(Analyst):
    """A turn is chosen in two steps: the row before the roll, and what is done with it after.

    A roll's luck is what it gives to best play, less the mean of that over all rolls for the row: both at a glance, so
    that luck has mean 0 however a game is played and whatever the glance is wrong about. What is seen of a position
    only a turn later counts as play.
    """

    def judged(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, HalfBoardTable)
        options, mover, before = table.options, str(turn.under.mover), turn.before
        row, roll = turn.turn.row, Roll.from_json(turn.under.value["roll"], options)
        advice = suggest_turn(before, roll, row, options, out_of_time)
        steps = [step.to_json() for step in advice.turn.steps] if advice else []
        best = self.worth(table, advice.turn.position, out_of_time)[mover] if advice else 0.0
        spoilt = max(0.0, best - turn.has[mover])
        words = (table.wording.moves(steps) if steps else NO_MOVE) if spoilt else None
        rows = suggest_row(before, options, out_of_time)
        missed, other = _missed(rows.choices if rows else (), row, leap=roll.opposed is not None)
        if other:
            words = _instead(other, row, words)
        lucky = _luck(before, row, roll, options)
        luck = {side: lucky if side == mover else -lucky for side in turn.had}
        lost = {**nothing(turn.has), mover: spoilt + missed}
        return TurnWorth(luck, less(less(turn.has, turn.had), luck), lost, words)


def _luck(position: Position, row: int, roll: Roll, options: Options) -> float:
    """What a roll for a row is worth more than others."""
    leap = roll.opposed is not None
    mean = next(each for each in rows_at_a_glance(position, options) if (each.row, each.leap) == (row, leap))
    return max(worth for *_, worth in turns_at_a_glance(position, roll, row, options)) - mean.worth.value


def _missed(choices: tuple[RowChoice, ...], row: int, leap: bool) -> tuple[float, RowChoice | None]:
    """What another choice before the roll is worth more, and which, if there is one."""
    chosen = next((choice for choice in choices if (choice.row, choice.leap) == (row, leap)), None)
    missed = choices[0].worth.value - chosen.worth.value if chosen else 0.0
    return (missed, choices[0]) if missed > 0 else (0.0, None)


def _instead(choice: RowChoice, row: int, best: Reason | None) -> Reason:
    """The better choice in words, and the best that could be done with the `row` that was chosen."""
    if choice.row == row:
        return because("leistiko.analysis.leap" if choice.leap else "leistiko.analysis.move", row=row)
    if best is None:
        return because("leistiko.analysis.row", row=choice.row)
    return because("leistiko.analysis.row_or", row=choice.row, chosen=row, best=best)


ANALYST = LeistikoAnalyst()
