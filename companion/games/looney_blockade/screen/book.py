"""The book of Looney Blockade: set-up, dice, moving, landing, towers, with pictures of the engine's own answers."""

from companion.app.rules.book import Chapter
from companion.app.views import BoardPicture, Tone
from companion.games.looney_blockade.rules import Position, initial
from companion.games.looney_blockade.screen.entry import HopEntry
from companion.games.looney_blockade.screen.lesson import TOWERS, reached, won
from companion.referee.grid import Commitment, Grid

# A cell for each kind of landing, and what stands there.
LANDINGS = {"c3": "C3", "b2": "G3G2", "d1": "G3G1", "c1": "G3G2G1K3", "d3": "B3B2B1K2", "b3": "G3G1"}


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the order in which a player needs them."""
    start = dict(initial().grid)
    end = won({**start, "b1": "G3", "c1": "G3G2G1K3"})
    entry, under = HopEntry({}), Commitment("cool", {"roll": {"B": 3, "G": 4}})
    blocked = {**start, "c3": "C3", "c4": "R3R2R1K3", "d3": "Y3Y2Y1K3"}
    position = _position({**blocked, "b3": "G3G1"})
    way = entry.hint(position, under, (), "b3")
    landing = _position({**start, **LANDINGS})
    lands = entry.hint(landing, under, (), "b3")
    assert way and lands
    mine: dict[str, Tone] = {cell: "accent" for cell, stack in start.items() if stack[-2] in "BG"}
    towers = {**start, "b1": "G3G2G1K3", "c1": "G3G2G1", "d1": "G3G2G2", "b2": "G3G2G1K3G1", "b3": "G3G2"}
    return (
        Chapter(
            "looney.book.aim",
            ("looney.book.aim.1",),
            BoardPicture(end, dict.fromkeys(TOWERS, "good")),
            ("BK-win", "BK-13"),
        ),
        Chapter(
            "looney.book.setup",
            ("looney.book.setup.1", "looney.book.setup.2"),
            BoardPicture(start),
            ("BK-setup", "BK-19", "BK-16", "BK-15"),
        ),
        Chapter(
            "looney.book.dice",
            ("looney.book.dice.1", "looney.book.dice.2"),
            BoardPicture(start, mine),
            ("BK-roll", "BK-points", "BK-10", "BK-11", "BK-17"),
        ),
        Chapter(
            "looney.book.moving",
            ("looney.book.moving.1", "looney.book.moving.2"),
            reached(position.grid, way),
            ("BK-move", "BK-own", "BK-large", "BK-01", "BK-pass", "BK-09", "BK-08", "BK-14"),
        ),
        Chapter(
            "looney.book.landing",
            ("looney.book.landing.1", "looney.book.landing.2"),
            reached(landing.grid, lands),
            ("BK-land", "BK-02", "BK-18", "BK-07"),
        ),
        Chapter(
            "looney.book.towers",
            ("looney.book.towers.1", "looney.book.towers.2"),
            BoardPicture(towers, {"b1": "good", "c1": "warn", "d1": "bad", "b2": "good", "b3": "bad"}),
            ("BK-cap", "BK-03", "BK-04", "BK-05", "BK-06", "BK-12", "BK-pieces"),
        ),
    )


def _position(grid: Grid) -> Position:
    return Position.from_json({"grid": dict(grid), "supply": [5, 5, 5], "to_move": "cool"})
