"""What the table screen of Looney Blockade shows at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.app.views import Picture
from companion.games.reason import Reason
from companion.referee.verdict import Verdict

Phase = Literal["setup", "roll", "move", "illegal", "incomplete", "unsure", "won"]
Grid = Mapping[str, str]


@dataclass(frozen=True)
class Hint:
    """Where the piece on top of `start` may go, with costs, and why not elsewhere (cell: rule and reason). `lifted`:
    somebody holds it in the hand.
    """

    start: str
    costs: Mapping[str, int]
    refused: Mapping[str, tuple[str, Reason]]
    lifted: bool = False


@dataclass(frozen=True)
class Suggestion:
    """A whole turn that the engine would play, and why."""

    moves: tuple[Mapping[str, Any], ...]
    reason: Reason


@dataclass(frozen=True)
class Nearest:
    """The legal turn closest to what was played."""

    moves: tuple[Mapping[str, Any], ...]
    grid: Grid


@dataclass(frozen=True)
class Moment:
    """One entry of the game's history: the verdict on it, and how much time the mover had taken, in seconds."""

    verdict: Verdict
    took: float = 0.0


@dataclass(frozen=True)
class TableState:
    """Everything the table screen shows; `grid` is what to draw, `believed` what counts.

    `left` are the points each of the mover's colours still has in the turn being entered, None where that turn is
    already against the rules. `strayed` are hops (from, to) that explain an illegal table, for the path in red. `away`
    are the devices (camera, tower) that are looked for; `dice` is what rolls: screen, tower, or thrown (a tower in
    software).
    """

    grid: Grid
    believed: Grid
    phase: Phase
    side: str
    roll: Mapping[str, int] | None = None
    left: Mapping[str, int] | None = None
    draft: tuple[Mapping[str, Any], ...] = ()
    verdict: Verdict | None = None
    strayed: tuple[tuple[str, str], ...] = ()
    nearest: Nearest | None = None
    towers: Mapping[str, int] = field(default_factory=dict)
    supply: tuple[int, int, int] = (5, 5, 5)
    winner: str | None = None
    hint: Hint | None = None
    suggestion: Suggestion | None = None
    moments: tuple[Moment, ...] = ()
    picture: Picture | None = None
    source: str = "touch"
    running: bool = False
    can_undo: bool = False
    hints_on: bool = True
    notice: Reason | None = None
    away: tuple[str, ...] = ()
    dice: str = "screen"
