"""A lesson of Leistiko's Blockade: a row, a roll, a step, a leap, what is not allowed, a win."""

from companion.app.lesson.lesson import LessonStep
from companion.app.views import BoardPicture, ShownDie
from companion.games.leistiko_blockade.rules import Options, Position, Roll, apply, initial, row_fault
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.screen.shown import WHITE, half_board

ROW, ROLL = 3, 5


def steps() -> tuple[LessonStep, ...]:
    """Return the lesson; the costs of leaps and refusals come from the engine."""
    start = initial()
    own = f"first.{ROW}"
    die = (ShownDie(WHITE, ROLL),)
    roll = Roll.from_json([ROLL], Options())
    found = reach(start, ROW, ROW, roll, ())
    costs = {f"first.{going.to}": (str(going.cost), "good") for going in found.goings if going.to is not None}
    leap = next(going for going in found.goings if going.to is None)
    leapt = apply(start, ROW, roll, leap.steps)
    assert not hasattr(leapt, "reason")
    empty = Position((0, 3, 3, 3, 3, 2), start.second, "first")
    fault = row_fault(empty, 1)
    won = Position((0,) * 6, (0, 1, 0, 2, 0, 0), "second")
    reached = BoardPicture(half_board(start).grid, {own: "mark"}, costs)  # type: ignore[arg-type]
    return (
        LessonStep("lesson.leistiko.aim", half_board(start)),
        LessonStep("lesson.leistiko.row", half_board(start, {own: "mark"}), own),
        LessonStep("lesson.leistiko.roll", half_board(start, {own: "mark"}), dice=die),
        LessonStep("lesson.leistiko.step", reached, f"first.{ROW + 1}", die),
        LessonStep("lesson.leistiko.cost", half_board(start, {own: "mark", f"second.{ROW}": "warn"}), own, die),
        LessonStep("lesson.leistiko.leapt", half_board(leapt.position, {own: "good"})),
        LessonStep("lesson.leistiko.refused", half_board(empty, {"first.1": "mark"}), "first.1"),
        LessonStep("lesson.leistiko.why", half_board(empty, {"first.1": "bad"}), why=fault.reason if fault else None),
        LessonStep("lesson.leistiko.alone", half_board(start, {f"second.{ROW}": "warn"})),
        LessonStep("lesson.leistiko.win", half_board(won)),
    )
