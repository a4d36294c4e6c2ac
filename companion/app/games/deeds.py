"""Deeds of players and companions at a table, as values that can be sent, held back and answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.app.json_object import JsonObject
from companion.games.reason import Reason
from companion.referee.grid import Grid
from companion.referee.live.cameras import Image


@dataclass(frozen=True)
class Deed:
    """Something done at a table."""


@dataclass(frozen=True)
class SetUp(Deed):
    """Begin with the set-up given, or the usual one, entered by hand."""


@dataclass(frozen=True)
class Say(Deed):
    """Commit the mover to something, such as a roll."""

    kind: str
    value: Any


@dataclass(frozen=True)
class Rolled(Say):
    """Take a roll of real dice, by `device` (`companion.sharing.far.device_record.DEVICES`)."""

    device: str = ""
    record: str = ""
    """The tower's lines: the roll's, and those of throws before it that were void."""


@dataclass(frozen=True)
class RollDice(Deed):
    """Take a roll that was typed, or have `what` rolled here where there is none."""

    roll: Mapping[str, int] | None = None
    what: str = "roll"


@dataclass(frozen=True)
class Throw(Deed):
    """Roll with a device that can do so by itself."""


@dataclass(frozen=True)
class Enter(Deed):
    """Enter one step of the turn in progress."""

    step: Mapping[str, str]


@dataclass(frozen=True)
class Done(Deed):
    """Finish the turn that was entered: with no step at all the mover passes."""


@dataclass(frozen=True)
class PassTurn(Deed):
    """End the turn without a move. `sat_out`: since another side has a head start."""

    sat_out: bool = False


@dataclass(frozen=True)
class PutBack(Deed):
    """Put everything back where it was before the turn."""


@dataclass(frozen=True)
class JudgeTable(Deed):
    """Judge a table that was entered, with the steps that led to it where they are known."""

    grid: Grid
    steps: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True)
class JudgePicture(Deed):
    """Judge a picture, taken some seconds `ago`."""

    image: Image
    ago: float = 0.0


@dataclass(frozen=True)
class Correct(Deed):
    """Correct the referee, see `Session.correct`."""

    correction: JsonObject


@dataclass(frozen=True)
class Agree(Deed):
    """Agree on a draw after the position has stood again and again."""


@dataclass(frozen=True)
class TakeBack(Deed):
    """Take back the last step entered, or the roll where there is none, or else the last turn."""


@dataclass(frozen=True)
class Refuse(Deed):
    """Tell why something entered cannot be. Nothing is judged."""

    why: Reason


@dataclass(frozen=True)
class Pause(Deed):
    """Stop a game that plays by itself."""


@dataclass(frozen=True)
class GoOn(Deed):
    """Let a game that plays by itself go on."""


@dataclass(frozen=True)
class TakeStep(Deed):
    """Take one thing from the source, paused or not."""


@dataclass(frozen=True)
class Touch(Deed):
    """Ask where what lies on a place may go."""

    place: str


@dataclass(frozen=True)
class ForgetHint(Deed):
    """Clear the hint on show."""


@dataclass(frozen=True)
class Suggest(Deed):
    """Ask for a whole turn."""


@dataclass(frozen=True)
class Follow(Deed):
    """Make the next step of the turn that is suggested."""


@dataclass(frozen=True)
class BeginWatched(Deed):
    """Begin with the set-up that the camera sees."""


@dataclass(frozen=True)
class SettleSides(Deed):
    """Say which way round the board lies: as it was found, or the other way."""

    other: bool


@dataclass(frozen=True)
class TakeBoardBeside(Deed):
    """Take the board beside the one that was found."""


@dataclass(frozen=True)
class TakeAtWord(Deed):
    """Play what was chosen, whatever it looks like."""


@dataclass(frozen=True)
class SetCorners(Deed):
    """Show where the board's corners are, as shares of the picture. None: the board is found by itself."""

    corners: tuple[tuple[float, float], ...] | None


@dataclass(frozen=True)
class GoByTouch(Deed):
    """Go on without the camera."""


@dataclass(frozen=True)
class GoByCamera(Deed):
    """Let the camera watch again."""


@dataclass(frozen=True)
class HearFar(Deed):
    """Take in what has come from the other table."""


@dataclass(frozen=True)
class AnswerFar(Deed):
    """Answer what the other table has asked, or take back what was asked of it. `question` is the one that was shown
    (`FarState.question`)."""

    yes: bool
    question: int


@dataclass(frozen=True)
class RollForComputer(Deed):
    """Say and roll what a computer does before its turn. `weakness`: see `Opponents.weakness`."""

    weakness: float
