"""Tables read from pictures alone, with nothing known beforehand: what a game's reader answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Protocol

from companion.games.package import GamePackage
from companion.games.reason import Reason
from companion.games.registry import games
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image

# Readings less probable than this are marked as doubtful where they are shown to people.
SURE = 0.9


@dataclass(frozen=True)
class SeeHints:
    """What is known of a picture beforehand: roughly where the outer corner of the place named first is, all four
    corners, the camera, and what must be said of such a table (`companion.games.package.TableOption`), by name."""

    a1: tuple[float, float] | None
    corners: Sequence[tuple[float, float]] | None
    camera: Camera | None
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """What stands on one place of a table: a cell, a row of checkers or a column of cubes.

    `holds` is in the game's notation, "" for nothing: a stack from the bottom up (``G3G1``), the number of checkers of
    a row (``3``), a column's top colour and height (``B2``). `confidence` is 0..1, `candidates` what else it may be
    with the probability of each. `visible` is False where something is in front.
    """

    holds: str
    confidence: float
    visible: bool = True
    candidates: tuple[tuple[str, float], ...] = ()


class SeenTable(Protocol):
    """What was seen on a table."""

    def places(self) -> dict[str, Place]:
        """Every place by its name."""

    def report(self) -> dict[str, Any]:
        """As JSON."""

    def text(self) -> str:
        """For people, in lines."""

    def overlay(self) -> Image:
        """The first picture with what was seen drawn on it."""

    @property
    def notes(self) -> Sequence[Reason]:
        """What is remarkable about the pictures."""


class TableReader(Protocol):
    """Reads the pictures of one kind of table: on a board that finders know by its `grid`."""

    grid: BoardGrid

    def load(self) -> None:
        """Load the networks, so that the first picture is read as fast as any other."""

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenTable:
        """What pictures of one still table show together; `setup` is one of the table set up, to learn from. Raises
        VisionError or RefereeError for what cannot be read."""


def games_by_board() -> dict[str, GamePackage]:
    """The games whose tables can be read from a picture alone, by what such a table is called."""
    return {game.board: game for game in games().values() if game.still}


def board_json(view: BoardView) -> dict[str, Any]:
    """Where a board lies: its outer corners in pixels, and how sure that is."""
    return {
        "corners": {cell: [round(float(c), 2) for c in place] for cell, place in view.corners.items()},
        "confidence": round(view.confidence, 3),
    }


def camera_json(view: BoardView) -> dict[str, Any]:
    """The camera that saw a board, with the board's pitch where that was measured."""
    return {**view.camera.to_json(), "pitch_mm": round(view.pitch, 2) if isfinite(view.pitch_error) else None}
