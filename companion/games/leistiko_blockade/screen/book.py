"""The book of Leistiko's Blockade: set-up, a turn, what a leap costs, the end, both variants."""

from companion.app.rules.book import Chapter
from companion.games.leistiko_blockade.rules import Position, initial
from companion.games.leistiko_blockade.screen.shown import half_board

# The worked example: four pieces in the player's row, one across.
EXAMPLE = Position((2, 3, 4, 3, 2, 2), (2, 3, 1, 3, 3, 2), "first")


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the order in which a player needs them."""
    start = initial()
    row, across = "first.3", "second.3"
    moved = half_board(
        start, {row: "mark"}, {"first.2": ("1", "good"), "first.4": ("1", "good"), "first.5": ("2", "good")}
    )
    last = Position((0,) * 6, (0, 1, 0, 2, 0, 0), "second")
    duel = Position((0, 2, 3, 1, 0, 0), (1, 0, 1, 2, 1, 0), "first")
    return (
        Chapter(
            "leistiko.book.setup",
            ("leistiko.book.setup.1",),
            half_board(start),
            ("LB-setup", "LB-01", "LB-02", "LB-14"),
        ),
        Chapter(
            "leistiko.book.turn",
            ("leistiko.book.turn.1", "leistiko.book.turn.2"),
            moved,
            ("LB-turn", "LB-row", "LB-10", "LB-points", "LB-move", "LB-13", "LB-12", "LB-11", "LB-own"),
        ),
        Chapter(
            "leistiko.book.leap",
            ("leistiko.book.leap.1", "leistiko.book.leap.2", "leistiko.book.leap.3"),
            half_board(EXAMPLE, {row: "mark", across: "warn"}),
            ("LB-leap", "LB-03", "LB-04", "LB-05", "LB-06", "LB-07", "LB-08", "LB-09"),
        ),
        Chapter("leistiko.book.end", ("leistiko.book.end.1",), half_board(last), ("LB-end", "LB-15", "LB-pieces")),
        Chapter(
            "leistiko.book.bungie",
            ("leistiko.book.bungie.1",),
            half_board(duel, {row: "mark", across: "warn"}),
            ("LB-bungie", "LB-20", "LB-21"),
        ),
        Chapter("leistiko.book.push", ("leistiko.book.push.1",), moved, ("LB-push", "LB-22", "LB-23")),
    )
