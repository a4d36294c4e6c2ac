"""The book of Blokus 3D: the structures, the pieces, placing, touching, the end."""

from collections.abc import Mapping, Sequence

from companion.app.rules.book import Chapter
from companion.app.views import Tone
from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from companion.games.blokus3d.screen.building import SHAPES, Building
from companion.games.blokus3d.screen.lesson import steps

# Nearest left square of each piece when all are shown, on a floor of their own.
LAID: Mapping[str, tuple[int, int]] = {
    "I2": (0, 9),
    "I3": (3, 9),
    "V3": (7, 8),
    "I4": (0, 7),
    "T4": (0, 4),
    "L4": (4, 5),
    "O4": (8, 5),
    "S4": (0, 1),
    "Y4": (4, 2),
    "A4": (7, 2),
    "B4": (4, 0),
}
RULES: Mapping[str, Sequence[str]] = {
    "tower": ("B3-setup", "B3-01"),
    "pyramid": ("B3-10",),
}


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the order in which a player needs them."""
    pictures = {step.says: step.picture for step in steps()}
    structures = (
        Chapter(f"structure.{name}", (f"blokus.book.{name}",), _structure(name), RULES.get(name, ()))
        for name in STRUCTURES
    )
    return (
        Chapter("blokus.book.aim", ("blokus.book.aim.1", "blokus.book.squares"), pictures["lesson.blokus.win"]),
        *structures,
        Chapter("blokus.book.pieces", ("blokus.book.pieces.1", "blokus.book.pieces.2"), _pieces(), ("B3-pieces",)),
        Chapter(
            "blokus.book.placing",
            ("blokus.book.placing.1", "blokus.book.placing.2"),
            pictures["lesson.blokus.touch"],
            ("B3-turn", "B3-08", "B3-start", "B3-03", "B3-inside", "B3-height", "B3-02"),
        ),
        Chapter(
            "blokus.book.touching",
            ("blokus.book.touching.1",),
            pictures["lesson.blokus.covered"],
            ("B3-touch", "B3-04", "B3-stay"),
        ),
        Chapter(
            "blokus.book.end",
            ("blokus.book.end.1",),
            pictures["lesson.blokus.win"],
            ("B3-must", "B3-end", "B3-05", "B3-score", "B3-06", "B3-07", "B3-09", "B3-11", "B3-13"),
        ),
    )


def _structure(name: str) -> Building:
    """Show a structure for the most players, with the heights on its squares."""
    highest = {f"{x},{y}": height for (x, y), height in limits(name, 4).items()}
    return Building(dict.fromkeys(highest, ""), limits=highest)


def _pieces() -> Building:
    """Show all eleven pieces side by side."""
    columns: dict[str, str] = {}
    names: dict[str, tuple[str, Tone]] = {}
    for number, (piece, (left, near)) in enumerate(LAID.items()):
        colour = "BYRG"[number % 4]
        for x, y, _ in SHAPES[piece]:
            square = f"{left + x},{near + y}"
            columns[square] = columns.get(square, "") + colour
        names[f"{left},{near}"] = (piece, "mark")
    return Building(columns, {}, names)
