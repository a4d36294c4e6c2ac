"""The book of Pyramid Ball: equipment, programs, moving, defending, passing, goals, the advanced game."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.app.rules.book import Chapter
from companion.app.views import BoardPicture, Tone
from companion.games.engine import Json
from companion.games.pyramid_ball.rules import initial
from companion.games.pyramid_ball.screen.field import USUAL, grid_of, way

if TYPE_CHECKING:
    from companion.games.pyramid_ball.screen.array_view import ArrayPicture


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the order in which a player needs them."""
    from companion.games.pyramid_ball.screen.array_view import ArrayPicture  # noqa: PLC0415 - opens the window

    start = initial("basic").to_json()
    push: Json = {**start, "first": {"S": "f3", "M": "d4", "L": "c4"}, "second": {"S": "f6", "M": "d5", "L": "b6"}}
    passing: Json = {**start, "first": {"S": "f6", "M": "d4", "L": "b3"}, "second": {"S": "c7", "M": "e5", "L": "b6"}}
    goal: Json = {**start, "first": {"S": "f5", "M": "d7", "L": "b4"}, "second": {"S": "f7", "M": "e5", "L": "b6"}}
    loose: Json = {
        **start,
        "first": {"S": "f5", "M": "d8", "L": "b4"},
        "second": {"S": "f7", "M": "e5", "L": "b6"},
        "ball": {"at": "e8"},
    }
    program = ArrayPicture({"S": "FLF", "M": "FRF", "L": "F.B"}, "S2")
    special = ArrayPicture({"S": "FFFR", "M": ".FF", "L": "FFF"}, "S1", "ML")
    ends: dict[str, Tone] = {f"{file}8": "accent" for file in "abcdefg"}
    path = tuple((one, other, "accent") for one, other in pairwise(way(start, "first", "M", "FRF")))
    return (
        Chapter(
            "ball.book.aim",
            ("ball.book.aim.1", "ball.book.aim.2"),
            _field(start, ends),
            ("PB-setup", "PB-start", "PB-win"),
        ),
        Chapter("ball.book.things", ("ball.book.things.1", "ball.book.things.2"), program, ()),
        Chapter(
            "ball.book.programs",
            ("ball.book.programs.1", "ball.book.programs.2"),
            program,
            ("PB-program", "PB-foul", "PB-22"),
        ),
        Chapter(
            "ball.book.row",
            ("ball.book.row.1",),
            _field(start, {"d4": "mark"}, path),
            ("PB-turn", "PB-move", "C9", "PB-05", "C1", "PB-20", "C10"),
        ),
        Chapter(
            "ball.book.defence",
            ("ball.book.defence.1", "ball.book.defence.2"),
            _field(start, {"d4": "mark", "d5": "warn"}, (("d4", "d5", "accent"), ("d5", "d4", "bad"))),
            ("C2", "C3", "C4", "C6", "C7", "PB-03", "PB-04", "PB-01"),
        ),
        Chapter(
            "ball.book.tackle",
            ("ball.book.tackle.1", "ball.book.tackle.2"),
            _field(push, {"d4": "mark", "d5": "warn"}, (("d5", "d4", "bad"), ("d4", "d3", "warn"))),
            ("C5", "C8", "PB-02", "PB-06", "PB-07", "PB-08", "PB-09", "PB-10"),
        ),
        Chapter(
            "ball.book.pass",
            ("ball.book.pass.1", "ball.book.pass.2"),
            _field(passing, {"e5": "bad", "f6": "mark"}, (("d4", "f6", "good"),)),
            ("PB-pass", "PB-12", "PB-13", "PB-14", "PB-15", "PB-16", "PB-17", "PB-18", "PB-19"),
        ),
        Chapter(
            "ball.book.goal",
            ("ball.book.goal.1",),
            _field(goal, ends, (("d7", "d8", "accent"),)),
            ("PB-goal", "PB-11", "PB-21"),
        ),
        Chapter(
            "ball.book.advanced",
            ("ball.book.advanced.1", "ball.book.advanced.2"),
            _field(loose, {"e8": "mark", "c8": "mark", "d8": "warn"}),
            ("PB-30", "PB-31", "PB-32", "PB-33", "PB-34", "PB-40"),
        ),
        Chapter(
            "ball.book.specials",
            ("ball.book.specials.1", "ball.book.specials.2", "ball.book.specials.3", "ball.book.specials.4"),
            special,
            ("PB-special", "PB-35", "PB-36", "PB-dash", "PB-37", "PB-quick", "PB-38", "PB-blitz", "PB-39"),
        ),
    )


def _field(position: Json, frames: Any = None, arrows: Any = ()) -> "BoardPicture | ArrayPicture":
    return BoardPicture(grid_of(position, USUAL), frames or {}, {}, tuple(arrows))
