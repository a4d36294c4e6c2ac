"""State of a game of Pyramid Ball and of its turn in progress, as the screen shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from companion.app.games.state import TableState
from companion.app.json_object import JsonObject
from companion.games.pyramid_ball.screen.entering import EnteredProgram
from companion.games.reason import Reason

Clock = Literal["tap", "hands"]
SHEET = "sheet"


class BallScore(NamedTuple):
    """A position of the engine, None before the set-up has been seen."""

    position: JsonObject | None = None


@dataclass(frozen=True)
class ShownEntry:
    """Entry of programs by touch. `side`: the side that enters one now (None: no more), of which only `sheet` is shown.
    `why`: the engine's reason for its suggestion. `begun`: True if anything has been entered."""

    side: str | None
    sheet: EnteredProgram
    why: Reason | None = None
    begun: bool = False


@dataclass(frozen=True)
class BallTurn:
    """The turn in progress.

    `timer` is "" before it starts, then "start" and "end"; `since` is when it started, on the monotonic clock, which
    all processes of a machine share. `programs`: those read, by side (None: not read), None while nothing has been read
    at all; with them come the engine's `events`, the table `expected`, the `choices` made and the open `choice`.
    `late`: seconds by which a hand was too late, by side. `fouls`: the sides called. `spots`: positions of the
    programs' things in the picture SHEET, such as "first M2", as shares of its width and height. `entry`: while
    programs are entered by touch.
    """

    timer: str = ""
    since: float | None = None
    programs: Mapping[str, JsonObject | None] | None = None
    events: tuple[JsonObject, ...] = ()
    expected: Mapping[str, str] | None = None
    choices: tuple[str, ...] = ()
    choice: JsonObject | None = None
    late: Mapping[str, float] = field(default_factory=dict)
    fouls: tuple[str, ...] = ()
    spots: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    entry: ShownEntry | None = None

    def with_programs(self, more: JsonObject) -> "BallTurn":
        """Return the same with the programs of a commitment; a foul alone has none."""
        programs = more.get("programs")
        if "expected" in more and programs and not any(programs.values()):
            programs = None
        return replace(
            self,
            programs=programs,
            events=tuple(more.get("events", ())),
            expected=more.get("expected"),
            choices=tuple(more.get("choices", ())),
            choice=more.get("choice"),
        )


State = TableState[BallScore]


def late_picture(side: str) -> str:
    """Return the name of the picture that proves a late hand."""
    return f"late {side}"
