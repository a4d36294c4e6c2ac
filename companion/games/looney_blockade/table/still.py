"""Reads single pictures of a Volcano board, of Looney Blockade or of any other game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.looney_blockade.table.setup import MIRRORED, check_setup, read_setup
from companion.games.looney_blockade.table.stacks import on_its_large
from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.still_tables import SURE, Place, SeeHints, board_json, camera_json, stacks_placed
from vision.board.beyond_picture import edges_crossed
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.stacks.inventory import Decoded
from vision.tracking.any_pyramids import NO_INVENTORY, another_game, any_pyramids, any_stacks
from vision.tracking.cell_reading import TablePrior
from vision.tracking.looks import BoardLook
from vision.tracking.looney_set import blockade, ordinary_stacks, read_board
from vision.tracking.preload import load_board_networks
from vision.tracking.tracker import BoardTracker
from vision.tracking.whole_board import read_cells

# A partly hidden stack read less surely than this counts as hidden: such readings are wrong as often as not.
TOO_UNSURE = 0.25
# Share of the board that the picture's edge may cut off.
CUT_OFF = 0.25
# Least confidence at which lines are those of a board.
CLEAR_LINES = 0.55
# Printed for an empty cell.
EMPTY = "empty"


@dataclass(frozen=True)
class VolcanoTable:
    """The stacks in the cells, and the cells that no picture shows."""

    looks: Sequence[BoardLook]
    cells: Mapping[str, Decoded]
    hidden: frozenset[str]
    notes: Sequence[Reason] = ()

    def places(self) -> dict[str, Place]:
        return stacks_placed(self.cells, self.hidden)

    def report(self) -> dict[str, Any]:
        view = self.looks[0].view
        return {
            "board": board_json(view),
            "cells": {
                cell: {
                    "stack": decoded.stack,
                    "confidence": round(decoded.probability, 4),
                    "visible": cell not in self.hidden,
                    "candidates": [[stack, round(chance, 4)] for stack, chance in decoded.others],
                }
                for cell, decoded in self.cells.items()
            },
            "camera": camera_json(view),
        }

    def text(self) -> str:
        told = {cell: "hidden" if cell in self.hidden else _cell_text(decoded) for cell, decoded in self.cells.items()}
        lines = [f"{rank}  " + " ".join(f"{told[file + rank]:<14}" for file in "abcde") for rank in "54321"]
        return "\n".join([*lines, "   " + " ".join(f"{file:<14}" for file in "abcde")])

    def overlay(self) -> Image:
        grid = {cell: decoded.stack for cell, decoded in self.cells.items()}
        unsure = [cell for cell, decoded in self.cells.items() if decoded.probability <= SURE]
        return self.looks[0].overlay(grid, self.hidden, unsure)


class VolcanoReader:
    """Implements `companion.referee.still_tables.TableReader`."""

    grid = VOLCANO

    def load(self) -> None:
        load_board_networks()

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> VolcanoTable:
        notes: list[Reason] = []
        if setup is not None:
            tracker = _taught(setup, hints, notes)
            looks = [tracker.look(picture) for picture in pictures]
        else:
            trackers = [_tracker(picture, hints, notes, blockade()) for picture in pictures]
            looks = [tracker.look(picture) for tracker, picture in zip(trackers, pictures, strict=True)]
            if another_game(looks, VOLCANO.cells, ordinary_stacks(), on_its_large):
                return _any_table(pictures, hints, notes, trackers)
        cells = read_board(looks, may_stand=on_its_large)
        return VolcanoTable(looks, cells, _hidden(looks, cells), notes)


READER = VolcanoReader()


def _cell_text(decoded: Decoded) -> str:
    """Return a cell as it is printed."""
    return (decoded.stack or EMPTY) + ("" if decoded.probability > SURE else "?")


def _any_table(
    pictures: Sequence[Image], hints: SeeHints, notes: list[Reason], earlier: Sequence[BoardTracker]
) -> VolcanoTable:
    """Read the table of an unknown game that `earlier` trackers took for Looney Blockade's. Raises VisionError if no
    lines of a board are visible: feet and edges show little of other games' boards."""
    both, prior = zip(pictures, earlier, strict=True), any_pyramids(VOLCANO)
    trackers = [_tracker(picture, hints, notes, prior, before) for picture, before in both]
    looks = [tracker.look(picture) for tracker, picture in zip(trackers, pictures, strict=True)]
    cells = read_cells(looks, VOLCANO.cells, any_stacks(), NO_INVENTORY)
    return VolcanoTable(looks, cells, _hidden(looks, cells), notes)


def _taught(setup: Image, hints: SeeHints, notes: list[Reason]) -> BoardTracker:
    """Return a tracker that knows how this table looks when it is set up."""
    tracker = _tracker(setup, hints, notes, blockade())
    look = tracker.look(setup)
    evidence = Evidence.of(look, VOLCANO.cells)
    check_setup(evidence)
    seen = read_setup(evidence)
    notes += [note for note in seen.notes if note == MIRRORED]
    tracker.learn(look, seen.grid)
    return tracker


def _tracker(
    picture: Image, hints: SeeHints, notes: list[Reason], prior: TablePrior, earlier: BoardTracker | None = None
) -> BoardTracker:
    """Return a tracker of a board that is mostly in the picture; cut-off parts are noted. Nothing is searched if an
    `earlier` tracker has found the lines for sure."""
    known = earlier.found if earlier and earlier.found.lined and earlier.found.confidence > CLEAR_LINES else None
    found = BoardTracker(
        picture, prior, a1=hints.a1, corners=hints.corners, camera=hints.camera, cut_off=CUT_OFF, found=known
    )
    if known is None and (edges := edges_crossed(found.view)):
        notes.append(because("vision.board.goes_on", edges=edges))
    return found


def _hidden(looks: Sequence[BoardLook], cells: Mapping[str, Decoded]) -> frozenset[str]:
    """Return the cells that every picture hides, wholly or so far that no stack is likely."""
    partly = frozenset.intersection(*(look.partly_hidden for look in looks))
    unread = {cell for cell in partly if cells[cell].probability < TOO_UNSURE}
    return frozenset.intersection(*(look.hidden for look in looks)) | unread
