"""What pictures alone tell of a Volcano board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.still_tables import SURE, SeeHints, board_json, camera_json
from companion.referee.tables.looney.setup import MIRRORED, check_setup, read_setup
from companion.referee.tables.looney.stacks import on_its_large
from vision.board.beyond_picture import edges_crossed
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.stacks.inventory import Settled
from vision.watching.looks import BoardLook
from vision.watching.preload import load_board_networks
from vision.watching.volcano import VolcanoWatcher, read_board

# A partly hidden stack read less surely than this counts as hidden: such readings are wrong as often as not.
UNTOLD = 0.25
# The picture's edge may cut off this share of the board.
CUT_OFF = 0.25


@dataclass(frozen=True)
class VolcanoTable:
    """The stacks in the cells, and which cells no picture shows."""

    looks: Sequence[BoardLook]
    cells: Mapping[str, Settled]
    hidden: frozenset[str]
    notes: Sequence[Reason] = ()

    def report(self) -> dict[str, Any]:
        view = self.looks[0].view
        return {
            "board": board_json(view),
            "cells": {
                cell: {
                    "stack": settled.stack,
                    "confidence": round(settled.probability, 4),
                    "visible": cell not in self.hidden,
                    "candidates": [[stack, round(chance, 4)] for stack, chance in settled.others],
                }
                for cell, settled in self.cells.items()
            },
            "camera": camera_json(view),
        }

    def text(self) -> str:
        told = {
            cell: "hidden" if cell in self.hidden else settled.stack + ("" if settled.probability > SURE else "?")
            for cell, settled in self.cells.items()
        }
        lines = [f"{rank}  " + " ".join(f"{told[file + rank]:<14}" for file in "abcde") for rank in "54321"]
        return "\n".join([*lines, "   " + " ".join(f"{file:<14}" for file in "abcde")])

    def overlay(self) -> Image:
        grid = {cell: settled.stack for cell, settled in self.cells.items()}
        unsure = [cell for cell, settled in self.cells.items() if settled.probability <= SURE]
        return self.looks[0].overlay(grid, self.hidden, unsure)


class VolcanoReader:
    """Implements `companion.referee.still_tables.TableReader`."""

    def load(self) -> None:
        load_board_networks()

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> VolcanoTable:
        notes: list[Reason] = []
        if setup is not None:
            watcher = _taught(setup, hints, notes)
            looks = [watcher.look(picture) for picture in pictures]
        else:
            looks = [_watcher(picture, hints, notes).look(picture) for picture in pictures]
        cells = read_board(looks, may_stand=on_its_large)
        return VolcanoTable(looks, cells, _hidden(looks, cells), notes)


READER = VolcanoReader()


def _taught(setup: Image, hints: SeeHints, notes: list[Reason]) -> VolcanoWatcher:
    """A watcher that knows how this table looks when it is set up."""
    watcher = _watcher(setup, hints, notes)
    look = watcher.look(setup)
    evidence = Evidence.of(look, VOLCANO.cells)
    check_setup(evidence)
    seen = read_setup(evidence)
    notes += [note for note in seen.notes if note == MIRRORED]
    watcher.learn(look, seen.grid)
    return watcher


def _watcher(picture: Image, hints: SeeHints, notes: list[Reason]) -> VolcanoWatcher:
    """A watcher of a board that is in the picture, or most of it; what is not is noted."""
    found = VolcanoWatcher(picture, a1=hints.a1, corners=hints.corners, camera=hints.camera, cut_off=CUT_OFF)
    if edges := edges_crossed(found.view):
        notes.append(because("vision.board.goes_on", edges=edges))
    return found


def _hidden(looks: Sequence[BoardLook], cells: Mapping[str, Settled]) -> frozenset[str]:
    """Cells of which every picture hides most, or so much that no stack is likely."""
    partly = frozenset.intersection(*(look.partly_hidden for look in looks))
    untold = {cell for cell in partly if cells[cell].probability < UNTOLD}
    return frozenset.intersection(*(look.hidden for look in looks)) | untold
