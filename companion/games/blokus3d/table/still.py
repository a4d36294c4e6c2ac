"""Reads single pictures of a Blokus 3D board: the top and the height of every column, in the board's own frame."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.blokus3d.rules.structures import BOARD, PLAYERS, STRUCTURES, Structure, limits
from companion.games.blokus3d.table.structure_seen import structure_in
from companion.games.reason import Reason
from companion.referee.still_tables import SURE, Place, SeeHints, camera_json
from vision.columns.joint_decoding import DecodedColumn
from vision.errors import VisionError
from vision.geometry.grid import TURNTABLE
from vision.image import Image
from vision.tracking.column_overlay import draw_columns
from vision.tracking.column_tracker import ColumnLook, ColumnTracker
from vision.tracking.drawn_columns import redrawn
from vision.tracking.preload import load_column_networks

CORNERS = ("0,0", f"{BOARD},0", f"{BOARD},{BOARD}", f"0,{BOARD}")


@dataclass(frozen=True)
class SeenColumns:
    """The column on each square; from several pictures, the surest reading."""

    structure: Structure
    look: ColumnLook
    columns: Mapping[str, DecodedColumn]
    notes: Sequence[Reason] = ()

    def places(self) -> dict[str, Place]:
        return {
            cell: Place(f"{column.top}{column.height}" if column.height else "", column.probability, column.visible)
            for cell, column in self.columns.items()
        }

    def report(self) -> dict[str, Any]:
        view = self.look.view
        corners = view.project(view.ring)
        return {
            "board": {
                "corners": {
                    name: [round(float(u), 2), round(float(v), 2)]
                    for name, (u, v) in zip(CORNERS, corners, strict=True)
                },
                "confidence": round(view.confidence, 3),
            },
            "structure": self.structure,
            "columns": {
                cell: {
                    "top": column.top,
                    "height": column.height,
                    "confidence": round(column.probability, 4),
                    "visible": column.visible,
                }
                for cell, column in self.columns.items()
            },
            "camera": camera_json(view),
        }

    def text(self) -> str:
        def shown(cell: str) -> str:
            column = self.columns[cell]
            if not column.visible:
                return "?"
            doubt = "" if column.probability > SURE else "?"
            return (f"{column.top}{column.height}" if column.height else ".") + doubt

        rows = [
            f"{y}  " + " ".join(f"{shown(f'{x},{y}'):<4}" for x in range(BOARD)).rstrip()
            for y in reversed(range(BOARD))
        ]
        return "\n".join([*rows, "   " + " ".join(f"{x:<4}" for x in range(BOARD)).rstrip()])

    def overlay(self) -> Image:
        return draw_columns(self.look, self.columns, SURE)


class ColumnsReader:
    """Implements `companion.referee.still_tables.TableReader`. A structure that is not given is recognised by its mask,
    if that leaves no doubt; without a number of players, heights are those of four."""

    grid = TURNTABLE

    def load(self) -> None:
        load_column_networks()

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenColumns:
        first = pictures[0] if setup is None else setup
        structure = next((one for one in STRUCTURES if one == hints.said.get("structure")), None)
        structure = structure or structure_in(first, hints.corners, hints.camera)
        players = hints.said.get("players") or PLAYERS[-1]
        if structure is None or players not in PLAYERS:
            raise VisionError("vision.see.structure", known=STRUCTURES)
        built = {f"{x},{y}": limit for (x, y), limit in limits(structure, players).items()}
        tracker = ColumnTracker(first, built, a1=hints.a1, corners=hints.corners, camera=hints.camera)
        looks = [tracker.look(picture) for picture in pictures]
        read = [redrawn(look) for look in looks]
        return SeenColumns(structure, looks[0], {cell: _surest([one[cell] for one in read]) for cell in read[0]})


READER = ColumnsReader()


def _surest(readings: Sequence[DecodedColumn]) -> DecodedColumn:
    """Return the surest reading of a square, of all pictures that show it."""
    return max(readings, key=lambda column: (column.visible, column.probability))
