"""What the screen of a game shows at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from companion.app.games.far_table import FarState
from companion.app.games.setting_up import SetupSeen
from companion.app.views import ShownPicture
from companion.games.engine import Json
from companion.games.reason import Reason
from companion.referee.grid import Grid
from companion.referee.verdict import Verdict

Phase = Literal["setup", "roll", "move", "illegal", "incomplete", "unsure", "won"]
# How things stand in a game, as it counts.
S = TypeVar("S")


@dataclass(frozen=True)
class ShownHint:
    """Where what lies on `start` may go, with costs, and why not elsewhere (place: rule and reason). `lifted`: somebody
    holds it in the hand. `things` are what may be put there instead, in games in which pieces come from beside.
    """

    start: str
    costs: Mapping[str, int]
    refused: Mapping[str, tuple[str, Reason]]
    lifted: bool = False
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownSuggestion:
    """A whole turn that the engine would play, and why; `steps` enter it, `grid` is the table after it. `before` is
    what has to be corrected first, such as which die is which; `places` are what it is about where there is no turn.
    """

    moves: tuple[Json, ...]
    reason: Reason
    steps: tuple[Mapping[str, str], ...] = ()
    grid: Grid | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Nearest:
    """The legal turn closest to what was played."""

    moves: tuple[Json, ...]
    grid: Grid


@dataclass(frozen=True)
class Moment(Generic[S]):
    """One entry of the game's history: the verdict on it, how things stood then, and how much time the mover had taken,
    in seconds.
    """

    verdict: Verdict
    score: S
    took: float = 0.0


@dataclass(frozen=True)
class ShownCamera:
    """What the camera over the table does (`CameraDoes`, or "reading" while a picture is judged), the places it did not
    see last, where the board's corners lie in the picture, and what is seen of a set-up that is being built.
    """

    does: str
    hidden: tuple[str, ...] = ()
    corners: tuple[tuple[float, float], ...] | None = None
    names: tuple[str, ...] = ()
    setup: SetupSeen | None = None


LOOKED_ON: Final = ("practice", "recording")
"""Sources of tables that play by themselves."""


@dataclass(frozen=True)
class TableState(Generic[S]):
    """Everything the table screen shows; `grid` is what to draw, `believed` what counts.

    `number` is that of the `verdict`: whoever answers names it, so that no answer is taken for one to a later question.
    `roll` is the roll in force; `draft` are the steps entered of a turn, `legal` while no rule forbids them, `left` the
    points that the roll still gives; `undoes_roll` tells that it is the roll that would be taken back. `strayed` are
    hops (from, to) that explain an illegal table, for the path in red.
    `under` is what the table is judged by, None where somebody has to commit himself first. `kept` are pictures that
    stay on the screen beyond the next look, by what they are for; `own` is what only this game's screen shows.
    `series` counts the games won before this one. `computers` are the sides that the computer plays, or another table
    (`far`): under a camera its turn is the `suggestion`, for the players to make it. `away` are the devices (camera,
    tower) that are looked for;
    `camera` is the one over the table, if there is one, even while the players go on by touch.
    `dice` is what rolls: screen, tower, or thrown (a tower in software).
    A recording has `ended` where nothing more was recorded.
    `fault` is why something entered cannot be: nothing has been judged.
    On the simulated table what the players enter is laid (`by_hand`), to be judged by how it looks.
    """

    grid: Grid
    believed: Grid
    phase: Phase
    side: str
    score: S
    roll: Mapping[str, int] | None = None
    left: Mapping[str, int] | None = None
    draft: tuple[Mapping[str, str], ...] = ()
    legal: bool = True
    verdict: Verdict | None = None
    number: int | None = None
    strayed: tuple[tuple[str, str], ...] = ()
    nearest: Nearest | None = None
    winner: str | None = None
    hint: ShownHint | None = None
    suggestion: ShownSuggestion | None = None
    moments: tuple[Moment[S], ...] = ()
    picture: ShownPicture | None = None
    source: str = "touch"
    running: bool = False
    can_undo: bool = False
    undoes_roll: bool = False
    hints_on: bool = True
    notice: Reason | None = None
    fault: Reason | None = None
    away: tuple[str, ...] = ()
    camera: ShownCamera | None = None
    dice: str = "screen"
    under: Mapping[str, Any] | None = None
    kept: Mapping[str, ShownPicture] = field(default_factory=dict)
    own: Any = None
    computers: tuple[str, ...] = ()
    series: Mapping[str, int] = field(default_factory=dict)
    by_hand: bool = False
    ended: bool = False
    far: FarState | None = None

    @property
    def looked_on(self) -> bool:
        """Whether nobody here plays."""
        return self.source in LOOKED_ON


AnyState = TableState[Any]
