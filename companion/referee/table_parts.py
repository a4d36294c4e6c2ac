"""Parts of a table module beside its rules: practice, words, a drawing for reports and a written form."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.games.reason import Reason, because
from companion.referee.drawing.board import DrawnBoard
from companion.referee.grid import Grid, Json, Place
from companion.referee.keeping.shapes import Shape, anything

# So many ways are told of what is allowed.
MOST_WAYS = 8


def told_here(ways: Sequence[Reason], why: Reason | None) -> Sequence[Reason]:
    """Return answers to a question about the table as it lies: ways that are allowed, and why something is not."""
    more = [because("asking.more", n=len(ways) - MOST_WAYS)] if len(ways) > MOST_WAYS else []
    allowed = [because("asking.allowed", ways=(*ways[:MOST_WAYS], *more))] if ways else []
    return [*allowed, because("asking.refused", why.rule, why=why)] if why else allowed


class Happening(NamedTuple):
    """`kind` is "frame" (`value` is the picture) or the kind of a commitment, such as "roll" (`value` is the roll).
    `taken` is when a picture was taken (`time.monotonic`), where it may have waited."""

    kind: str
    value: Any
    taken: float | None = None


class Wording(Protocol):
    """Reasons for what happens in a game; each language words them."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """Return words for a commitment, such as a roll."""

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """Return short words for the moves of a turn (at least one)."""

    def points(self, points: Mapping[str, int]) -> Reason | None:
        """Return words for the cost of a turn; None if it cost nothing."""
        return None

    def spent(self, points: Mapping[str, int]) -> Reason | None:
        """Return the same as a sentence of a report."""
        return None

    def move(self, move: Mapping[str, Any]) -> Reason:
        """Return one move as a sentence of a report."""


class TableDrawing(Protocol):
    """Drawing of a game's table in the app, on the hall's page and in reports."""

    def board(self, places: Collection[Place], *, touched: bool = False) -> DrawnBoard:
        """Return the board on which these places are, none standing for the usual ones. `touched` boards have also the
        places that only a finger needs."""

    def boards(self) -> tuple[DrawnBoard, ...]:
        """Return every board there may be, the smallest first."""
        return (self.board(()),)

    def looks(self, grid: Grid) -> Grid:
        """Return the things as they are drawn, a name for each that is drawn alike wherever else it lies."""
        return grid

    def visible_part(self, grid: Grid) -> Grid:
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
    """A line of a written game: its text, the commitments before its table as events of a recording, and the table.
    `accepted`: True if it counts by the players' word alone."""

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


class KeptShapes(NamedTuple):
    """Shapes of what a journal keeps of a game: a move as `moves` gives it, commitments as `commit` and `amend` do."""

    move: Shape
    said: Shape = anything
