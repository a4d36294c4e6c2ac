"""A lesson of Blokus 3D: the first piece, touching, heights, what is seen from above, the end."""

from companion.app.lesson.lesson import LessonStep
from companion.games.blokus3d.rules.structures import limits
from companion.games.blokus3d.screen.building import Building

STRUCTURE, PLAYERS = "tower", 2


def steps() -> tuple[LessonStep, ...]:
    """Return the lesson, on the tower for two."""
    highest = {f"{x},{y}": height for (x, y), height in limits(STRUCTURE, PLAYERS).items()}
    empty = dict.fromkeys(highest, "")
    flat = ((4, 4, 0), (5, 4, 0), (5, 5, 0), (5, 6, 0))
    one = _with(empty, flat, "B")
    theirs = ((4, 5, 0), (4, 6, 0), (4, 7, 0))
    two = _with(one, theirs, "Y")
    upright = ((4, 4, 1), (4, 5, 1))
    far = ((3, 6, 0), (3, 7, 0))
    over = _with(two, upright, "B")
    end = {square: column or "Y" for square, column in _with(over, ((5, 4, 1), (5, 5, 1), (5, 4, 2)), "Y").items()}

    def shown(columns: dict[str, str], ghost: tuple[tuple[int, int, int], ...] = (), tapped: str = "") -> Building:
        return Building(columns, {tapped: "accent"} if tapped else {}, ghost=ghost, limits=highest)

    return (
        LessonStep("lesson.blokus.aim", shown(end)),
        LessonStep("lesson.blokus.mask", shown(empty)),
        LessonStep("lesson.blokus.first", shown(empty, (), "4,4"), "4,4"),
        LessonStep("lesson.blokus.ways", shown(empty, flat, "4,4"), "5,6"),
        LessonStep("lesson.blokus.theirs", shown(two)),
        LessonStep("lesson.blokus.touch", shown(two, upright, "4,5"), "4,5"),
        LessonStep("lesson.blokus.covered", shown(over)),
        LessonStep("lesson.blokus.refused", shown(two, far, "3,6"), "3,6"),
        LessonStep("lesson.blokus.height", shown(over)),
        LessonStep("lesson.blokus.win", shown(end)),
    )


def _with(columns: dict[str, str], cubes: tuple[tuple[int, int, int], ...], letter: str) -> dict[str, str]:
    """Return the columns with cubes put on top of them."""
    after = dict(columns)
    for x, y, _ in cubes:
        after[f"{x},{y}"] += letter
    return after
