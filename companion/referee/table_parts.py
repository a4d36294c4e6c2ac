"""What a table module has beside its rules: a simulated table, words, a drawing for reports and a written form."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.games.reason import Reason
from companion.referee.drawing.board import DrawnBoard
from companion.referee.grid import Commitment, Grid, Json, Place
from companion.referee.verdict import Verdict
from vision.image import Image
from vision.tracking.contract import Tracker


class Happening(NamedTuple):
    """`kind` is "frame" (`value` is the picture) or the kind of a commitment, such as "roll" (`value` is the roll).
    `taken` is when a picture was taken (`time.monotonic`), where it may have waited."""

    kind: str
    value: Any
    taken: float | None = None


class Practice(Protocol):
    """A table that plays by itself, so that everything can be tried without a board, a camera or dice."""

    def next(self, verdict: Verdict | None) -> Happening | None:
        """What happens next, given what the referee said last; None when the game is over or the players must speak."""

    def go_on_from(self, position: Any, mover: str, commitment: Commitment | None) -> None:
        """Stand as the players say it stands; `mover` is next, under `commitment` if there is one already."""

    def tracker(self, image: Image) -> Tracker:
        """Eyes for this table."""

    def play_by_hand(self) -> None:
        """From now on nobody plays here by himself: what happens is what is laid."""

    def lay(self, grid: Grid) -> None:
        """Hands lay the table so, which is what happens next."""


class Wording(Protocol):
    """How what happens in a game is told, as reasons that each language words."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """What was said, such as a roll."""

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """The moves of a turn, at least one, in short."""

    def points(self, points: Mapping[str, int]) -> Reason | None:
        """What a turn has cost; None where that is nothing."""

    def spent(self, points: Mapping[str, int]) -> Reason | None:
        """The same as a sentence of a report."""

    def move(self, move: Mapping[str, Any]) -> Reason:
        """One move as a sentence of a report."""


class TableDrawing(Protocol):
    """How a game's table is drawn: in the app, on the hall's page and in reports."""

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        """Return the board on which these places are, none standing for the usual ones. `touched` boards have also the
        places that only a finger needs."""

    def boards(self) -> tuple[DrawnBoard, ...]:
        """Return every board there may be, the smallest first."""
        return (self.board(()),)

    def looks(self, grid: Grid) -> Grid:
        """Return the things as they are drawn, a name for each that is drawn alike wherever else it lies."""
        return grid

    def shown(self, grid: Grid) -> Grid:
        """Return the part of a table that a drawing shows."""
        return grid

    def arrow(self, move: Mapping[str, Any]) -> tuple[Place, Place] | None:
        """Return from where to where a move goes, if it is one to draw an arrow for."""
        return (str(move["from"]), str(move["to"])) if "from" in move else None

    def commitment(self, value: Mapping[str, Any]) -> str:
        """Return what was committed, such as dice, as SVG or HTML."""
        return ""

    def swatch(self, move: Mapping[str, Any]) -> str:
        """Return the colour of a move, as #rrggbb."""
        return "#888888"

    def colours(self, position: Any) -> Mapping[str, Sequence[str]]:
        """Return the colours of each side's pieces, as #rrggbb, as far as they are known; None before the set-up."""
        return {}


class WrittenStep(NamedTuple):
    """A line of a written game: its text, what is said before its table, as events of a recording, and that table;
    `accepted` whether it counts by the players' word alone."""

    text: str
    said: tuple[tuple[str, Any], ...]
    grid: Grid
    accepted: bool = False


class ReadGame(NamedTuple):
    """A game as it was written: options as a journal has them, the set-up, its lines, tags and comments."""

    options: Json
    grid: Grid
    steps: tuple[WrittenStep, ...]
    tags: Mapping[str, str]
    comments: Mapping[int, str]


class RecordForm(Protocol):
    """How a game is written as text (`companion.games.gamefile`)."""

    def head(self, start: Any, tags: Mapping[str, str]) -> str:
        """Everything above the turns. Raises GameError for a tag that cannot be written."""

    def position(self, position: Any) -> str:
        """A position in one line."""

    def line(self, before: Any, turn: Any, under: Commitment) -> str | None:
        """A turn; None where no line of this game leads to its table."""

    def said(self, under: Commitment) -> str:
        """What stands before an accepted table."""

    def read(self, text: str) -> ReadGame:
        """Raises GameError naming the line that is malformed or not legal."""
