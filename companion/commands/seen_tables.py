"""The tables that `companion see` can read, by the board's name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import isfinite
from typing import Any, Protocol

from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.image import Image

BOARDS: Mapping[str, str] = {
    "volcano": "companion.commands.see_volcano",
    "pyramid-ball": "companion.commands.see_pyramid_ball",
    "backgammon": "companion.commands.see_backgammon",
    "blokus3d": "companion.commands.see_blokus3d",
}
"""Where the `READER` of each board is; imported when it is asked for, since that takes a while."""


@dataclass(frozen=True)
class SeeHints:
    """What is known of a picture beforehand: roughly where a1's outer corner is, all four corners, the camera; of
    Blokus 3D what is built and by how many players."""

    a1: tuple[float, float] | None
    corners: Sequence[tuple[float, float]] | None
    camera: Camera | None
    structure: str | None = None
    players: int | None = None


class SeenTable(Protocol):
    """What was seen on a table."""

    def report(self) -> dict[str, Any]:
        """As JSON."""

    def text(self) -> str:
        """For people, in lines."""

    def overlay(self) -> Image:
        """The first picture with what was seen drawn on it."""


class TableReader(Protocol):
    """Reads the pictures of one kind of table."""

    def load(self) -> None:
        """Load the networks, so that the first picture is read as fast as any other."""

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenTable:
        """What pictures of one still table show together; `setup` is one of the table set up, to learn from. Raises
        VisionError or RefereeError for what cannot be read."""


def reader_of(board: str) -> TableReader:
    """The reader of a board's tables."""
    reader: TableReader = import_module(BOARDS[board]).READER
    return reader


def board_json(view: BoardView) -> dict[str, Any]:
    """Where a board lies: its outer corners in pixels, and how sure that is."""
    return {
        "corners": {cell: [round(float(c), 2) for c in place] for cell, place in view.corners.items()},
        "confidence": round(view.confidence, 3),
    }


def camera_json(view: BoardView) -> dict[str, Any]:
    """The camera that saw a board, with the board's pitch where that was measured."""
    return {**view.camera.to_json(), "pitch_mm": round(view.pitch, 2) if isfinite(view.pitch_error) else None}
