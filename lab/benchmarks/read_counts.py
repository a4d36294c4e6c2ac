"""Reads every picture of half a backgammon board or of a Blokus 3D table in a folder as `companion see` does and
compares with the truth.

    python -m lab.benchmarks.read_counts FOLDER [--count N] [--wrong]

The truth (NAME.json beside NAME.jpg) has the form that `lab.training.scenes.half_board_tables.truth` or
`lab.training.scenes.column_tables.truth` writes. Prints how many rows or columns that the truth does not call hidden
are read right, wrong, confidently wrong (0.9 or more), and not read, whether confidence means what it says, and how
far corners are off.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.games.blokus3d.table.still import ColumnsReader, SeenColumns
from companion.games.leistiko_blockade.table.still import HalfBoardReader, SeenHalfBoard
from companion.referee.still_tables import SeeHints
from lab.benchmarks.reliability import print_reliability
from vision.errors import VisionError
from vision.image import Image

SURE = 0.9


class Answer(NamedTuple):
    """What is said of a place, what lies there, and how surely it is said (None: told to be hidden)."""

    place: str
    said: object
    wanted: object
    chance: float | None


def rows(image: Image, truth: Mapping[str, Any]) -> tuple[Iterator[Answer], Sequence[float]]:
    """The rows of half a backgammon board, and how far its corners are off (pixels)."""
    near = truth["corners"]["near_left"]
    seen = HalfBoardReader().read([image], None, SeeHints((near[0], near[1]), None, None))
    off = [float(np.hypot(*np.subtract(spot, truth["corners"][name]))) for name, spot in seen.look.view.corners.items()]
    return _rows(seen, truth), off


def _rows(seen: SeenHalfBoard, truth: Mapping[str, Any]) -> Iterator[Answer]:
    for cell, (count, chance) in seen.counts.items():
        side, _, row = cell.partition(".")
        if int(row) not in truth["hidden_rows"][side]:
            yield Answer(cell, count, truth["rows"][side][int(row) - 1], None if cell in seen.hidden else chance)


def columns(image: Image, truth: Mapping[str, Any]) -> tuple[Iterator[Answer], Sequence[float]]:
    """The columns of a Blokus 3D board, and how far its corners are off (pixels)."""
    first = truth["corners"]["0,0"]
    said = {name: truth[name] for name in ("structure", "players")}
    hints = SeeHints((first[0], first[1]), None, None, said)
    seen = ColumnsReader().read([image], None, hints)
    view = seen.look.view
    off = np.linalg.norm(view.project(view.ring) - np.array(list(truth["corners"].values())), axis=1)
    return _columns(seen, truth), [float(one) for one in off]


def _columns(seen: SeenColumns, truth: Mapping[str, Any]) -> Iterator[Answer]:
    for cell, column in seen.columns.items():
        if cell not in truth["hidden"]:
            built = truth["columns"].get(cell, "")
            chance = column.probability if column.visible else None
            yield Answer(cell, (column.top, column.height), (built[-1:], len(built)), chance)


READERS = {"backgammon": rows, "blokus3d": columns}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, help="of pictures, if not all")
    parser.add_argument("--wrong", action="store_true", help="list what is read wrong")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    answers: list[Answer] = []
    corners, took, missed = [], [], 0
    for path in sorted(args.folder.glob("*.json"))[: args.count]:
        truth, image = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
        if image is None or truth.get("board") not in READERS or "corners" not in truth:
            continue
        start = time.process_time()
        try:
            told, off = READERS[truth["board"]](np.asarray(image, np.uint8), truth)
        except VisionError as error:
            missed += 1
            print(f"{path.stem}: {error}")
            continue
        took.append(time.process_time() - start)
        corners.append(max(off))
        found = list(told)
        answers += found
        if args.wrong:
            for one in found:
                if one.chance is not None and one.said != one.wanted:
                    print(path.stem, one.place, f"{one.said} for {one.wanted}", round(one.chance, 3))
    print_reliability((one.chance, one.said == one.wanted) for one in answers if one.chance is not None)
    told_right = [one for one in answers if one.chance is not None and one.said == one.wanted]
    told_wrong = [one for one in answers if one.chance is not None and one.said != one.wanted]
    sure = [one for one in told_wrong if one.chance is not None and one.chance >= SURE]
    total = max(len(answers), 1)
    print(f"{len(corners)} read, {missed} boards not found, median {1000 * np.median(took):.0f} ms of processor")
    print(f"corners off {np.median(corners):.1f} px in the median, {np.quantile(corners, 0.9):.1f} px at 90 %")
    print(
        f"right {len(told_right) / total:.2%}, wrong {len(told_wrong) / total:.2%}, confidently wrong"
        f" {len(sure) / total:.2%}, not read {1 - (len(told_right) + len(told_wrong)) / total:.2%} ({len(answers)})"
    )


if __name__ == "__main__":
    main()
