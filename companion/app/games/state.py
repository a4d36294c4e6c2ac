"""The state of a game, as its screen shows it at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

from companion.app.games.far_table import FarState
from companion.app.games.setting_up import SetupSeen
from companion.app.views import Photographed, ShownPicture
from companion.games.engine import Json
from companion.games.reason import Reason
from companion.referee.asking_here import OnTable
from companion.referee.grid import Grid
from companion.referee.verdict import Verdict
from companion.sharing.phone.camera import ShownPhone

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
    """A legal turn close to what was played."""

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
    see last, where the board's corners lie in the picture, and what is seen of a set-up that is being built; the phone,
    where that is the camera.
    """

    does: str
    hidden: tuple[str, ...] = ()
    corners: tuple[tuple[float, float], ...] | None = None
    names: tuple[str, ...] = ()
    setup: SetupSeen | None = None
    phone: ShownPhone | None = None

    @property
    def code(self) -> str:
        """The address that a phone is to scan to be the camera; "" where none is."""
        return self.phone.code if self.phone else ""


LOOKED_ON: Final = ("practice", "recording")
"""Sources of tables that play by themselves."""


@dataclass(frozen=True)
class TableState(Generic[S]):
    """Everything the table screen shows."""

    grid: Grid
    """The table to draw."""
    believed: Grid
    """The table that counts."""
    phase: Phase
    side: str
    """The side that moves, or is to roll next."""
    score: S
    roll: Mapping[str, int] | None = None
    """The roll in force, by the dice's colours."""
    left: Mapping[str, int] | None = None
    """Points that the roll still gives."""
    draft: tuple[Mapping[str, str], ...] = ()
    """The steps entered of a turn."""
    legal: bool = True
    """False once a rule forbids what was entered."""
    verdict: Verdict | None = None
    number: int | None = None
    """Number of the verdict. An answer bears it, so that it is not taken for one to a later question."""
    strayed: tuple[tuple[str, str], ...] = ()
    """Hops (from, to) that explain an illegal table, for the path in red."""
    nearest: tuple[Nearest, ...] = ()
    """Legal turns like an illegal one, the likest first."""
    winner: str | None = None
    hint: ShownHint | None = None
    suggestion: ShownSuggestion | None = None
    """A turn that was asked for, or that players are to make for the computer or another table."""
    moments: tuple[Moment[S], ...] = ()
    picture: ShownPicture | None = None
    """The camera's picture."""
    close_up: ShownPicture | None = None
    """The part of the camera's picture that is asked about."""
    photographed: Photographed | None = None
    """Things and their outlines in the camera's picture, as it was judged last."""
    before: ShownPicture | None = None
    """The table before a turn that is wrong or in doubt, laid over the camera's picture."""
    source: str = "touch"
    """From what the game is fed, "touch" also while players go on without their camera."""
    running: bool = False
    """True unless a game that plays by itself is paused."""
    can_undo: bool = False
    undoes_roll: bool = False
    """True if it is the roll that would be taken back."""
    hints_on: bool = True
    notice: Reason | None = None
    """What is told to the players."""
    fault: Reason | None = None
    """Why something entered cannot be: nothing has been judged."""
    away: tuple[str, ...] = ()
    """The devices (camera, tower) that are looked for."""
    camera: ShownCamera | None = None
    """The one over the table, if there is one, even while players go on by touch."""
    dice: str = "screen"
    """What rolls: screen, tower, or thrown (a tower in software)."""
    under: Mapping[str, Any] | None = None
    """Commitment, such as a roll, by which the table is judged; None: somebody has to commit themselves first."""
    kept: Mapping[str, ShownPicture] = field(default_factory=dict)
    """Pictures that stay beyond the next look, by what they are for."""
    own: Any = None
    """Content that only this game's screen shows."""
    computers: tuple[str, ...] = ()
    """The sides that the computer plays, or another table."""
    awaited: bool | None = None
    """True if the players wait for the computer. None: whenever a side of `computers` is to move."""
    asked: OnTable | None = None
    """The table that questions about the rules are answered of."""
    series: Mapping[str, int] = field(default_factory=dict)
    """Games won before this one, by side."""
    by_hand: bool = False
    """True on the simulated table, where what players enter is laid and judged by how it looks."""
    ended: bool = False
    """True if nothing more was recorded."""
    far: FarState | None = None
    """The other table, where two play."""

    @property
    def looked_on(self) -> bool:
        """Whether nobody here plays."""
        return self.source in LOOKED_ON

    @property
    def computers_turn(self) -> bool:
        """True if the computer rolls or moves now."""
        awaited = self.side in self.computers if self.awaited is None else self.awaited
        return awaited and self.phase in ("roll", "move")

    @property
    def diverted(self) -> bool:
        """True if something entered, asked for or wrong is told instead of the last verdict."""
        return bool(self.notice or self.fault or self.suggestion or self.hint or self.draft)

    @property
    def open_turn(self) -> bool:
        """True if the last turn was legal whichever of several it was."""
        return self.phase == "roll" and self.verdict is not None and bool(self.verdict.readings)

    @property
    def open_look(self) -> bool:
        """True if the players are asked what the last look showed."""
        return self.phase == "unsure" and self.verdict is not None

    @property
    def blind(self) -> bool:
        """True if a camera watches that does not find the board any more."""
        return self.source == "camera" and self.verdict is not None and lost(self.verdict)

    @property
    def built(self) -> SetupSeen | None:
        """Return the set-up being built under the camera, as it is seen."""
        return self.camera.setup if self.camera and self.source == "camera" else None


AnyState = TableState[Any]


def lost(verdict: Verdict) -> bool:
    """Return True if a picture showed no board at all."""
    return verdict.verdict == "unsure" and not (verdict.readings or verdict.more) and verdict.confidence == 0.0
