"""Deeds of Blokus 3D alone."""

from dataclasses import dataclass

from companion.app.games.deeds import Deed


@dataclass(frozen=True)
class ChoosePiece(Deed):
    """Choose the piece to place."""

    piece: str


@dataclass(frozen=True)
class Cover(Deed):
    """Have the chosen piece cover this square, too, see `PlacementEntry.placing`."""

    square: str


@dataclass(frozen=True)
class TurnPiece(Deed):
    """Show another placement on the same squares, so many further."""

    by: int = 1
