"""Tables read from pictures alone, with nothing known beforehand: what a game's reader answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Protocol

from companion.games.package import GamePackage
from companion.games.reason import Reason
from companion.games.registry import games
from companion.referee.errors import RefereeError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.stacks.inventory import Decoded

# Readings less probable than this are marked as doubtful where they are shown to people.
SURE = 0.9


@dataclass(frozen=True)
class SeeHints:
    """Prior knowledge about a picture: the rough outer corner of the place named first, all four corners, the camera,
    and the table's options (`companion.games.package.TableOption`) by name."""

    a1: tuple[float, float] | None
    corners: Sequence[tuple[float, float]] | None
    camera: Camera | None
    said: Mapping[str, Any] = field(default_factory=dict)


def check_near(picture: Image, hints: SeeHints) -> None:
    """Raise RefereeError if a corner is farther outside of the picture (H x W x 3) than that is long. A board may be
    cut off, but not by more."""
    height, width = picture.shape[:2]
    given = [*([] if hints.a1 is None else [hints.a1]), *([] if hints.corners is None else hints.corners)]
    for u, v in given:
        if not (-width <= u <= 2 * width and -height <= v <= 2 * height):
            raise RefereeError("see.outside", u=f"{u:g}", v=f"{v:g}", width=width, height=height)


@dataclass(frozen=True)
class Place:
    """Contents of one place: a cell, a row of checkers or a column of cubes.

    `holds` is in the game's notation, "" for nothing: a stack from the bottom up (``G3G1``), the number of checkers of
    a row (``3``), a column's top colour and height (``B2``). `confidence` is 0..1, `candidates` what else it may be
    with the probability of each. `visible` is False where something is in front.
    """

    holds: str
    confidence: float
    visible: bool = True
    candidates: tuple[tuple[str, float], ...] = ()


def stacks_placed(cells: Mapping[str, Decoded], hidden: frozenset[str]) -> dict[str, Place]:
    return {
        cell: Place(found.stack, found.probability, cell not in hidden, tuple(found.others))
        for cell, found in cells.items()
    }


class SeenTable(Protocol):
    """A table as read from pictures."""

    def places(self) -> dict[str, Place]:
        """Return all places by name."""

    def report(self) -> dict[str, Any]:
        """Return all of it as JSON."""

    def text(self) -> str:
        """Return lines for people."""

    def overlay(self) -> Image:
        """Return the first picture with the result drawn on it."""

    @property
    def notes(self) -> Sequence[Reason]:
        """Remarks about the pictures."""


class TableReader(Protocol):
    """Reader for one kind of table, on a board with this `grid`."""

    grid: BoardGrid

    def load(self) -> None:
        """Load the networks before the first picture."""

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenTable:
        """Read one still table from its pictures together. `setup`: a picture of the set-up, to learn from. Raises
        VisionError or RefereeError for pictures that cannot be read."""


def games_by_board() -> dict[str, GamePackage]:
    """Return the games whose tables can be read from a picture alone, by the table's name."""
    return {game.board: game for game in games().values() if game.still}


def board_json(view: BoardView) -> dict[str, Any]:
    """Return a board's outer corners in pixels and their confidence."""
    return {
        "corners": {cell: [round(float(c), 2) for c in place] for cell, place in view.corners.items()},
        "confidence": round(view.confidence, 3),
    }


def camera_json(view: BoardView) -> dict[str, Any]:
    """Return a board's camera, with the board's pitch if it was measured."""
    return {**view.camera.to_json(), "pitch_mm": round(view.pitch, 2) if isfinite(view.pitch_error) else None}
