"""Reads single pictures of half a backgammon board: the number of checkers on each of its twelve points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.games.reason import Reason
from companion.referee.still_tables import SURE, Place, SeeHints
from vision.geometry.grid import HALF_BOARD
from vision.geometry.half_board import POINTS, ROWS, SIDES
from vision.image import Image
from vision.tracking.half_board_overlay import draw_rows
from vision.tracking.half_board_tracker import HalfBoardLook, HalfBoardTracker
from vision.tracking.preload import load_half_board_networks


@dataclass(frozen=True)
class SeenHalfBoard:
    """The count of each row with its probability, and the rows that no picture shows."""

    look: HalfBoardLook
    counts: Mapping[str, tuple[int, float]]
    hidden: frozenset[str]
    notes: Sequence[Reason] = ()

    def places(self) -> dict[str, Place]:
        return {
            cell: Place(str(count) if count else "", chance, cell not in self.hidden)
            for cell, (count, chance) in self.counts.items()
        }

    def report(self) -> dict[str, Any]:
        view = self.look.view
        corners = {name: [round(u, 2), round(v, 2)] for name, (u, v) in view.corners.items()}
        return {
            "board": {"corners": corners, "confidence": round(view.confidence, 3)},
            "rows": {side: [self._row(f"{side}.{row + 1}") for row in range(ROWS)] for side in SIDES},
            "colours": dict(self.look.colours),
        }

    def _row(self, cell: str) -> dict[str, Any]:
        count, chance = self.counts[cell]
        return {"count": count, "confidence": round(chance, 4), "visible": cell not in self.hidden}

    def text(self) -> str:
        def shown(cell: str) -> str:
            count, chance = self.counts[cell]
            return "hidden" if cell in self.hidden else f"{count}{'' if chance > SURE else '?'}"

        lines = [
            " ".join([f"{side:<7}", *(f"{shown(f'{side}.{row + 1}'):<6}" for row in range(ROWS))]) for side in SIDES
        ]
        return "\n".join(line.rstrip() for line in reversed(lines))

    def overlay(self) -> Image:
        counts = {cell: count for cell, (count, _) in self.counts.items()}
        unsure = {cell for cell, (_, chance) in self.counts.items() if chance <= SURE}
        return draw_rows(self.look.image, self.look.view, counts, self.hidden, unsure)


class HalfBoardReader:
    """Implements `companion.referee.still_tables.TableReader`."""

    grid = HALF_BOARD

    def load(self) -> None:
        load_half_board_networks()

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenHalfBoard:
        first = pictures[0] if setup is None else setup
        tracker = HalfBoardTracker(first, a1=hints.a1, corners=hints.corners, camera=hints.camera)
        looks = [tracker.look(picture) for picture in pictures]
        hidden = frozenset.intersection(*(look.hidden for look in looks))
        return SeenHalfBoard(looks[0], {cell: _settled(looks, cell) for cell in POINTS}, hidden)


READER = HalfBoardReader()


def _settled(looks: Sequence[HalfBoardLook], cell: str) -> tuple[int, float]:
    """Return the likeliest count of a row from all pictures that show it, and its probability."""
    showing = [look for look in looks if cell not in look.hidden] or looks
    logs = np.mean([look.log_chances(cell) for look in showing], axis=0)
    chances = np.exp(logs - np.logaddexp.reduce(logs))
    best = int(np.argmax(chances))
    return best, float(chances[best])
