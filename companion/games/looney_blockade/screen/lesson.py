"""A lesson of Looney Blockade: a roll, a move, one that is not allowed, a tower, a win."""

from companion.app.games.state import ShownHint
from companion.app.lesson.lesson import LessonStep
from companion.app.views import BoardPicture, ShownDie
from companion.games.looney_blockade.rules import Position, initial
from companion.games.looney_blockade.screen.entry import HopEntry, hop
from companion.referee.grid import Commitment, Grid

ROLL = {"B": 1, "G": 5}
LOW = (ShownDie("B", 3), ShownDie("G", 2))
DICE = tuple(ShownDie(colour, value) for colour, value in ROLL.items())
MOVED, GOAL, FORBIDDEN = "d4", "c3", "e1"
TOWERS = ("b1", "c1", "d1", "c2", "b3")


def steps() -> tuple[LessonStep, ...]:
    """Return the lesson; what may go where comes from the engine."""
    entry, position = HopEntry({}), initial()
    under = Commitment("cool", {"roll": ROLL})
    start = dict(position.grid)
    reach = entry.hint(position, under, (), MOVED)
    assert reach
    moved = dict(entry.drafted(position, under, (hop(MOVED, GOAL),)).grid)
    # Two of the opponent's blockades stand in the way of the piece on b3.
    walls = {"b3": "G3G1", "c3": "C3", "c4": "R3R2R1K3", "d3": "Y3Y2Y1K3"}
    walled = Position.from_json({"grid": {**start, **walls}, "supply": [5, 5, 5], "to_move": "cool"})
    over = entry.hint(walled, Commitment("cool", {"roll": {"B": 3, "G": 4}}), (), "b3")
    assert over
    tower = {**moved, "b1": "G3", "c1": "G3G2G1K3"}
    return (
        LessonStep("lesson.looney.aim", BoardPicture(start)),
        LessonStep("lesson.looney.sides", BoardPicture(start, dict.fromkeys(_of(start, "BG"), "accent"))),
        LessonStep("lesson.looney.roll", BoardPicture(start), dice=DICE),
        LessonStep("lesson.looney.low", BoardPicture(start), dice=LOW),
        LessonStep("lesson.looney.pick", BoardPicture(start, {MOVED: "mark"}), MOVED, DICE),
        LessonStep("lesson.looney.move", reached(start, reach, GOAL), GOAL, DICE),
        LessonStep("lesson.looney.moved", BoardPicture(moved, {GOAL: "good"}, {}, ((MOVED, GOAL, "mark"),))),
        LessonStep("lesson.looney.forbidden", reached(start, reach, FORBIDDEN), FORBIDDEN, DICE),
        LessonStep("lesson.looney.why", reached(start, reach, FORBIDDEN), why=reach.refused[FORBIDDEN][1]),
        LessonStep("lesson.looney.tower", BoardPicture(tower, {"c1": "good"})),
        LessonStep("lesson.looney.over", reached(walled.grid, over)),
        LessonStep("lesson.looney.win", BoardPicture(won(tower), dict.fromkeys(TOWERS, "good"))),
    )


def _of(grid: Grid, colours: str) -> tuple[str, ...]:
    return tuple(cell for cell, stack in grid.items() if stack[-2] in colours)


def reached(grid: Grid, reach: ShownHint, to: str = "") -> BoardPicture:
    """Show where a piece may go and where not, with a frame around the place `to` be tapped."""
    badges = {cell: (str(cost), "good") for cell, cost in reach.costs.items()}
    badges |= {cell: ("×", "bad") for cell in reach.refused if cell != reach.start}
    return BoardPicture(grid, {reach.start: "mark"} | ({to: "accent"} if to else {}), badges)  # type: ignore[arg-type]


def won(grid: Grid) -> Grid:
    """Return the same table later: five green towers, each under its black."""
    blacks = ("K3", "K3", "K2", "K2", "K1")
    return {**grid, "a5": "C3", **{cell: f"G3G2G1{black}" for cell, black in zip(TOWERS, blacks, strict=True)}}
