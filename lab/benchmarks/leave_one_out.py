"""Tunes how much of `vision.stacks.training_bias` is used on all pictures but some, and scores it on those left out.

    python -m lab.benchmarks.leave_one_out FOLDER

The folder is as for read_boards.py. The networks have seen none of the pictures; this tells whether the one number by
which their answers are corrected means anything beyond the pictures it was looked at with. Left out are, in turn, all
pictures of a tier (other cameras, light and plastics) and each board; the pictures of a game count as one board.
"""

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.looney_blockade.table.stacks import on_its_large
from lab.benchmarks.read_boards import CORNERS, TIERS
from vision.geometry.camera import Camera
from vision.tracking.looks import BoardLook
from vision.tracking.looney_set import BIAS, BlockadeTracker, read_board
from vision.tracking.whole_board import CellEvidence

STRENGTHS = (0.0, 0.5, 1.0, 1.5, 2.0)


class Corrected(CellEvidence):
    """A look with the correction taken `strength` times."""

    def __init__(self, look: BoardLook, strength: float) -> None:
        self._look, self._strength = look, strength

    @property
    def hidden(self) -> frozenset[str]:
        return self._look.hidden

    @property
    def doubt(self) -> float:
        return self._look.doubt

    def log_likelihoods(self, cell: str, stacks: Any) -> Any:
        more = (self._strength - 1) * np.array([BIAS.correction(stack) for stack in stacks])
        return self._look.log_likelihoods(cell, stacks) + (0 if cell in self.hidden else more)


def rights(path: Path, truth: dict[str, Any]) -> tuple[int, list[int]]:
    """How many cells are visible, and how many of them are read right at each strength."""
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    corners = [tuple(truth["corners"][name]) for name in CORNERS]
    look = BlockadeTracker(image, corners=corners, camera=Camera.from_json(truth["camera"])).look(image)
    seen = [cell for cell in truth["grid"] if cell not in truth.get("hidden", []) and cell not in look.hidden]
    tables = [read_board([Corrected(look, strength)], may_stand=on_its_large) for strength in STRENGTHS]
    return len(seen), [sum(table[cell].stack == truth["grid"][cell] for cell in seen) for table in tables]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    counted: dict[str, list[tuple[int, list[int]]]] = defaultdict(list)
    for path in sorted(parser.parse_args().folder.glob("*.json")):
        truth = json.loads(path.read_text())
        if "corners" in truth and "grid" in truth:
            board = re.sub(r"_\d{3}$", "", path.stem) if path.stem.startswith("game") else path.stem
            counted[board].append(rights(path, truth))
    cells = {board: sum(count for count, _ in told) for board, told in counted.items()}
    right = {board: np.sum([hits for _, hits in told], axis=0) for board, told in counted.items()}

    def chosen_without(left_out: list[str]) -> tuple[float, int]:
        """The strength that does best on the other boards, and the cells right with it on those left out."""
        best = int(np.argmax(sum(hits for board, hits in right.items() if board not in left_out)))
        return STRENGTHS[best], int(sum(right[board][best] for board in left_out))

    for tier in TIERS:
        boards = [board for board in cells if tier in board]
        strength, hits = chosen_without(boards)
        all_cells = sum(cells[board] for board in boards)
        told = ", ".join(
            f"{s}: {100 * sum(right[b][k] for b in boards) / all_cells:.1f}" for k, s in enumerate(STRENGTHS)
        )
        print(f"{tier:8} tuned on the other tiers ({strength}): {100 * hits / all_cells:.1f} %   by strength {told}")
    one_each = [chosen_without([board]) for board in cells]
    share = 100 * sum(hits for _, hits in one_each) / sum(cells.values())
    print(f"every board, tuned on all others: {share:.1f} % of {sum(cells.values())} cells")


if __name__ == "__main__":
    main()
